#pragma once

#include <span>
#include <string_view>

#include "operator_form.h"

namespace touchstone::onnx_reading {

/// All forms that are read, ordered by name and then by opset.
[[nodiscard]] std::span<const OperatorForm> operator_table();

/// The form of `name` at `opset`. Errors: an operator that came with a later opset, that an earlier
/// one withdrew, or that is not ONNX's (unreadable); one of ONNX's that is not read, with the
/// reason (unavailable).
[[nodiscard]] Result<const OperatorForm*> find_form(std::string_view name, int opset);

}  // namespace touchstone::onnx_reading
