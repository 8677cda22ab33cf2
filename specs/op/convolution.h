#pragma once

#include <cstdint>

#include "definition.h"
#include "geometry.h"
#include "index_space.h"

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

/// out[n,m,p] = chain over (c, q), c over the channels of m's group, q over the kernel row-major,
/// of x[n, c, p·stride + q·dilation − pad] · weight[m, c within the group, q], then + bias[m].
template <Domain D>
void conv(const D& d, Part part, const ConvGeometry& geometry, const typename D::In& x,
          const typename D::In& weight, const typename D::In* bias, const typename D::Out& out) {
  const std::size_t spatial = out.shape().rank() - 2;
  const std::int64_t group_channels = weight.shape()[1];
  const std::int64_t group_outputs = weight.shape()[0] / geometry.groups;
  const Shape kernel = Shape::of(weight.shape().extents().part(2, spatial));
  const IndexRange kernel_positions = all(kernel);
  for (const Index& i : part.of(out.shape())) {
    const std::int64_t n = i[0];
    const std::int64_t m = i[1];
    const std::int64_t first_channel = m / group_outputs * group_channels;
    typename D::Value sum = d.constant(0.0F);
    for (std::int64_t c = 0; c < group_channels; ++c) {
      for (const Index& q : kernel_positions) {
        Index position = Index::zeros(spatial);
        for (std::size_t s = 0; s < spatial; ++s) {
          position[s] = i[2 + s] * geometry.strides[s] + q[s] * geometry.dilations[s] -
                        geometry.pads_begin[s];
        }
        sum = fma(padded(d, x, n, first_channel + c, position), weight(Index{m, c}.joined(q)), sum);
      }
    }
    out(i) = bias == nullptr ? sum : sum + (*bias)(Index{m});
  }
}

}  // namespace op

template <>
struct Definition<Op::conv> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::conv(use.d, use.part, conv_geometry(use.attributes, use.shape(0).rank() - 2), use.value(0),
             use.value(1), use.x.value_if(2), out);
  }
};

}  // namespace touchstone
