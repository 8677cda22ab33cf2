#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "canonical_sum.h"
#include "definition.h"
#include "geometry.h"
#include "index_space.h"
#include "kernel_taps.h"

namespace touchstone {

namespace op {

/// x[n,c,position], with +0 wherever the position lies in the padding.
template <Domain D>
typename D::Value padded(const D& d, const typename D::In& x, std::int64_t n, std::int64_t c,
                         const Index& position) {
  for (std::size_t s = 0; s < position.rank(); ++s) {
    if (position[s] < 0 || position[s] >= x.shape()[2 + s]) return d.constant(0.0F);
  }
  return x(Index{n, c}.joined(position));
}

/// The spatial extents of [batch, channels, spatial…] or of a kernel.
[[nodiscard]] inline Index spatial_extents(const Shape& shape) {
  return shape.extents().part(2, shape.rank() - 2);
}

/// o · stride + q · dilation − pad: where kernel position q reads when it stands at o.
[[nodiscard]] inline Index window_position(const ConvGeometry& geometry, const Index& o,
                                           const Index& q) {
  Index out = Index::zeros(q.rank());
  for (std::size_t s = 0; s < q.rank(); ++s) {
    out[s] = o[s] * geometry.strides[s] + q[s] * geometry.dilations[s] - geometry.pads_begin[s];
  }
  return out;
}

template <Domain D>
typename D::Value biased(const typename D::Value& sum, const typename D::In* bias,
                         std::int64_t channel) {
  return bias == nullptr ? sum : sum + (*bias)(Index{channel});
}

/// out[n,m,o] = chain over (c, q), c over the channels of m's group, q over the kernel row-major,
/// of x[n, c, o·stride + q·dilation − pad] · weight[m, c within the group, q], then + bias[m].
/// Padding takes part as zeros.
template <Domain D>
void conv(const D& d, Part part, const ConvGeometry& geometry, const typename D::In& x,
          const typename D::In& weight, const typename D::In* bias, const typename D::Out& out) {
  const std::int64_t group_channels = weight.shape()[1];
  const std::int64_t group_outputs = weight.shape()[0] / geometry.groups;
  const IndexRange kernel = all(Shape::of(spatial_extents(weight.shape())));
  for (const Index& i : part.of(out.shape())) {
    const Index o = i.part(2, i.rank() - 2);
    const std::int64_t m = i[1];
    const std::int64_t first_channel = m / group_outputs * group_channels;
    typename D::Value sum = d.constant(0.0F);
    for (std::int64_t c = 0; c < group_channels; ++c) {
      for (const Index& q : kernel) {
        sum = fma(padded(d, x, i[0], first_channel + c, window_position(geometry, o, q)),
                  weight(Index{m, c}.joined(q)), sum);
      }
    }
    out(i) = biased<D>(sum, bias, m);
  }
}

/// The transposed convolution: out[n,c,p] = chain over (m, q), m over the channels of x in c's
/// group, q over the kernel row-major, of x[n,m,o] · weight[m, c within the group, q], over the
/// positions o of x with p = o·stride + q·dilation − pad that exist; then + bias[c].
template <Domain D>
void transposed_conv(const D& d, Part part, const ConvGeometry& geometry, const typename D::In& x,
                     const typename D::In& weight, const typename D::In* bias,
                     const typename D::Out& out) {
  const std::int64_t group_channels = weight.shape()[0] / geometry.groups;
  const std::int64_t group_outputs = weight.shape()[1];
  const KernelTaps taps(geometry, spatial_extents(weight.shape()), spatial_extents(x.shape()));
  for (const Index& i : part.of(out.shape())) {
    const KernelTaps::At here = taps.at(i.part(2, i.rank() - 2));
    const IndexRange steps = all(here.steps());
    const std::int64_t first_channel = i[1] / group_outputs * group_channels;
    const std::int64_t within = i[1] % group_outputs;
    typename D::Value sum = d.constant(0.0F);
    // Without a tap there is nothing to go through the channels for, which a large stride would.
    const std::int64_t channels = here.steps().element_count() == 0 ? 0 : group_channels;
    for (std::int64_t m = first_channel; m < first_channel + channels; ++m) {
      for (const Index& step : steps) {
        const Index q = here.kernel_position(step);
        sum = fma(x(Index{i[0], m}.joined(here.other_position(q))),
                  weight(Index{m, within}.joined(q)), sum);
      }
    }
    out(i) = biased<D>(sum, bias, i[1]);
  }
}

/// The gradient of the weight of either convolution: out[m,c,q] = chain over (n, o), o over the
/// positions of `steps` row-major, of steps[n,m,o] · x[n, c in m's group, o·stride + q·dilation −
/// pad], padding taking part as zeros. `x` is the side that the kernel slides over and `steps` the
/// other: operand and cotangent of conv, cotangent and operand of conv_transpose.
template <Domain D>
void conv_weight_vjp(const D& d, Part part, const ConvGeometry& geometry,
                     const typename D::In& steps, const typename D::In& x,
                     const typename D::Out& out) {
  const std::int64_t group_channels = out.shape()[1];
  const std::int64_t group_steps = out.shape()[0] / geometry.groups;
  const IndexRange positions = all(Shape::of(spatial_extents(steps.shape())));
  for (const Index& i : part.of(out.shape())) {
    const Index q = i.part(2, i.rank() - 2);
    const std::int64_t channel = i[0] / group_steps * group_channels + i[1];
    typename D::Value sum = d.constant(0.0F);
    for (std::int64_t n = 0; n < steps.shape()[0]; ++n) {
      for (const Index& o : positions) {
        sum = fma(steps(Index{n, i[0]}.joined(o)),
                  padded(d, x, n, channel, window_position(geometry, o, q)), sum);
      }
    }
    out(i) = sum;
  }
}

/// ∂bias[m] = canonical_sum of g[n,m,o] over n, then o row-major.
template <Domain D>
void conv_bias_vjp(const D& d, Part part, const typename D::In& g, const typename D::Out& out) {
  Index per_channel = g.shape().extents();
  per_channel[1] = 1;
  const IndexRange positions = all(Shape::of(per_channel));
  for (const Index& m : part.of(out.shape())) {
    std::vector<typename D::Value> values;
    for (const Index& position : positions) {
      Index i = position;
      i[1] = m[0];
      values.push_back(g(i));
    }
    out(m) = canonical_sum(d, std::span<const typename D::Value>(values));
  }
}

}  // namespace op

/// The convolution of [batch, channels, spatial…] with weight [outputs, channels / groups, kernel…]
/// as neural networks mean it, a cross-correlation (ONNX's Conv).
template <>
struct Definition<Op::conv> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::conv(use.d, use.part, conv_geometry(use.attributes, use.shape(0).rank() - 2), use.value(0),
             use.value(1), use.x.value_if(2), out);
  }

  /// ∂x is the transposed convolution of g with the weight. ∂weight contracts batch, then output
  /// position row-major, in one fma chain. ∂bias is a canonical_sum in the same order.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const ConvGeometry geometry = conv_geometry(use.attributes, use.shape(0).rank() - 2);
    const auto& g = by.cotangent;
    switch (by.value) {
      case 0:
        op::transposed_conv<D>(use.d, use.part, geometry, g, use.value(1), nullptr, out);
        break;
      case 1: op::conv_weight_vjp(use.d, use.part, geometry, g, use.value(0), out); break;
      default: op::conv_bias_vjp(use.d, use.part, g, out);
    }
  }
};

/// The transposed convolution of [batch, channels, spatial…] with weight [channels, outputs /
/// groups, kernel…]: what it gives is what conv's input gradient would be (ONNX's ConvTranspose).
/// Only positions of x that exist take part; output_padding adds length at the end alone.
template <>
struct Definition<Op::conv_transpose> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::transposed_conv(use.d, use.part, conv_geometry(use.attributes, use.shape(0).rank() - 2),
                        use.value(0), use.value(1), use.x.value_if(2), out);
  }

  /// ∂x is the convolution of g with the weight: what the pads removed from the result takes part
  /// as zeros. ∂weight contracts batch, then position of x row-major, in one fma chain. ∂bias is a
  /// canonical_sum over batch, then result position.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const ConvGeometry geometry = conv_geometry(use.attributes, use.shape(0).rank() - 2);
    const auto& g = by.cotangent;
    switch (by.value) {
      case 0: op::conv<D>(use.d, use.part, geometry, g, use.value(1), nullptr, out); break;
      case 1: op::conv_weight_vjp(use.d, use.part, geometry, use.value(0), g, out); break;
      default: op::conv_bias_vjp(use.d, use.part, g, out);
    }
  }
};

}  // namespace touchstone
