#pragma once

#include "broadcasting.h"
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

/// ∂a[…,i,k] = chain over j of g[…,i,j] · b[…,k,j]; ∂b[…,k,j] = chain over i of g[…,i,j] ·
/// a[…,i,k]. Where a batch axis was broadcast, the canonical_sum of these chains over its
/// positions, row-major. Of no result at all, the gradient is +0.
template <Domain D>
void matmul_vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
  const auto& g = by.cotangent;
  if (g.shape().element_count() == 0) {
    for (const Index& i : use.part.of(out.shape())) out(i) = use.d.constant(0.0F);
    return;
  }
  const bool of_left = by.value == 0;
  const auto& other = use.value(of_left ? 1 : 0);
  const std::size_t batch_rank = g.shape().rank() - 2;
  const std::size_t own = out.shape().rank() - 2;
  const std::size_t others = other.shape().rank() - 2;
  const Shape other_batch = Shape::of(other.shape().extents().part(0, others));
  // ∂a runs along the columns of g and b, ∂b along the rows of g and a.
  const std::size_t along = of_left ? 1 : 0;
  const std::int64_t length = g.shape()[batch_rank + along];
  const Index products =
      g.shape().extents().part(0, batch_rank).joined(out.shape().extents().part(own, 2));
  const auto product = [&](const Index& i) {
    const Index batch = i.part(0, batch_rank);
    const std::int64_t row = i[batch_rank];
    const std::int64_t column = i[batch_rank + 1];
    const Index of_g = of_left ? batch.with(row).with(0) : batch.with(0).with(column);
    const Index of_other = aligned(batch, other_batch);
    return chain(use.d, length, g.line(of_g, batch_rank + along),
                 other.line(of_left ? of_other.with(column).with(0) : of_other.with(0).with(row),
                            others + along));
  };
  sum_over_broadcast(use.d, use.part, Shape::of(products), out, product);
}

/// ∂x[…,k] = chain over j of g[…,j] · weight[j,k].
template <Domain D>
void linear_input_vjp(const D& d, Part part, const typename D::In& weight, const typename D::In& g,
                      const typename D::Out& out) {
  const std::size_t last = out.shape().rank() - 1;
  for (const Index& i : part.of(out.shape())) {
    out(i) = chain(d, weight.shape()[0], g.line(i, last), weight.line(Index{0, i[last]}, 0));
  }
}

/// ∂weight[j,k] = chain over r of g[r,j] · x[r,k], r over the leading axes, row-major.
template <Domain D>
void linear_weight_vjp(const D& d, Part part, const typename D::In& x, const typename D::In& g,
                       const typename D::Out& out) {
  const IndexRange rows = all(Shape::of(x.shape().extents().without(x.shape().rank() - 1)));
  for (const Index& i : part.of(out.shape())) {
    typename D::Value sum = d.constant(0.0F);
    for (const Index& r : rows) sum = fma(g(r.with(i[0])), x(r.with(i[1])), sum);
    out(i) = sum;
  }
}

}  // namespace op

/// x · weightᵀ + bias over the last axis: one fma chain per element, then one addition.
template <>
struct Definition<Op::linear> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::linear(use.d, use.part, use.value(0), use.value(1), use.x.value_if(2), out);
  }

  /// ∂x and ∂weight are products; ∂bias = canonical_sum of g over the leading axes, row-major.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& g = by.cotangent;
    switch (by.value) {
      case 0: op::linear_input_vjp(use.d, use.part, use.value(1), g, out); break;
      case 1: op::linear_weight_vjp(use.d, use.part, use.value(0), g, out); break;
      default:
        op::sum_over_broadcast(use.d, use.part, g.shape(), out,
                               [&](const Index& i) { return g(i); });
    }
  }
};

/// The matrix product of the last two axes, one fma chain per element; batch axes broadcast.
template <>
struct Definition<Op::matmul> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::matmul(use.d, use.part, use.value(0), use.value(1), out);
  }

  /// ∂a = g · bᵀ, ∂b = aᵀ · g, summed over the broadcast.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    op::matmul_vjp(use, by, out);
  }
};

}  // namespace touchstone
