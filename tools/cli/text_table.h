#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::cli {

/// Columns padded to the widest entry; the first one is aligned right. Lengths are in bytes, which
/// is exact for the ASCII names that stand in all columns but the last.
[[nodiscard]] std::string table(const std::vector<std::vector<std::string>>& rows);

}  // namespace touchstone::cli
