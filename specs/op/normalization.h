#pragma once

#include <span>
#include <vector>

#include "canonical_sum.h"
#include "domain.h"
#include "index_space.h"

namespace touchstone::op {

/// Along `axis`: e[j] = exp(x[j] − maximum of x), out[j] = e[j] / canonical_sum(e).
template <Domain D>
void softmax(const D& d, Part part, std::size_t axis, const typename D::In& x,
             const typename D::Out& out) {
  using S = typename D::Value;
  const std::int64_t length = x.shape()[axis];
  for (const Index& i : part.of(Shape::of(x.shape().extents().without(axis)))) {
    const Index start = i.inserted(axis, 0);
    const auto row = x.line(start, axis);
    S greatest = row(0);
    for (std::int64_t j = 1; j < length; ++j) greatest = maximum(greatest, row(j));
    std::vector<S> e;
    e.reserve(static_cast<std::size_t>(length));
    for (std::int64_t j = 0; j < length; ++j) e.push_back(exp(row(j) - greatest));
    const S sum = canonical_sum(d, std::span<const S>(e));
    const auto result = out.line(start, axis);
    for (std::int64_t j = 0; j < length; ++j) result(j) = e[static_cast<std::size_t>(j)] / sum;
  }
}

/// out[i] = canonical_sum of x over the reduced axes, row-major, / their count rounded to binary32.
/// `out` has the elements of x's other axes in row-major order, with or without the reduced ones.
template <Domain D>
void reduce_mean(const D& d, Part part, const AxisSet& reduced, const typename D::In& x,
                 const typename D::Out& out) {
  using Value = typename D::Value;
  Index kept = x.shape().extents();
  Index summed = x.shape().extents();
  for (std::size_t axis = 0; axis < kept.rank(); ++axis) (reduced[axis] ? kept : summed)[axis] = 1;
  const Shape outer = Shape::of(kept);
  const Shape inner = Shape::of(summed);
  const auto count = d.constant(static_cast<float>(inner.element_count()));
  for (const Index& i : part.of(outer)) {
    std::vector<Value> values;
    values.reserve(static_cast<std::size_t>(inner.element_count()));
    for (const Index& r : all(inner)) values.push_back(x(plus(i, r)));
    const Index result = row_major_position(out.shape(), row_major_number(outer, i));
    out(result) = canonical_sum(d, std::span<const Value>(values)) / count;
  }
}

/// out[n,c,…] = ((x − mean[c]) · (1 / sqrt(variance[c] + epsilon))) · scale[c] + bias[c]
template <Domain D>
void batch_norm(const D& d, Part part, float epsilon, const typename D::In& x,
                const typename D::In& scale, const typename D::In& bias, const typename D::In& mean,
                const typename D::In& variance, const typename D::Out& out) {
  for (const Index& i : part.of(out.shape())) {
    const Index c{i[1]};
    const auto inverse_deviation = d.constant(1.0F) / sqrt(variance(c) + d.constant(epsilon));
    out(i) = ((x(i) - mean(c)) * inverse_deviation) * scale(c) + bias(c);
  }
}

}  // namespace touchstone::op
