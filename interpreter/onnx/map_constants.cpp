#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "mappings.h"

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

}  // namespace

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

}  // namespace touchstone::onnx_reading
