#include "graph_context.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "touchstone/core/checked.h"
#include "touchstone/interpreter/folding.h"

namespace touchstone::onnx_reading {

namespace {

/// The element type that decides how `op` is computed: that of its first operand of values.
ElementType computed_element(const GraphContext& graph, Op op,
                             const std::vector<ValueId>& operands) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operation(op).operand(i).kind == OperandKind::value) {
      return graph.value(operands[i]).type.element;
    }
  }
  return ElementType::float32;
}

bool fits_32_bits(const Tensor& tensor) {
  return std::ranges::all_of(
      tensor.integers(), [](std::int64_t element) { return std::in_range<std::int32_t>(element); });
}

}  // namespace

Result<void> GraphContext::add_input(const std::string& name, TensorType type) {
  auto added = builder_.add_input(name, type);
  if (!added) return added.error();
  return {};
}

Result<void> GraphContext::add_initializer(const std::string& name, Constant constant) {
  return note_form(builder_.add_parameter(name, std::move(constant.tensor)), constant.narrow);
}

Result<void> GraphContext::add_constant(const std::string& name, Constant constant) {
  return note_form(builder_.add_constant(name, std::move(constant.tensor)), constant.narrow);
}

Result<void> GraphContext::note_form(const Result<ValueId>& added, bool narrow) {
  if (!added) return added.error();
  if (narrow) narrow_.insert(static_cast<std::uint32_t>(*added));
  return {};
}

Result<void> GraphContext::add_result(const std::string& name, Op op, const Attributes& attributes,
                                      std::vector<ValueId> operands) {
  switch (computed_element(*this, op, operands)) {
    case ElementType::int64: return fold_result(name, op, attributes, operands);
    case ElementType::boolean:
      return unavailable({}, "it computes with BOOL values, which is not supported");
    case ElementType::float32: break;
  }
  auto added = builder_.add_node(name, op, attributes, std::move(operands));
  if (!added) return added.error();
  return {};
}

Result<void> GraphContext::fold_result(const std::string& name, Op op, const Attributes& attributes,
                                       const std::vector<ValueId>& operands) {
  const Operation& word = operation(op);
  if (operands.size() > folded_operand_limit) {
    return unavailable({}, "integer arithmetic on " + std::to_string(operands.size()) +
                               " operands is not supported; at most " +
                               std::to_string(folded_operand_limit) + " are");
  }
  bool narrow = true;
  bool wide = true;
  std::vector<Tensor> tensors;
  std::vector<TensorType> types;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Value& operand = value(operands[i]);
    if (!operand.constant) {
      return unavailable({}, "it does integer arithmetic on '" + printable(operand.name) +
                                 "', which is only known when the model runs");
    }
    if (word.operand(i).kind == OperandKind::value) {
      (form(operands[i]).narrow ? wide : narrow) = false;
    }
    if (auto ok = admit_folded_work(operand.type.shape.element_count()); !ok) return ok;
    tensors.push_back(*operand.constant);
    types.push_back(operand.type);
  }
  if (!narrow && !wide) return unreadable({}, "it mixes INT32 and INT64 operands");
  auto completed = complete(word, attributes);
  if (!completed) return completed.error();
  auto type = infer(word, *completed, types);
  if (!type) return type.error();
  if (auto ok = admit_folded(type->shape); !ok) return ok;
  auto folded = fold(op, *completed, tensors);
  if (!folded) return folded.error();
  if (narrow && !fits_32_bits(*folded)) {
    return unavailable({}, "its INT32 arithmetic overflows, which is not supported");
  }
  return add_constant(name, {std::move(*folded), narrow});
}

Result<void> GraphContext::admit_folded(const Shape& shape) {
  const std::int64_t elements = shape.element_count();
  if (elements > folded_tensor_limit) {
    return unavailable({}, "it computes an integer tensor of shape " + shape.text() +
                               " while the model is read; at most " +
                               std::to_string(folded_tensor_limit) + " elements are supported");
  }
  if (folded_total_ + elements > folded_total_limit) {
    return unavailable({}, "the integer tensors computed while the model is read have more than " +
                               std::to_string(folded_total_limit) +
                               " elements together, which is not supported");
  }
  folded_total_ += elements;
  return admit_folded_work(elements);
}

Result<void> GraphContext::admit_folded_work(std::int64_t elements) {
  if (elements > folded_work_limit - folded_work_) {
    return unavailable({},
                       "the integer arithmetic done while the model is read works through more "
                       "than " +
                           std::to_string(folded_work_limit) +
                           " elements together, which is not supported");
  }
  folded_work_ += elements;
  return {};
}

Result<ValueId> GraphContext::add_part(std::string_view whole, std::string_view part, Op op,
                                       const Attributes& attributes,
                                       std::vector<ValueId> operands) {
  if (computed_element(*this, op, operands) != ElementType::float32) {
    return unavailable({}, "only FLOAT operands are supported here");
  }
  auto name = part_name(whole, part);
  if (!name) return name.error();
  return builder_.add_node(std::move(*name), op, attributes, std::move(operands));
}

Result<ValueId> GraphContext::add_constant_part(std::string_view whole, std::string_view part,
                                                Tensor tensor) {
  auto name = part_name(whole, part);
  if (!name) return name.error();
  return builder_.add_constant(std::move(*name), std::move(tensor));
}

Result<std::string> GraphContext::part_name(std::string_view whole, std::string_view part) {
  const std::string plain = std::string(whole) + "/" + std::string(part);
  std::string name = plain;
  for (std::size_t attempt = 2; names_.contains(name) || builder_.find(name); ++attempt) {
    name = plain + "_" + std::to_string(attempt);
  }
  parts_total_ += part_size + name.size();
  if (parts_total_ > parts_total_limit) {
    return unavailable({},
                       "the operators composed of several operations have too many intermediate "
                       "values together");
  }
  return name;
}

std::optional<ValueId> GraphContext::find(const std::string& name) const {
  if (!names_.contains(name)) return std::nullopt;
  return builder_.find(name);
}

ElementForm GraphContext::form(ValueId id) const {
  return {value(id).type.element, narrow_.contains(static_cast<std::uint32_t>(id))};
}

std::optional<Constant> GraphContext::constant(ValueId id) const {
  const Value& found = value(id);
  if (!found.constant) return std::nullopt;
  return Constant{*found.constant, form(id).narrow};
}

}  // namespace touchstone::onnx_reading
