#include "checked_views.h"

#include "touchstone/op/index_space.h"

namespace touchstone {

void AccessTally::outside(const char* what, std::size_t operand, const Index& at,
                          const Shape& shape) {
  if (fault) return;
  std::string position = "[";
  for (std::size_t axis = 0; axis < at.rank(); ++axis) {
    position += (axis > 0 ? "," : "") + std::to_string(at[axis]);
  }
  fault = std::string(what) + " " + position + "] of " +
          (operand == SIZE_MAX ? "the result" : "operand " + std::to_string(operand)) + " " +
          shape.text();
}

CheckedOperand::Line CheckedOperand::line(const Index& at, std::size_t axis) const {
  Index start = at;
  Shape others = shape_;
  if (axis < start.rank() && start.rank() == shape_.rank()) {
    // The line's own axis may be empty; each of its elements is checked when it is read.
    start[axis] = 0;
    others = Shape::of(shape_.extents().without(axis));
    if (!inside(start.without(axis), others)) tally_->outside("reads", operand_, start, shape_);
  } else {
    tally_->outside("reads", operand_, at, shape_);
  }
  return {*this, start, axis};
}

void CheckedOperand::Line::fail(std::int64_t k) const {
  Index at = start_;
  at[axis_] = k;
  from_->tally_->outside("reads", from_->operand_, at, from_->shape_);
}

void CheckedResult::write(const Index& at) const {
  if (!inside(at, shape_)) {
    tally_->outside("writes", SIZE_MAX, at, shape_);
    return;
  }
  const auto number = static_cast<std::uint64_t>(row_major_number(shape_, at));
  if (number == written_->prefix && written_->later.empty()) {
    ++written_->prefix;
  } else {
    write_out_of_order(number, at);
  }
}

void CheckedResult::write_out_of_order(std::uint64_t number, const Index& at) const {
  auto& later = written_->later;
  if (later.empty()) later.resize(static_cast<std::size_t>(shape_.element_count()) / 64 + 1, 0);
  std::uint64_t& word = later[number / 64];
  const std::uint64_t bit = std::uint64_t{1} << (number % 64);
  if (number < written_->prefix || (word & bit) != 0) {
    tally_->outside("writes a second time", SIZE_MAX, at, shape_);
  }
  word |= bit;
}

std::optional<Index> CheckedResult::unwritten() const {
  const auto count = static_cast<std::uint64_t>(shape_.element_count());
  for (std::uint64_t number = written_->prefix; number < count; ++number) {
    const bool marked =
        !written_->later.empty() && ((written_->later[number / 64] >> (number % 64)) & 1U) != 0;
    if (!marked) return row_major_position(shape_, static_cast<std::int64_t>(number));
  }
  return std::nullopt;
}

}  // namespace touchstone
