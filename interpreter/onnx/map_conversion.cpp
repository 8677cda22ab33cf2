#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "composition.h"
#include "operator_form.h"

/// Operators that leave values as they are, or say them in another type.
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

Result<void> map_identity(OnnxNode& node) { return node.same_result(); }

/// A mask that holds everywhere, since nothing is dropped.
Result<void> full_mask(OnnxNode& node, std::size_t output) {
  Composition composition(node);
  const ValueId none = composition.number("none", 0);
  const ValueId nowhere =
      composition.part("dropped", Op::broadcast, {none}, {{"shape", extents_of(node.shape(0))}});
  return composition.result(Op::equal, {nowhere, none}, {}, output);
}

/// At inference neither the ratio nor the seed has an effect. The second output is a mask since
/// opset 10; before, it had the input's type.
Result<void> map_dropout(OnnxNode& node) {
  if (auto ok = check_inference(node); !ok) return ok;
  if (node.has_output(1)) {
    if (node.opset() < 10) {
      return unavailable({}, "its second output, the mask, is not supported before opset 10");
    }
    if (auto ok = full_mask(node, 1); !ok) return ok;
  }
  return node.same_result();
}

template <class Target, class Convert>
std::vector<Target> converted(const Constant& constant, Convert convert) {
  std::vector<Target> out;
  if (constant.form().element == ElementType::boolean) {
    for (const std::byte b : constant.tensor.bytes())
      out.push_back(convert(b == std::byte{0} ? 0 : 1));
  } else {
    for (const std::int64_t whole : constant.tensor.integers()) out.push_back(convert(whole));
  }
  return out;
}

/// A constant of whole numbers as INT64 or INT32.
Result<void> cast_to_integers(OnnxNode& node, const Constant& constant, bool narrow) {
  const Shape& shape = constant.tensor.shape();
  const bool copies = constant.form().element == ElementType::boolean;
  auto ok = copies ? node.admit_folded(shape) : node.admit_folded_work(shape.element_count());
  if (!ok) return ok;
  const auto values = converted<std::int64_t>(constant, [](std::int64_t whole) { return whole; });
  for (const std::int64_t value : values) {
    if (narrow && !std::in_range<std::int32_t>(value)) {
      return unavailable({},
                         "it casts " + std::to_string(value) + " to INT32, which does not hold it");
    }
  }
  return node.constant_result({Tensor::of(shape, values), narrow});
}

/// Rounded to the nearest float, as ONNX and C++ convert.
Result<void> cast_to_floats(OnnxNode& node, const Constant& constant) {
  if (auto ok = node.admit_folded(constant.tensor.shape()); !ok) return ok;
  const auto values =
      converted<float>(constant, [](std::int64_t whole) { return static_cast<float>(whole); });
  return node.constant_result({Tensor::of(constant.tensor.shape(), values)});
}

/// True where a value is not 0, NaN included.
Result<void> cast_to_mask(OnnxNode& node) {
  Composition composition(node);
  const ValueId none =
      composition.part("none", Op::equal, {node.input(0), composition.number("nothing", 0)});
  const ValueId numbers = composition.numbers_of("numbers", none);
  return composition.result(Op::equal, {numbers, composition.number("not", 0)});
}

Result<void> cast(OnnxNode& node, ElementForm to, std::string_view said_by) {
  const ElementForm from = node.form(0);
  if (from == to) return node.same_result();
  const bool was_float = from.element == ElementType::float32;
  if (was_float && to.element == ElementType::boolean) return cast_to_mask(node);
  const std::string conversion =
      "casting " + std::string(onnx_name(from)) + " to " + std::string(onnx_name(to));
  if (was_float || to.element == ElementType::boolean) {
    return unavailable({}, conversion + " is not supported (" + std::string(said_by) + ")");
  }
  const auto constant = node.constant(0);
  if (constant && to.element == ElementType::int64) {
    return cast_to_integers(node, *constant, to.narrow);
  }
  if (constant) return cast_to_floats(node, *constant);
  if (from.element == ElementType::boolean && to.element == ElementType::float32) {
    Composition composition(node);
    return composition.result(
        Op::where, {node.input(0), composition.number("one", 1), composition.number("zero", 0)});
  }
  return unavailable({},
                     conversion + " is only supported on constants (" + std::string(said_by) + ")");
}

Result<void> map_cast(OnnxNode& node) {
  const std::int64_t number = node.attributes().integer("to");
  const auto to = std::in_range<std::int32_t>(number)
                      ? element_form(static_cast<std::int32_t>(number))
                      : unreadable({}, std::to_string(number) + " is not an element type of ONNX");
  if (!to) return to.error().inside("attribute 'to'");
  return cast(node, *to, "attribute 'to'");
}

Result<void> map_cast_like(OnnxNode& node) {
  return cast(node, node.form(1), "input 'target_type'");
}

}  // namespace

std::vector<OperatorForm> families::conversion() {
  using namespace forms;
  const AttributeForm to = required("to", Kind::integer);
  const AttributeForm saturate = integer("saturate", 1);
  return {
      {"Cast", first, 18, 1, 1, 1, {to}, map_cast},
      {"Cast", 19, last, 1, 1, 1, {to, saturate}, map_cast},
      {"CastLike", 15, 18, 2, 2, 1, {}, map_cast_like},
      {"CastLike", 19, last, 2, 2, 1, {saturate}, map_cast_like},
      {"Dropout", first, 11, 1, 1, 2, {real("ratio", 0.5F)}, map_dropout},
      {"Dropout", 12, last, 1, 3, 2, {optional("seed", Kind::integer)}, map_dropout},
      unary("Identity", first, map_identity),
  };
}

}  // namespace touchstone::onnx_reading
