#include "vocabulary.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <stdexcept>

#include "class_instances.h"
#include "shape_rules.h"

namespace touchstone {

namespace {

using Specs = std::vector<AttributeSpec>;
constexpr bool required = true;

AttributeSpec axis_spec(std::int64_t fallback, std::string_view meaning) {
  return {"axis", fallback, false, meaning};
}

std::vector<Operation> make_vocabulary() {
  const OperandSpec x{"x"};
  const OperandSpec weight{"weight"};
  const OperandSpec bias{"bias"};
  const Specs none;
  const Specs conv_attributes{
      {"dilations", Integers{}, false, "distance of kernel elements, per spatial axis; empty: 1"},
      {"groups", std::int64_t{1}, false, "channels are split into this many independent groups"},
      {"pads_begin", Integers{}, false, "zeros before each spatial axis; empty: 0"},
      {"pads_end", Integers{}, false, "zeros after each spatial axis; empty: 0"},
      {"strides", Integers{}, false, "distance of output positions, per spatial axis; empty: 1"}};
  const Specs slice_attributes{
      {"axes", Integers{}, required, "axes that are sliced, from 0"},
      {"counts", Integers{}, required, "elements taken along each"},
      {"starts", Integers{}, required, "first element of each, from 0"},
      {"steps", Integers{}, required, "distance of the elements of each, negative to go back"}};
  const Specs mean_attributes{
      {"axes", Integers{}, false, "axes that are reduced, negative from the end; empty: all"},
      {"keepdims", true, false, "reduced axes stay with length 1"}};
  const Specs target{{"shape", Integers{}, required, "extents of the result"}};
  const Specs reshape_target{
      {"shape", Integers{}, required, "extents of the result, one may be -1"}};

  namespace rule = shape_rules;
  namespace at = class_instances;
  return {
      {Op::add,
       "add",
       "x + y, broadcast",
       {x, {"y"}},
       2,
       false,
       none,
       true,
       rule::elementwise,
       at::elementwise},
      {Op::batch_norm,
       "batch_norm",
       "((x - mean) * (1 / sqrt(variance + epsilon))) * scale + bias",
       {x, {"scale"}, bias, {"mean"}, {"variance"}},
       5,
       false,
       {{"epsilon", 1e-5F, false, "added to the variance"}},
       true,
       rule::batch_norm,
       at::batch_norm},
      {Op::broadcast,
       "broadcast",
       "x repeated along axes of length 1",
       {x},
       1,
       false,
       target,
       true,
       rule::broadcast,
       at::broadcast},
      {Op::concat,
       "concat",
       "the operands one after another along an axis",
       {x},
       1,
       true,
       {axis_spec(0, "axis that grows, negative from the end")},
       true,
       rule::concat,
       at::concat},
      {Op::conv,
       "conv",
       "fma chain over channel, then kernel row-major; then + bias",
       {x, weight, bias},
       2,
       false,
       conv_attributes,
       true,
       rule::conv,
       at::conv},
      {Op::flatten,
       "flatten",
       "x row-major with the axes before and after joined",
       {x},
       1,
       false,
       {axis_spec(1, "first axis of the second group")},
       true,
       rule::flatten,
       at::flatten},
      {Op::gather,
       "gather",
       "x at the given indices along an axis",
       {x, {"indices", OperandKind::index}},
       2,
       false,
       {axis_spec(0, "axis that is indexed, negative from the end")},
       true,
       rule::gather,
       at::gather},
      {Op::linear,
       "linear",
       "fma chain of x and weight rows; then + bias",
       {x, weight, bias},
       2,
       false,
       none,
       true,
       rule::linear,
       at::linear},
      {Op::matmul,
       "matmul",
       "fma chain of a's rows and b's columns, batch axes broadcast",
       {{"a"}, {"b"}},
       2,
       false,
       none,
       true,
       rule::matmul,
       at::matmul},
      {Op::mul,
       "mul",
       "x * y, broadcast",
       {x, {"y"}},
       2,
       false,
       none,
       true,
       rule::elementwise,
       at::elementwise},
      {Op::permute,
       "permute",
       "x with its axes reordered",
       {x},
       1,
       false,
       {{"axes", Integers{}, required, "axis of x that becomes each axis of the result"}},
       true,
       rule::permute,
       at::permute},
      {Op::reduce_mean,
       "reduce_mean",
       "canonical sum over axes / count",
       {x},
       1,
       false,
       mean_attributes,
       true,
       rule::reduce_mean,
       at::reduce_mean},
      {Op::relu, "relu", "maximum(x, +0)", {x}, 1, false, none, true, rule::relu, at::relu},
      {Op::reshape,
       "reshape",
       "x row-major under another shape",
       {x},
       1,
       false,
       reshape_target,
       true,
       rule::reshape,
       at::reshape},
      {Op::slice,
       "slice",
       "x at start + i * step along axes",
       {x},
       1,
       false,
       slice_attributes,
       true,
       rule::slice,
       at::slice},
      {Op::softmax,
       "softmax",
       "e = exp(x - maximum(x)); e / canonical sum of e, along an axis",
       {x},
       1,
       false,
       {axis_spec(-1, "axis that is normalised, negative from the end")},
       true,
       rule::softmax,
       at::softmax},
      {Op::sub,
       "sub",
       "x - y, broadcast",
       {x, {"y"}},
       2,
       false,
       none,
       true,
       rule::elementwise,
       at::elementwise},
  };
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

std::optional<Diagnostic> element_fault(const Operation& operation,
                                        std::span<const TensorType> operands) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const OperandSpec& spec = operation.operand(i);
    const ElementType expected =
        spec.kind == OperandKind::index ? ElementType::int64 : operands[0].element;
    if (operands[i].element == expected && operands[i].element != ElementType::boolean) continue;
    return unreadable(
        {}, "operand " + std::string(spec.name) + " of " + std::string(operation.name) + " is " +
                std::string(name_of(operands[i].element)) + ", expected " +
                std::string(
                    name_of(expected == ElementType::boolean ? ElementType::float32 : expected)));
  }
  return std::nullopt;
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
  return TensorType{operands[0].element, *shape};
}

}  // namespace touchstone
