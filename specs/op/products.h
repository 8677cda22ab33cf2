#pragma once

#include "definition.h"
#include "index_space.h"

namespace touchstone {

namespace op {

/// The fma chain of two lines, from +0, in ascending order: the one way products are summed.
template <Domain D, class Left, class Right>
typename D::Value chain(const D& d, std::int64_t length, const Left& left, const Right& right) {
  typename D::Value sum = d.constant(0.0F);
  for (std::int64_t k = 0; k < length; ++k) sum = fma(left(k), right(k), sum);
  return sum;
}

/// out[…,i,j] = chain over k of a[…,i,k] · b[…,k,j]; the leading axes broadcast.
template <Domain D>
void matmul(const D& d, Part part, const typename D::In& a, const typename D::In& b,
            const typename D::Out& out) {
  const std::size_t row_axis = a.shape().rank() - 2;
  const std::size_t column_axis = b.shape().rank() - 1;
  const std::size_t batch_rank = out.shape().rank() - 2;
  const std::int64_t length = a.shape()[row_axis + 1];
  const Shape a_batch = Shape::of(a.shape().extents().part(0, row_axis));
  const Shape b_batch = Shape::of(b.shape().extents().part(0, column_axis - 1));
  for (const Index& i : part.of(out.shape())) {
    const Index batch = i.part(0, batch_rank);
    const auto row = a.line(aligned(batch, a_batch).with(i[batch_rank]).with(0), row_axis + 1);
    const auto column =
        b.line(aligned(batch, b_batch).with(0).with(i[batch_rank + 1]), column_axis - 1);
    out(i) = chain(d, length, row, column);
  }
}

/// out[…,j] = chain over k of x[…,k] · weight[j,k], then + bias[j] if there is one.
template <Domain D>
void linear(const D& d, Part part, const typename D::In& x, const typename D::In& weight,
            const typename D::In* bias, const typename D::Out& out) {
  const std::size_t last = x.shape().rank() - 1;
  const std::int64_t length = x.shape()[last];
  for (const Index& i : part.of(out.shape())) {
    const std::int64_t j = i[last];
    const auto sum = chain(d, length, x.line(i, last), weight.line(Index{j, 0}, 1));
    out(i) = bias == nullptr ? sum : sum + (*bias)(Index{j});
  }
}

}  // namespace op

template <>
struct Definition<Op::linear> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::linear(use.d, use.part, use.value(0), use.value(1), use.x.value_if(2), out);
  }
};

template <>
struct Definition<Op::matmul> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::matmul(use.d, use.part, use.value(0), use.value(1), out);
  }
};

}  // namespace touchstone
