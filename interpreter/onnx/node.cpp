#include "node.h"

#include <algorithm>
#include <utility>

namespace touchstone::onnx_reading {

std::vector<ValueId> OnnxNode::inputs() const {
  std::vector<ValueId> out;
  out.reserve(parts_.inputs.size());
  for (const auto& id : parts_.inputs) out.push_back(id.value());
  return out;
}

Result<bool> OnnxNode::flag(std::string_view name) const {
  if (!attributes().contains(name)) return false;
  const std::int64_t value = attributes().integer(name);
  if (value == 0 || value == 1) return value == 1;
  return unreadable({}, "attribute '" + std::string(name) + "' is " + std::to_string(value) +
                            ", neither 0 nor 1");
}

Result<Integers> OnnxNode::integers(std::size_t i, std::string_view role) const {
  const std::string what = "its input '" + std::string(role) + "'";
  const auto known = constant(i);
  if (!known) {
    return unavailable({}, what + " is only known when the model runs; it must be constant");
  }
  if (known->tensor.type().element != ElementType::int64) {
    return unreadable({}, what + " is " + std::string(onnx_name(known->form())) + ", not INT64");
  }
  if (known->tensor.shape().rank() != 1) {
    return unreadable(
        {}, what + " has shape " + known->tensor.shape().text() + "; it must have one axis");
  }
  const auto entries = known->tensor.integers();
  return Integers(entries.begin(), entries.end());
}

Result<void> OnnxNode::same_result() {
  if (auto known = constant(0); known && form(0).element != ElementType::float32) {
    return constant_result(std::move(*known));
  }
  return result(Op::reshape, {{"shape", extents_of(shape(0))}}, {input(0)});
}

Integers extents_of(const Shape& shape) {
  const auto entries = shape.extents().entries();
  return {entries.begin(), entries.end()};
}

Result<std::int64_t> axis_in(std::int64_t axis, std::size_t rank, bool negative) {
  const auto limit = static_cast<std::int64_t>(rank);
  if (axis < 0 && !negative) {
    return unreadable({}, "axis " + std::to_string(axis) +
                              " is negative, which the operator does not know at this opset");
  }
  if (axis < -limit || axis >= limit) {
    return unreadable({}, "axis " + std::to_string(axis) + " is outside a tensor of " +
                              std::to_string(rank) + " axes");
  }
  return axis < 0 ? axis + limit : axis;
}

Result<Integers> axes_in(std::span<const std::int64_t> axes, std::size_t rank, bool negative) {
  if (axes.size() > rank) {
    return unreadable({}, std::to_string(axes.size()) + " axes are named of a tensor that has " +
                              std::to_string(rank));
  }
  Integers out;
  for (const std::int64_t given : axes) {
    auto axis = axis_in(given, rank, negative);
    if (!axis) return axis.error();
    if (std::ranges::find(out, *axis) != out.end()) {
      return unreadable({}, "axis " + std::to_string(*axis) + " is named twice");
    }
    out.push_back(*axis);
  }
  std::ranges::sort(out);
  return out;
}

}  // namespace touchstone::onnx_reading
