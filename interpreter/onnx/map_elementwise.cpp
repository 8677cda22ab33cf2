#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "mappings.h"

namespace touchstone::onnx_reading {

namespace {

/// Whether inference may pass a Dropout's input through: no training_mode, or a constant false.
Result<void> check_inference(const OnnxNode& node) {
  if (!node.has_input(2)) return {};
  const auto mode = node.constant(2);
  if (!mode) {
    return unavailable({}, "its input 'training_mode' is only known when the model runs");
  }
  if (mode->tensor.type() != TensorType{ElementType::boolean, Shape()}) {
    return unreadable({}, "its input 'training_mode' is no BOOL scalar");
  }
  if (mode->tensor.bytes().front() != std::byte{0}) {
    return unavailable({}, "its input 'training_mode' is true; only inference is supported");
  }
  return {};
}

Constant integers_of_booleans(const Constant& constant, bool narrow) {
  std::vector<std::int64_t> values;
  for (const std::byte b : constant.tensor.bytes()) values.push_back(b == std::byte{0} ? 0 : 1);
  return {Tensor::of(constant.tensor.shape(), values), narrow};
}

/// A constant of whole numbers as INT64 or INT32.
Result<void> cast_integers(OnnxNode& node, const Constant& constant, bool narrow) {
  if (constant.form().element == ElementType::boolean) {
    if (auto ok = node.admit_folded(constant.tensor.shape()); !ok) return ok;
    return node.constant_result(integers_of_booleans(constant, narrow));
  }
  const std::int64_t elements = constant.tensor.shape().element_count();
  if (auto ok = node.admit_folded_work(elements); !ok) return ok;
  for (const std::int64_t element : constant.tensor.integers()) {
    if (narrow && !std::in_range<std::int32_t>(element)) {
      return unavailable(
          {}, "it casts " + std::to_string(element) + " to INT32, which does not hold it");
    }
  }
  return node.constant_result({constant.tensor, narrow});
}

}  // namespace

Result<void> map_add(OnnxNode& node) { return node.result(Op::add, {}, node.inputs()); }
Result<void> map_sub(OnnxNode& node) { return node.result(Op::sub, {}, node.inputs()); }
Result<void> map_mul(OnnxNode& node) { return node.result(Op::mul, {}, node.inputs()); }
Result<void> map_relu(OnnxNode& node) { return node.result(Op::relu, {}, node.inputs()); }

Result<void> map_identity(OnnxNode& node) { return node.same_result(); }

/// At inference neither the ratio nor the seed has an effect.
Result<void> map_dropout(OnnxNode& node) {
  if (node.output_count() > 1) {
    return unavailable({}, "its second output, the mask, is not supported");
  }
  if (auto ok = check_inference(node); !ok) return ok;
  return node.same_result();
}

Result<void> map_cast(OnnxNode& node) {
  const std::int64_t number = node.attributes().integer("to");
  const auto to = std::in_range<std::int32_t>(number)
                      ? element_form(static_cast<std::int32_t>(number))
                      : unreadable({}, std::to_string(number) + " is not an element type of ONNX");
  if (!to) return to.error().inside("attribute 'to'");
  const ElementForm from = node.form(0);
  const std::string conversion =
      "casting " + std::string(onnx_name(from)) + " to " + std::string(onnx_name(*to));
  if (from == *to) return node.same_result();
  if (from.element == ElementType::float32 || to->element != ElementType::int64) {
    return unavailable({}, conversion + " is not supported (attribute 'to')");
  }
  const auto constant = node.constant(0);
  if (!constant) {
    return unavailable({}, conversion + " is only supported on constants (attribute 'to')");
  }
  return cast_integers(node, *constant, to->narrow);
}

}  // namespace touchstone::onnx_reading
