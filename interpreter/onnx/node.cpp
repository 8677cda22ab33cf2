#include "node.h"

#include <algorithm>
#include <utility>

#include "composition.h"

namespace touchstone::onnx_reading {

namespace {

bool moves_elements(Op op) {
  switch (op) {
    case Op::broadcast:
    case Op::concat:
    case Op::flatten:
    case Op::gather:
    case Op::permute:
    case Op::reshape:
    case Op::slice: return true;
    default: return false;
  }
}

std::string input_named(std::string_view role) { return "its input '" + std::string(role) + "'"; }

Result<Tensor> known_integers(const OnnxNode& node, std::size_t i, std::string_view role) {
  const auto known = node.constant(i);
  if (!known) {
    return unavailable(
        {}, input_named(role) + " is only known when the model runs; it must be constant");
  }
  if (known->tensor.type().element == ElementType::int64) return known->tensor;
  return unreadable(
      {}, input_named(role) + " is " + std::string(onnx_name(known->form())) + ", not INT64");
}

}  // namespace

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
  const auto known = known_integers(*this, i, role);
  if (!known) return known.error();
  if (known->shape().rank() != 1) {
    return unreadable(
        {}, input_named(role) + " has shape " + known->shape().text() + "; it must have one axis");
  }
  const auto entries = known->integers();
  return Integers(entries.begin(), entries.end());
}

Result<std::int64_t> OnnxNode::integer(std::size_t i, std::string_view role) const {
  const auto known = known_integers(*this, i, role);
  if (!known) return known.error();
  if (known->shape().element_count() == 1) return known->integers().front();
  return unreadable(
      {}, input_named(role) + " has shape " + known->shape().text() + "; it must hold one element");
}

Result<void> OnnxNode::require_float(std::size_t i, std::string_view role) const {
  if (form(i).element == ElementType::float32) return {};
  return unavailable({}, input_named(role) + " is " + std::string(onnx_name(form(i))) +
                             "; only FLOAT is supported");
}

Result<void> OnnxNode::output_result(std::size_t output, Op op, const Attributes& attributes,
                                     std::vector<ValueId> operands) {
  const bool mask = graph_.form(operands.front()).element == ElementType::boolean;
  if (!mask || !moves_elements(op)) {
    return graph_.add_result(parts_.outputs[output], op, attributes, std::move(operands));
  }
  Composition composition(*this);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operation(op).operand(i).kind != OperandKind::value) continue;
    if (graph_.form(operands[i]).element != ElementType::boolean) {
      return unreadable(
          {}, "its inputs are BOOL and " + std::string(onnx_name(graph_.form(operands[i]))));
    }
    operands[i] = composition.numbers_of("number_" + std::to_string(i), operands[i]);
  }
  const ValueId moved = composition.part("moved", op, std::move(operands), attributes);
  return composition.mask_result(moved, output);
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

bool broadcasts_to(const Shape& from, const Shape& to) {
  if (from.rank() > to.rank()) return false;
  const std::size_t added = to.rank() - from.rank();
  for (std::size_t axis = 0; axis < from.rank(); ++axis) {
    if (from[axis] != 1 && from[axis] != to[added + axis]) return false;
  }
  return true;
}

}  // namespace touchstone::onnx_reading
