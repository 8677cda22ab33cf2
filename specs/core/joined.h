#pragma once

#include <span>
#include <string>
#include <string_view>

namespace touchstone {

/// The texts one after another, with `between` between any two.
[[nodiscard]] std::string joined(std::span<const std::string> texts, std::string_view between);

}  // namespace touchstone
