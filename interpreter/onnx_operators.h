#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace touchstone {

/// Whether the default domain of ONNX has, or once had, an operator of exactly this name, up to
/// opset 23. O(log n).
[[nodiscard]] bool is_onnx_operator(std::string_view name);

/// All of them, in byte order.
[[nodiscard]] std::span<const std::string_view> onnx_operators();

/// The ONNX operator of this name when case and underscores are ignored: "max_pool" is MaxPool.
[[nodiscard]] std::optional<std::string_view> onnx_operator_like(std::string_view name);

/// Whether two names are the same when case and underscores are ignored.
[[nodiscard]] bool same_but_for_style(std::string_view a, std::string_view b);

}  // namespace touchstone
