#include "tensor_json.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace touchstone {

namespace {

template <class T>
void append_value(T value, std::vector<std::byte>& out) {
  const auto bytes = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
  out.insert(out.end(), bytes.begin(), bytes.end());
}

Result<float> read_real(const JsonCursor& cursor) {
  const auto* const text = std::get_if<std::string>(&cursor.json().value);
  if (text == nullptr) return cursor.real();
  if (*text == "nan") return std::bit_cast<float>(0x7FC00000U);
  if (*text == "inf") return std::numeric_limits<float>::infinity();
  if (*text == "-inf") return -std::numeric_limits<float>::infinity();
  return cursor.refuse("expected a number, \"nan\", \"inf\" or \"-inf\", found the text \"" +
                       printable(*text, 60) + "\"");
}

/// Collects the elements of one tensor in row-major order.
class ElementReader {
 public:
  explicit ElementReader(const TensorType& type) : type_(type) {}

  /// All data of the tensor, flat or nested.
  Result<void> read(const JsonCursor& cursor) {
    const auto* const items = std::get_if<JsonArray>(&cursor.json().value);
    const std::size_t rank = type_.shape.rank();
    if (items == nullptr && rank == 0) return element(cursor.json(), cursor.place());
    if (items == nullptr) return cursor.refuse("expected a list of elements");
    const bool flat = items->empty() || !std::holds_alternative<JsonArray>(items->front().value);
    if (rank == 0 || (flat && std::cmp_equal(items->size(), type_.shape.element_count()))) {
      return list(*items, type_.shape.element_count(), cursor.place());
    }
    return nested(*items, 0, cursor.place());
  }

  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  Result<void> element(const Json& json, const std::string& place) {
    const JsonCursor cursor(json);
    std::optional<Diagnostic> why;
    const auto keep = [&](const auto& value) {
      if (value) {
        append_value(*value, bytes_);
      } else {
        why = value.error();
      }
    };
    switch (type_.element) {
      case ElementType::float32: keep(read_real(cursor)); break;
      case ElementType::int64: keep(cursor.integer()); break;
      case ElementType::boolean: keep(cursor.boolean()); break;
    }
    if (why) return why->inside(place);
    return {};
  }

  static Result<void> check_size(const JsonArray& items, std::int64_t expected,
                                 const std::string& place) {
    if (std::cmp_equal(items.size(), expected)) return {};
    return unreadable(place, "expected " + std::to_string(expected) + " items, found " +
                                 std::to_string(items.size()));
  }

  Result<void> list(const JsonArray& items, std::int64_t expected, const std::string& place) {
    if (auto sized = check_size(items, expected, place); !sized) return sized;
    for (std::size_t i = 0; i < items.size(); ++i) {
      // The place of an element is spelled only where it is needed.
      if (auto read = element(items[i], {}); !read) {
        return read.error().inside(place + "[" + std::to_string(i) + "]");
      }
    }
    return {};
  }

  /// Recurses once per axis.
  Result<void> nested(const JsonArray& items, std::size_t axis, const std::string& place) {
    if (axis + 1 == type_.shape.rank()) return list(items, type_.shape[axis], place);
    if (auto sized = check_size(items, type_.shape[axis], place); !sized) return sized;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const std::string inner = place + "[" + std::to_string(i) + "]";
      const auto* const list_inside = std::get_if<JsonArray>(&items[i].value);
      if (list_inside == nullptr) return unreadable(inner, "expected a list");
      if (auto read = nested(*list_inside, axis + 1, inner); !read) return read;
    }
    return {};
  }

  TensorType type_;
  std::vector<std::byte> bytes_;
};

Result<Tensor> read_data(const JsonCursor& cursor, const TensorType& type) {
  ElementReader reader(type);
  if (auto read = reader.read(cursor); !read) return read.error();
  auto tensor = Tensor::create(type, reader.take());
  if (!tensor) return cursor.refuse("the data do not make a tensor of type " + type.text());
  return *std::move(tensor);
}

}  // namespace

Result<ElementType> element_type_from_json(const JsonCursor& cursor) {
  static constexpr std::array<std::string_view, 12> foreign{
      "float64", "float16", "bfloat16", "int32", "int16",     "int8",
      "uint64",  "uint32",  "uint16",   "uint8", "complex64", "complex128"};
  const auto name = cursor.text();
  if (!name) return name.error();
  if (const auto element = element_type_named(*name)) return *element;
  const std::string shown = "element type \"" + printable(*name, 60) + "\"";
  if (std::find(foreign.begin(), foreign.end(), *name) != foreign.end()) {
    return unavailable(cursor.place(), shown + " cannot be expressed by this build",
                       "convert the tensor to float32, int64 or bool");
  }
  return cursor.refuse("unknown " + shown, "the element types are float32, int64 and bool");
}

Result<Shape> shape_from_json(const JsonCursor& cursor) {
  const auto extents = cursor.integers();
  if (!extents) return extents.error();
  auto shape = Shape::create(*extents);
  if (!shape) return shape.error().inside(cursor.place());
  return shape;
}

Json shape_to_json(const Shape& shape) {
  JsonArray items;
  for (const std::int64_t extent : shape.extents().entries())
    items.push_back(Json::integer(extent));
  return items;
}

Result<Tensor> tensor_from_json(const JsonCursor& cursor,
                                const std::optional<TensorType>& expected) {
  if (!std::holds_alternative<JsonObject>(cursor.json().value) && expected) {
    return read_data(cursor, *expected);
  }
  const auto fields = cursor.fields({"dtype", "shape", "data"});
  if (!fields) return fields.error();
  const auto element = element_type_from_json(fields->at("dtype"));
  if (!element) return element.error();
  const auto shape = shape_from_json(fields->at("shape"));
  if (!shape) return shape.error();
  const TensorType type{*element, *shape};
  if (expected && type != *expected) {
    return cursor.refuse("the tensor is " + type.text() + ", expected " + expected->text());
  }
  return read_data(fields->at("data"), type);
}

Json tensor_to_json(const Tensor& tensor) {
  JsonArray data;
  switch (tensor.type().element) {
    case ElementType::float32:
      for (const float x : tensor.floats()) {
        data.push_back(std::isfinite(x) ? Json::real(x)
                       : std::isnan(x)  ? Json("nan")
                                        : Json(x > 0 ? "inf" : "-inf"));
      }
      break;
    case ElementType::int64:
      for (const std::int64_t x : tensor.integers()) data.push_back(Json::integer(x));
      break;
    case ElementType::boolean:
      for (const std::byte x : tensor.bytes()) data.push_back(Json::boolean(x == std::byte{1}));
      break;
  }
  return JsonObject{{"dtype", Json(name_of(tensor.type().element))},
                    {"shape", shape_to_json(tensor.shape())},
                    {"data", Json(std::move(data))}};
}

}  // namespace touchstone
