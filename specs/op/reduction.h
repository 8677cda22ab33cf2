#pragma once

#include <span>
#include <vector>

#include "canonical_sum.h"
#include "definition.h"
#include "geometry.h"
#include "index_space.h"

namespace touchstone {

namespace op {

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

}  // namespace op

template <>
struct Definition<Op::reduce_mean> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::reduce_mean(use.d, use.part, axes_of(use.attributes, use.shape(0).rank()), use.value(0),
                    out);
  }
};

}  // namespace touchstone
