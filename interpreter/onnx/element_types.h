#pragma once

#include <cstdint>
#include <string>

#include "touchstone/core/result.h"
#include "touchstone/core/tensor.h"

namespace touchstone::onnx_reading {

/// How elements of an ONNX type are held here.
struct ElementForm {
  ElementType element = ElementType::float32;
  bool narrow = false;  ///< INT32, held as int64; its arithmetic must stay within 32 bits

  bool operator==(const ElementForm&) const = default;
};

/// "FLOAT16", or nothing for a number that is no ONNX element type. Covers types newer than the
/// schema this is built with.
[[nodiscard]] std::string data_type_name(std::int32_t data_type);

/// ONNX's name of the form: "FLOAT", "INT64", "INT32", "BOOL".
[[nodiscard]] std::string_view onnx_name(ElementForm form);

/// FLOAT, INT64, INT32 and BOOL have a form. Errors: no element type (unreadable), another one
/// (unavailable).
[[nodiscard]] Result<ElementForm> element_form(std::int32_t data_type);

/// A constant tensor of a model.
struct Constant {
  Tensor tensor;
  bool narrow = false;

  [[nodiscard]] ElementForm form() const { return {tensor.type().element, narrow}; }
};

}  // namespace touchstone::onnx_reading
