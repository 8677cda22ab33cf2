#include "class_shapes.h"

#include <algorithm>

#include "canonical_sum.h"
#include "geometry.h"

namespace touchstone::class_shapes {

static_assert(long_axis == static_cast<std::int64_t>(op::sum_chunk + op::sum_lanes + 1));

AttributeSpec axis_spec(std::int64_t fallback, std::string_view meaning) {
  return {"axis", fallback, false, meaning};
}

TensorType values(const Index& extents) { return {ElementType::float32, Shape::of(extents)}; }
TensorType indices(const Index& extents) { return {ElementType::int64, Shape::of(extents)}; }
TensorType masks(const Index& extents) { return {ElementType::boolean, Shape::of(extents)}; }

Integers clipped_window(const Integers& list) {
  Integers out = clipped(list, attribute_limit);
  for (std::size_t s = 1; s < out.size(); ++s) out[s] = std::min(out[s], further_axis_limit);
  return out;
}

Integers clipped(Integers list, std::int64_t limit) {
  for (std::int64_t& entry : list) entry = std::clamp(entry, -limit, limit);
  return list;
}

Integers small_target(const Attributes& attributes) {
  Integers out = clipped(attributes.integers("shape"), extent_limit);
  for (std::size_t axis = 2; axis < out.size(); ++axis) {
    out[axis] = std::min(out[axis], further_axis_limit);
  }
  return out;
}

Index small_extents(std::size_t rank) {
  static constexpr std::int64_t lengths[max_rank] = {2, 3, 2, 2, 2, 1, 1, 1};
  Index out = Index::zeros(rank);
  for (std::size_t axis = 0; axis < rank; ++axis) out[axis] = lengths[axis];
  return out;
}

std::size_t least_rank(const Integers& axes) {
  std::int64_t rank = 1;
  for (const std::int64_t axis : axes) rank = std::max(rank, axis < 0 ? -axis : axis + 1);
  return static_cast<std::size_t>(std::min<std::int64_t>(rank, max_rank));
}

std::size_t roomy_rank(const Integers& axes) { return std::min(least_rank(axes) + 1, max_rank); }

std::size_t distinct_rank(const Integers& axes) {
  for (std::size_t rank = roomy_rank(axes); rank < max_rank; ++rank) {
    AxisSet seen;
    for (const std::int64_t axis : axes) seen.set(*wrapped_axis(axis, rank));
    if (seen.count() == axes.size()) return rank;
  }
  return max_rank;
}

Instances on_axes(const Attributes& attributes, const Integers& axes) {
  const std::size_t rank = distinct_rank(axes);
  Instances out{{attributes, {values(small_extents(rank))}}};
  Index single = small_extents(rank);
  Index extended = Index::zeros(rank);
  for (std::size_t axis = 0; axis < rank; ++axis) extended[axis] = 1;
  const std::size_t first = axes.empty() ? 0 : *wrapped_axis(axes[0], rank);
  single[first] = 1;
  extended[first] = long_axis;
  out.push_back({attributes, {values(single)}});
  out.push_back({attributes, {values(extended)}});
  return out;
}

std::int64_t index_value(std::int64_t j, std::int64_t length) {
  const std::int64_t step = j / 2 % length;
  return j % 2 == 0 ? step : -1 - step;
}

}  // namespace touchstone::class_shapes
