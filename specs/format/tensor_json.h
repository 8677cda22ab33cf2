#pragma once

#include <optional>

#include "json.h"
#include "touchstone/core/tensor.h"

namespace touchstone {

/// A tensor written in JSON: {"dtype": "float32", "shape": [2,3], "data": …}, its data one flat
/// list in row-major order or lists nested as the shape says (a scalar may stand alone). Elements
/// are numbers (float32 also "nan", "inf", "-inf"), whole numbers, or true and false. Where a type
/// is expected the data may stand alone, and a stated type must agree. Takes memory by the elements
/// present, whatever the shape claims. Errors: unreadable, with the place of the element at fault;
/// unavailable for more axes than can be expressed.
[[nodiscard]] Result<Tensor> tensor_from_json(const JsonCursor& cursor,
                                              const std::optional<TensorType>& expected);

/// The object form with flat data. Reading it back gives the same bits, but that every NaN becomes
/// 0x7FC00000.
[[nodiscard]] Json tensor_to_json(const Tensor& tensor);

/// "float32", "int64" or "bool". Errors: unavailable for another element type of the field
/// ("float16", "int32", …), otherwise unreadable.
[[nodiscard]] Result<ElementType> element_type_from_json(const JsonCursor& cursor);

/// "shape" as JSON, and back. Errors: unreadable; unavailable for too many axes.
[[nodiscard]] Json shape_to_json(const Shape& shape);
[[nodiscard]] Result<Shape> shape_from_json(const JsonCursor& cursor);

}  // namespace touchstone
