#pragma once

#include <optional>
#include <string_view>

namespace touchstone::onnx_reading {

/// Why one of ONNX's operators is not read at any opset; nothing for the others and for names that
/// are not ONNX's. Every name of onnx_operators.cpp has either a form or a reason.
[[nodiscard]] std::optional<std::string_view> why_unsupported(std::string_view name);

}  // namespace touchstone::onnx_reading
