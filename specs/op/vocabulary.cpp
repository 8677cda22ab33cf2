#include "vocabulary.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <stdexcept>

#include "words.h"

namespace touchstone {

namespace {

std::vector<Operation> make_vocabulary() {
  std::vector<Operation> out;
  for (const auto family : words::families) {
    for (Operation& operation : family()) out.push_back(std::move(operation));
  }
  std::sort(out.begin(), out.end(),
            [](const Operation& a, const Operation& b) { return a.op < b.op; });
  return out;
}

std::string count_text(const Operation& operation) {
  const std::string least = std::to_string(operation.min_operands);
  if (operation.variadic) return "at least " + least;
  if (operation.min_operands == operation.operands.size()) return least;
  return least + " to " + std::to_string(operation.operands.size());
}

std::string_view type_name(const AttributeValue& value) {
  static constexpr std::array<std::string_view, 5> names = {"a boolean", "an integer", "a number",
                                                            "a list of integers", "a text"};
  return names[value.index()];
}

std::optional<Diagnostic> arity_fault(const Operation& operation, std::size_t count) {
  const bool enough = count >= operation.min_operands;
  const bool few = operation.variadic || count <= operation.operands.size();
  if (enough && few) return std::nullopt;
  return unreadable({}, std::string(operation.name) + " takes " + count_text(operation) +
                            " operands, not " + std::to_string(count));
}

/// The element type that operand `position` must have, given what it has.
ElementType expected_element(const Operation& operation, std::size_t position,
                             std::span<const TensorType> operands) {
  switch (operation.operand(position).kind) {
    case OperandKind::index:
    case OperandKind::counter: return ElementType::int64;
    case OperandKind::mask: return ElementType::boolean;
    case OperandKind::value_or_mask:
      if (operands[position].element == ElementType::boolean) return ElementType::boolean;
      break;
    case OperandKind::value: break;
  }
  // All values are alike: float32, or int64 where shape arithmetic is folded.
  for (std::size_t i = 0; i < position; ++i) {
    if (operation.operand(i).kind == OperandKind::value) return operands[i].element;
  }
  return operands[position].element == ElementType::int64 ? ElementType::int64
                                                          : ElementType::float32;
}

std::optional<Diagnostic> element_fault(const Operation& operation,
                                        std::span<const TensorType> operands) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const ElementType expected = expected_element(operation, i, operands);
    if (operands[i].element == expected) continue;
    return unreadable({}, "operand " + std::string(operation.operand(i).name) + " of " +
                              std::string(operation.name) + " is " +
                              std::string(name_of(operands[i].element)) + ", expected " +
                              std::string(name_of(expected)));
  }
  return std::nullopt;
}

ElementType result_element(const Operation& operation, std::span<const TensorType> operands) {
  if (operation.gives_mask) return ElementType::boolean;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operation.operand(i).kind == OperandKind::value) return operands[i].element;
  }
  return ElementType::float32;
}

}  // namespace

const OperandSpec& Operation::operand(std::size_t position) const {
  return position < operands.size() ? operands[position] : operands.back();
}

bool Operation::reads_indices() const {
  return std::any_of(operands.begin(), operands.end(),
                     [](const OperandSpec& spec) { return spec.kind == OperandKind::index; });
}

std::span<const Operation> vocabulary() {
  static const std::vector<Operation> all = make_vocabulary();
  assert(all.size() == op_count);
  return all;
}

const Operation& operation(Op op) { return vocabulary()[static_cast<std::size_t>(op)]; }

const Operation* find_operation(std::string_view name) {
  for (const Operation& candidate : vocabulary()) {
    if (candidate.name == name) return &candidate;
  }
  return nullptr;
}

Result<Attributes> complete(const Operation& operation, const Attributes& given) {
  Attributes out;
  for (const AttributeSpec& spec : operation.attributes) {
    const auto found = given.values().find(spec.name);
    const bool present = found != given.values().end();
    const std::string place = "attribute " + std::string(spec.name);
    if (!present && spec.required) {
      return unreadable({}, std::string(operation.name) + " needs " + place);
    }
    if (present && found->second.index() != spec.fallback.index()) {
      return unreadable({}, place + " of " + std::string(operation.name) + " is " +
                                std::string(type_name(found->second)) + ", expected " +
                                std::string(type_name(spec.fallback)));
    }
    const AttributeValue& value = present ? found->second : spec.fallback;
    if (const auto* real = std::get_if<float>(&value); real != nullptr && !std::isfinite(*real)) {
      return unreadable({}, place + " of " + std::string(operation.name) + " is not finite");
    }
    out.set(spec.name, value);
  }
  for (const auto& [name, value] : given.values()) {
    if (out.contains(name)) continue;
    std::string known;
    for (const AttributeSpec& spec : operation.attributes) known += " " + std::string(spec.name);
    return unreadable({},
                      std::string(operation.name) + " has no attribute '" + printable(name) + "'",
                      known.empty() ? "it takes none" : "it takes" + known);
  }
  return out;
}

Result<TensorType> infer(const Operation& operation, const Attributes& attributes,
                         std::span<const TensorType> operands) {
  if (auto fault = arity_fault(operation, operands.size())) return *fault;
  if (auto fault = element_fault(operation, operands)) return *fault;
  std::vector<Shape> shapes;
  for (const TensorType& operand : operands) shapes.push_back(operand.shape);
  auto shape = operation.shape_rule(attributes, shapes);
  if (!shape) return shape.error();
  return TensorType{result_element(operation, operands), *shape};
}

std::vector<ClassInstance> gradient_instances(const Operation& operation,
                                              const Attributes& attributes) {
  std::vector<ClassInstance> out = operation.class_instances(attributes);
  if (operation.more_gradient_instances == nullptr) return out;
  for (ClassInstance& instance : operation.more_gradient_instances(attributes)) {
    out.push_back(std::move(instance));
  }
  return out;
}

std::vector<Pass> vjp_passes(const Operation& operation, std::span<const TensorType> operands) {
  std::vector<Pass> out;
  if (!operation.differentiable) return out;
  for (const TensorType& type : operands) {
    if (type.element == ElementType::float32) out.push_back(Pass::vjp(out.size()));
  }
  return out;
}

std::size_t position_of(Pass pass, std::span<const TensorType> operands) {
  std::size_t values = 0;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operands[i].element != ElementType::float32) continue;
    if (values == pass.value()) return i;
    ++values;
  }
  throw std::logic_error("a gradient with respect to no operand");
}

PassTypes types_of(Pass pass, std::span<const TensorType> operands, const TensorType& result) {
  PassTypes out{{operands.begin(), operands.end()}, result};
  if (pass.is_forward()) return out;
  out.operands.insert(out.operands.end(), 2, result);
  out.result = operands[position_of(pass, operands)];
  return out;
}

}  // namespace touchstone
