#pragma once

#include <optional>
#include <span>
#include <vector>

#include "definition.h"
#include "fourier_transform.h"
#include "index_space.h"

namespace touchstone {

namespace op {

/// Carries out `body` with the transform of length n, made once, for this part of the rows.
template <Domain D, class Body>
void for_rows(const Use<D>& use, const Shape& rows, std::int64_t n, const Body& body) {
  // Where there is no row, n is only a claim.
  std::optional<Transform<D>> transform;
  for (const Index& i : use.part.of(rows)) {
    if (!transform) transform.emplace(use.d, n);
    body(*transform, i);
  }
}

/// The transform of n reals x(j).
template <Domain D, class Reals>
typename Transform<D>::Line transformed(const D& d, const Transform<D>& transform, const Reals& x) {
  typename Transform<D>::Line line;
  line.reserve(static_cast<std::size_t>(transform.length()));
  for (std::int64_t j = 0; j < transform.length(); ++j) line.push_back({x(j), d.constant(0.0F)});
  return transform(line);
}

/// (re, −im) of z(k) for k <= n/2, without the imaginary parts of k = 0 and k = n/2, which are +0.
template <Domain D, class Spectrum>
typename Transform<D>::Line conjugate_half(const D& d, std::int64_t n, const Spectrum& z) {
  typename Transform<D>::Line line;
  line.reserve(static_cast<std::size_t>(n));
  for (std::int64_t k = 0; k < half_spectrum_length(n); ++k) {
    const auto value = z(k);
    line.push_back({value.re, is_real_frequency(k, n) ? d.constant(0.0F) : -value.im});
  }
  return line;
}

template <Domain D>
std::vector<typename D::Value> real_parts(const typename Transform<D>::Line& line) {
  std::vector<typename D::Value> out;
  out.reserve(line.size());
  for (const auto& value : line) out.push_back(value.re);
  return out;
}

/// 1/n, where n is rounded to binary32 first.
template <Domain D>
typename D::Value one_over(const D& d, std::int64_t n) {
  return d.constant(1.0F) / d.constant(static_cast<float>(n));
}

/// The n reals whose half-spectrum is z(0) … z(n/2). With Z[n − k] = conj z(k) and the conjugate of
/// all in a transform forward: x[j] = (1/n) · re of Σ_k conj Z[k] · exp(−2πi·jk/n).
template <Domain D, class Spectrum>
std::vector<typename D::Value> inverse(const D& d, const Transform<D>& transform,
                                       const Spectrum& z) {
  const std::int64_t n = transform.length();
  auto line = conjugate_half(d, n, z);
  for (std::int64_t k = half_spectrum_length(n); k < n; ++k) line.push_back(z(n - k));
  auto out = real_parts<D>(transform(line));
  const auto scale = one_over(d, n);
  for (auto& value : out) value = value * scale;
  return out;
}

/// The adjoint of the transform of n reals to their half-spectrum, at g(0) … g(n/2):
/// ∂x[j] = re of Σ_{k <= n/2} conj g(k) · exp(−2πi·jk/n), blind to im g(0) and im g(n/2), where the
/// half-spectrum is real.
template <Domain D, class Spectrum>
std::vector<typename D::Value> adjoint_of_transform(const D& d, const Transform<D>& transform,
                                                    const Spectrum& g) {
  const std::int64_t n = transform.length();
  auto line = conjugate_half(d, n, g);
  const auto zero = d.constant(0.0F);
  for (std::int64_t k = half_spectrum_length(n); k < n; ++k) line.push_back({zero, zero});
  return real_parts<D>(transform(line));
}

/// The adjoint of `inverse`, at g(0) … g(n − 1): G the transform of g, ∂z(k) = (G[k] · (1/n)) · 2
/// part by part, for k = 0 and k = n/2 only (re G[k] · (1/n), +0).
template <Domain D, class Reals>
typename Transform<D>::Line adjoint_of_inverse(const D& d, const Transform<D>& transform,
                                               const Reals& g) {
  const std::int64_t n = transform.length();
  auto line = transformed(d, transform, g);
  line.erase(line.begin() + half_spectrum_length(n), line.end());
  const auto scale = one_over(d, n);
  const auto two = d.constant(2.0F);
  for (std::int64_t k = 0; k < half_spectrum_length(n); ++k) {
    auto& value = line[static_cast<std::size_t>(k)];
    value = is_real_frequency(k, n)
                ? Complex<typename D::Value>{value.re * scale, d.constant(0.0F)}
                : Complex<typename D::Value>{(value.re * scale) * two, (value.im * scale) * two};
  }
  return line;
}

/// The complex numbers along the last two axes of x, [k, 2], at row i.
template <class In>
auto spectrum_of(const In& x, const Index& i) {
  return [&x, i](std::int64_t k) {
    const Index at = i.with(k);
    const auto re = x(at.with(0));
    return Complex<std::remove_cv_t<decltype(re)>>{re, x(at.with(1))};
  };
}

template <class Line, class Out>
void write_spectrum(const Line& line, std::int64_t count, const Index& i, const Out& out) {
  for (std::int64_t k = 0; k < count; ++k) {
    out(i.with(k).with(0)) = line[static_cast<std::size_t>(k)].re;
    out(i.with(k).with(1)) = line[static_cast<std::size_t>(k)].im;
  }
}

template <class S, class Out>
void write_row(const std::vector<S>& values, const Index& i, const Out& out) {
  const auto line = out.line(i.with(0), i.rank());
  for (std::size_t j = 0; j < values.size(); ++j) line(static_cast<std::int64_t>(j)) = values[j];
}

}  // namespace op

/// x[…, n] to out[…, n/2 + 1, 2]: real and imaginary part of Σ_j x[j] · exp(−2πi·jk/n) along the
/// last axis, for k = 0 … n/2; the complex transform of `op::Transform` with imaginary parts +0. As
/// in NumPy's and PyTorch's rfft, nothing is scaled.
template <>
struct Definition<Op::rfft> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const Shape& shape = use.shape(0);
    const std::size_t axis = shape.rank() - 1;
    const std::int64_t n = shape[axis];
    const Shape rows = Shape::of(shape.extents().without(axis));
    op::for_rows(use, rows, n, [&](const op::Transform<D>& transform, const Index& i) {
      const auto line = op::transformed(use.d, transform, use.value(0).line(i.with(0), axis));
      op::write_spectrum(line, half_spectrum_length(n), i, out);
    });
  }

  /// `op::adjoint_of_transform` of g: a linear map, so that x is not read.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const Shape& shape = use.shape(0);
    const std::size_t axis = shape.rank() - 1;
    const Shape rows = Shape::of(shape.extents().without(axis));
    op::for_rows(use, rows, shape[axis], [&](const op::Transform<D>& transform, const Index& i) {
      const auto g = op::spectrum_of(by.cotangent, i);
      op::write_row(op::adjoint_of_transform(use.d, transform, g), i, out);
    });
  }
};

/// x[…, n/2 + 1, 2] to out[…, n]: the reals with this half-spectrum, `op::inverse`. It is scaled by
/// 1/n and blind to the imaginary parts at 0 and n/2, which no transform of reals has.
template <>
struct Definition<Op::irfft> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const std::int64_t n = use.attributes.integer("n");
    const Shape rows = Shape::of(out.shape().extents().without(out.shape().rank() - 1));
    op::for_rows(use, rows, n, [&](const op::Transform<D>& transform, const Index& i) {
      op::write_row(op::inverse(use.d, transform, op::spectrum_of(use.value(0), i)), i, out);
    });
  }

  /// `op::adjoint_of_inverse` of g: a linear map, so that x is not read.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const std::int64_t n = use.attributes.integer("n");
    const std::size_t axis = by.cotangent.shape().rank() - 1;
    const Shape rows = Shape::of(by.cotangent.shape().extents().without(axis));
    op::for_rows(use, rows, n, [&](const op::Transform<D>& transform, const Index& i) {
      const auto g = by.cotangent.line(i.with(0), axis);
      const auto line = op::adjoint_of_inverse(use.d, transform, g);
      op::write_spectrum(line, half_spectrum_length(n), i, out);
    });
  }
};

}  // namespace touchstone
