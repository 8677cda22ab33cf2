#include "kernel_taps.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace touchstone {

namespace {

/// The inverse of `a` modulo `modulus`, which have no common divisor, by Euclid's algorithm.
std::int64_t inverse_modulo(std::int64_t a, std::int64_t modulus) {
  std::int64_t remainder = modulus;
  std::int64_t next_remainder = a % modulus;
  std::int64_t factor = 0;
  std::int64_t next_factor = 1;
  while (next_remainder != 0) {
    const std::int64_t quotient = remainder / next_remainder;
    remainder = std::exchange(next_remainder, remainder - quotient * next_remainder);
    factor = std::exchange(next_factor, factor - quotient * next_factor);
  }
  return (factor % modulus + modulus) % modulus;
}

std::int64_t ceiling(std::int64_t dividend, std::int64_t divisor) {
  return dividend <= 0 ? 0 : (dividend - 1) / divisor + 1;
}

}  // namespace

KernelTaps::KernelTaps(const ConvGeometry& geometry, const Index& kernel, const Index& other) {
  for (std::size_t s = 0; s < kernel.rank(); ++s) {
    const std::int64_t stride = geometry.strides[s];
    const std::int64_t dilation = geometry.dilations[s];
    const std::int64_t common = std::gcd(stride, dilation);
    const std::int64_t period = stride / common;
    axes_.push_back({stride, dilation, geometry.pads_begin[s], kernel[s], other[s], common, period,
                     inverse_modulo(dilation / common, period)});
  }
}

KernelTaps::At KernelTaps::at(const Index& p) const {
  At out;
  out.taps_ = this;
  out.first_ = out.shifted_ = Index::zeros(p.rank());
  Index steps = Index::zeros(p.rank());
  for (std::size_t s = 0; s < p.rank(); ++s) {
    const Axis& axis = axes_[s];
    const std::int64_t shifted = p[s] + axis.pad;
    out.shifted_[s] = shifted;
    if (shifted % axis.common != 0) continue;
    // 0 <= o < other bounds q on both sides.
    const std::int64_t least = ceiling(shifted - (axis.other - 1) * axis.stride, axis.dilation);
    const std::int64_t end = std::min(axis.kernel, shifted / axis.dilation + 1);
    const std::int64_t residue = shifted / axis.common % axis.period * axis.inverse % axis.period;
    const std::int64_t up = ((residue - least) % axis.period + axis.period) % axis.period;
    out.first_[s] = least + up;
    steps[s] = ceiling(end - out.first_[s], axis.period);
  }
  out.steps_ = Shape::of(steps);
  return out;
}

Index KernelTaps::At::kernel_position(const Index& step) const {
  Index q = first_;
  for (std::size_t s = 0; s < q.rank(); ++s) q[s] += step[s] * taps_->axes_[s].period;
  return q;
}

Index KernelTaps::At::other_position(const Index& q) const {
  Index o = shifted_;
  for (std::size_t s = 0; s < o.rank(); ++s) {
    o[s] = (o[s] - q[s] * taps_->axes_[s].dilation) / taps_->axes_[s].stride;
  }
  return o;
}

}  // namespace touchstone
