#include "composition.h"

#include <utility>

namespace touchstone::onnx_reading {

ValueId Composition::kept(Result<ValueId> step) {
  if (step) return *step;
  if (state_) state_ = step.error();
  return node_.input(0);
}

ValueId Composition::part(std::string_view name, Op op, Operands operands,
                          const Attributes& attributes) {
  if (!state_) return node_.input(0);
  return kept(node_.part(name, op, attributes, std::move(operands)));
}

ValueId Composition::reshaped(std::string_view name, ValueId value, Integers shape) {
  return part(name, Op::reshape, {value}, {{"shape", std::move(shape)}});
}

ValueId Composition::number(std::string_view name, float value) {
  if (!state_) return node_.input(0);
  return kept(node_.constant_part(name, scalar_tensor(value)));
}

ValueId Composition::constant(std::string_view name, const Tensor& tensor) {
  if (state_) state_ = node_.admit_folded(tensor.shape());
  if (!state_) return node_.input(0);
  return kept(node_.constant_part(name, tensor));
}

ValueId Composition::named_number(std::string_view name, float value,
                                  std::optional<ValueId>& once) {
  if (!once) once = number(name, value);
  return *once;
}

ValueId Composition::numbers_of(std::string_view name, ValueId mask) {
  const ValueId one = named_number("one", 1, one_);
  const ValueId zero = named_number("zero", 0, zero_);
  return part(name, Op::where, {mask, one, zero});
}

Result<void> Composition::result(Op op, Operands operands, const Attributes& attributes,
                                 std::size_t output) {
  if (state_) state_ = node_.output_result(output, op, attributes, std::move(operands));
  return state_;
}

Result<void> Composition::mask_result(ValueId numbers, std::size_t output) {
  return result(Op::equal, {numbers, named_number("one", 1, one_)}, {}, output);
}

Tensor scalar_tensor(float value) { return Tensor::of(Shape(), std::span<const float>(&value, 1)); }

Tensor list_tensor(std::span<const std::int64_t> values) {
  return Tensor::of(Shape::of({static_cast<std::int64_t>(values.size())}), values);
}

Tensor mask_tensor(const Shape& shape, const std::vector<bool>& values) {
  std::vector<std::byte> bytes;
  bytes.reserve(values.size());
  for (const bool value : values) bytes.push_back(value ? std::byte{1} : std::byte{0});
  return Tensor::create({ElementType::boolean, shape}, std::move(bytes)).value();
}

}  // namespace touchstone::onnx_reading
