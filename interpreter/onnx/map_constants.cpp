#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "composition.h"
#include "operator_form.h"
#include "touchstone/core/checked.h"

namespace touchstone::onnx_reading {

namespace {

template <class T>
Constant scalar(T value) {
  return {Tensor::of(Shape(), std::span<const T>(&value, 1))};
}

/// `shape` filled with the one element of `element`, for integers and booleans.
Result<void> filled_result(OnnxNode& node, const Constant& element, const Shape& shape) {
  if (auto ok = node.admit_folded(shape); !ok) return ok;
  const auto count = static_cast<std::size_t>(shape.element_count());
  const auto pattern = element.tensor.bytes();
  std::vector<std::byte> bytes;
  bytes.reserve(count * pattern.size());
  for (std::size_t i = 0; i < count; ++i) bytes.insert(bytes.end(), pattern.begin(), pattern.end());
  auto tensor = Tensor::create({element.tensor.type().element, shape}, std::move(bytes));
  return node.constant_result({std::move(tensor).value(), element.narrow});
}

/// `position` of Shape's start or end, counted from the end where negative, and clamped.
std::size_t shape_bound(std::int64_t position, std::size_t rank) {
  const auto length = static_cast<std::int64_t>(rank);
  const std::int64_t wrapped = position < 0 ? position + length : position;
  return static_cast<std::size_t>(std::clamp<std::int64_t>(wrapped, 0, length));
}

Result<void> map_constant(OnnxNode& node) {
  const auto& values = node.attributes().values();
  if (values.size() + (node.tensor() ? 1 : 0) != 1) {
    return unreadable({}, "it must have exactly one attribute that gives its value");
  }
  if (node.tensor()) return node.constant_result(*node.tensor());
  if (node.attributes().contains("value_float")) {
    return node.constant_result(scalar(node.attributes().real("value_float")));
  }
  if (node.attributes().contains("value_int")) {
    return node.constant_result(scalar(node.attributes().integer("value_int")));
  }
  const Integers& list = node.attributes().integers("value_ints");
  const Shape shape = Shape::of({static_cast<std::int64_t>(list.size())});
  return node.constant_result({Tensor::of(shape, list)});
}

/// A float result stays a node, so that nothing is allocated from an extent.
Result<void> map_constant_of_shape(OnnxNode& node) {
  const auto extents = node.integers(0, "input");
  if (!extents) return extents.error();
  const auto shape = Shape::create(*extents);
  if (!shape) return shape.error().inside("its input");
  const Constant element = node.tensor().value_or(scalar(0.0F));
  const Shape& given = element.tensor.shape();
  if (given.element_count() != 1 || given.rank() > 1) {
    return unreadable({},
                      "attribute 'value' has shape " + given.text() + "; it must hold one element");
  }
  if (element.form().element != ElementType::float32) return filled_result(node, element, *shape);
  auto value = node.constant_part("value", element.tensor.reshaped(Shape()));
  if (!value) return value.error();
  return node.result(Op::broadcast, {{"shape", *extents}}, {*value});
}

Result<void> map_shape(OnnxNode& node) {
  const Shape& x = node.shape(0);
  const Attributes& attributes = node.attributes();
  const std::size_t from =
      attributes.contains("start") ? shape_bound(attributes.integer("start"), x.rank()) : 0;
  const std::size_t to =
      attributes.contains("end") ? shape_bound(attributes.integer("end"), x.rank()) : x.rank();
  const Integers extents =
      from < to ? extents_of(Shape::of(x.extents().part(from, to - from))) : Integers{};
  const Shape shape = Shape::of({static_cast<std::int64_t>(extents.size())});
  return node.constant_result({Tensor::of(shape, extents)});
}

Result<void> map_size(OnnxNode& node) {
  return node.constant_result(scalar(node.shape(0).element_count()));
}

/// The number of steps from `start` before `limit`; nothing where that is no 64-bit number.
std::optional<std::int64_t> steps_between(std::int64_t start, std::int64_t limit,
                                          std::int64_t delta) {
  const auto distance = checked_sub(limit, start);
  if (!distance || *distance == std::numeric_limits<std::int64_t>::min()) return std::nullopt;
  const bool onward = delta > 0 ? *distance > 0 : *distance < 0;
  if (!onward) return 0;
  const std::int64_t rest = *distance % delta == 0 ? 0 : 1;
  return checked_add(*distance / delta, rest);
}

/// Whole numbers only: how sums of floats round is the runtime's choice.
Result<void> map_range(OnnxNode& node) {
  if (node.form(0).element != ElementType::int64) {
    return unavailable({}, "its inputs are " + std::string(onnx_name(node.form(0))) +
                               "; INT64 and INT32 are supported");
  }
  if (node.form(1) != node.form(0) || node.form(2) != node.form(0)) {
    return unreadable({}, "its inputs have different types");
  }
  const auto start = node.integer(0, "start");
  if (!start) return start.error();
  const auto limit = node.integer(1, "limit");
  if (!limit) return limit.error();
  const auto delta = node.integer(2, "delta");
  if (!delta) return delta.error();
  if (*delta == 0) return unreadable({}, "its input 'delta' is 0");
  const auto count = steps_between(*start, *limit, *delta);
  const auto shape = Shape::create(Integers{count.value_or(-1)});
  if (!count || !shape) return unreadable({}, "its result has too many elements");
  if (auto ok = node.admit_folded(*shape); !ok) return ok;
  Integers values;
  for (std::int64_t i = 0; i < *count; ++i) values.push_back(*start + i * *delta);
  return node.constant_result({Tensor::of(*shape, values), node.form(0).narrow});
}

/// The type of an EyeLike: attribute 'dtype', or that of its input.
Result<ElementForm> eye_form(const OnnxNode& node) {
  if (!node.attributes().contains("dtype")) return node.form(0);
  const std::int64_t number = node.attributes().integer("dtype");
  if (std::in_range<std::int32_t>(number)) return element_form(static_cast<std::int32_t>(number));
  return unreadable({}, std::to_string(number) + " is not an element type of ONNX");
}

/// Ones on one diagonal of a matrix with the input's shape, zeros elsewhere.
Result<void> map_eye_like(OnnxNode& node) {
  const Shape shape = node.shape(0);
  if (shape.rank() != 2) return unreadable({}, "its input " + shape.text() + " is no matrix");
  const auto form = eye_form(node);
  if (!form) return form.error().inside("attribute 'dtype'");
  if (auto ok = node.admit_folded(shape); !ok) return ok;
  const std::int64_t k = node.attributes().integer("k");
  std::vector<bool> ones;
  for (std::int64_t row = 0; row < shape[0]; ++row) {
    for (std::int64_t column = 0; column < shape[1]; ++column) ones.push_back(column - row == k);
  }
  if (form->element == ElementType::boolean) {
    return node.constant_result({mask_tensor(shape, ones)});
  }
  if (form->element == ElementType::int64) {
    const Integers values(ones.begin(), ones.end());
    return node.constant_result({Tensor::of(shape, values), form->narrow});
  }
  const std::vector<float> values(ones.begin(), ones.end());
  return node.constant_result({Tensor::of(shape, values)});
}

}  // namespace

std::vector<OperatorForm> families::constants() {
  using namespace forms;
  const AttributeForm value = optional("value", Kind::tensor);
  const std::vector<AttributeForm> scalars_and_lists{
      refused("sparse_value"),
      value,
      {"value_float", Kind::real, AttributeForm::Presence::optional, {}, true},
      optional("value_floats", Kind::floats),
      optional("value_int", Kind::integer),
      optional("value_ints", Kind::ints),
      refused("value_string"),
      refused("value_strings")};
  return {
      {"Constant", first, 10, 0, 0, 1, {required("value", Kind::tensor)}, map_constant},
      {"Constant", 11, 11, 0, 0, 1, {refused("sparse_value"), value}, map_constant},
      {"Constant", 12, last, 0, 0, 1, scalars_and_lists, map_constant},
      {"ConstantOfShape", 9, last, 1, 1, 1, {value}, map_constant_of_shape},
      {"EyeLike",
       9,
       last,
       1,
       1,
       1,
       {optional("dtype", Kind::integer), integer("k", 0)},
       map_eye_like},
      {"Range", 11, last, 3, 3, 1, {}, map_range},
      {"Shape", first, 14, 1, 1, 1, {}, map_shape},
      {"Shape",
       15,
       last,
       1,
       1,
       1,
       {optional("end", Kind::integer), integer("start", 0)},
       map_shape},
      unary("Size", first, map_size),
  };
}

}  // namespace touchstone::onnx_reading
