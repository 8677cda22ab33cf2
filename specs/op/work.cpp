#include "work.h"

#include <algorithm>
#include <vector>

#include "geometry.h"
#include "touchstone/core/checked.h"

namespace touchstone {

namespace {

std::optional<Work> vjp_work(const Work& forward, Pass pass, std::span<const TensorType> operands,
                             const TensorType& result) {
  std::optional<std::int64_t> accesses = forward.accesses;
  for (const TensorType& type : operands) {
    if (accesses) accesses = checked_add(*accesses, type.shape.element_count());
  }
  if (accesses) accesses = checked_mul<std::int64_t>(4, *accesses);
  if (!accesses) return std::nullopt;
  const std::int64_t own = operands[position_of(pass, operands)].shape.element_count();
  const std::int64_t summed = result.shape.element_count() / std::max<std::int64_t>(own, 1);
  return Work{*accesses, std::max({forward.row, forward.vjp_row, summed})};
}

}  // namespace

std::optional<Work> steady_work(std::int64_t elements, std::int64_t steps, std::int64_t operands,
                                std::int64_t row) {
  const auto per_element = checked_mul(operands, std::max<std::int64_t>(steps, 1));
  const auto accesses = per_element ? checked_mul(elements, *per_element) : std::nullopt;
  if (!accesses) return std::nullopt;
  return Work{*accesses, row};
}

std::optional<Work> work_of(const Operation& operation, const Attributes& attributes, Pass pass,
                            std::span<const TensorType> operands, const TensorType& result) {
  std::vector<Shape> shapes;
  for (const TensorType& type : operands) shapes.push_back(type.shape);
  const auto forward = operation.work != nullptr
                           ? operation.work(attributes, shapes, result.shape)
                           : steady_work(result.shape.element_count(), 1,
                                         static_cast<std::int64_t>(operands.size()) + 1);
  auto out = !forward || pass.is_forward() ? forward : vjp_work(*forward, pass, operands, result);
  if (!out || !operation.reads_indices()) return out;
  // A gradient by what was indexed is summed in one column of it.
  if (!pass.is_forward()) {
    out->row = std::max(out->row, shapes[0][indexed_axis(attributes, shapes[0])]);
  }
  // What depends on an index is read at four values of it.
  const auto accesses = checked_mul<std::int64_t>(4, out->accesses);
  if (!accesses) return std::nullopt;
  out->accesses = *accesses;
  return out;
}

}  // namespace touchstone
