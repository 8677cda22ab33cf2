#include "work.h"

#include <algorithm>

#include "geometry.h"
#include "touchstone/core/checked.h"

namespace touchstone {

namespace {

/// Elements of `shape` along the given axes together.
std::int64_t extent_over(const Shape& shape, const AxisSet& axes) {
  std::int64_t out = 1;
  for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
    if (axes[axis]) out *= shape[axis];
  }
  return out;
}

/// Steps of the contraction behind one element of the result.
std::int64_t contracted(Op op, std::span<const Shape> operands) {
  const Shape& x = operands[0];
  if (op == Op::matmul || op == Op::linear) return x[x.rank() - 1];
  if (op == Op::conv) return Shape::of(operands[1].extents().without(0)).element_count();
  return 1;
}

}  // namespace

std::optional<Work> work_of(Op op, const Attributes& attributes, std::span<const Shape> operands,
                            const Shape& result) {
  const Shape& x = operands[0];
  Work out;
  std::int64_t elements = result.element_count();
  if (op == Op::softmax || op == Op::reduce_mean) elements = std::max(elements, x.element_count());
  if (op == Op::softmax) out.row = x[axis_of(attributes, x)];
  if (op == Op::reduce_mean) out.row = extent_over(x, axes_of(attributes, x.rank()));
  // Two operands a step; concat looks through its operands for each element; an operand of indices
  // is read at four values.
  std::optional<std::int64_t> per_element =
      checked_mul<std::int64_t>(2, std::max<std::int64_t>(contracted(op, operands), 1));
  if (op == Op::concat) per_element = static_cast<std::int64_t>(operands.size()) + 1;
  if (operation(op).reads_indices()) per_element = 8;
  const auto accesses = per_element ? checked_mul(elements, *per_element) : std::nullopt;
  if (!accesses) return std::nullopt;
  out.accesses = *accesses;
  return out;
}

}  // namespace touchstone
