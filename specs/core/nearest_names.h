#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace touchstone {

/// Up to three of the names that are closest to what was written (Levenshtein distance of the first
/// 32 bytes), nearest first, equally near ones in alphabetical order. O(number of names).
[[nodiscard]] std::vector<std::string_view> nearest_names(std::string_view written,
                                                          std::span<const std::string_view> names);

}  // namespace touchstone
