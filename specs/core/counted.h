#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace touchstone {

/// "1,544", "-12,345"
[[nodiscard]] std::string with_thousands(std::int64_t number);

/// "1 node", "1,544 nodes"
[[nodiscard]] std::string counted(std::int64_t number, std::string_view noun);
/// Of things in memory, of which there are fewer than 2^63.
[[nodiscard]] std::string counted(std::size_t number, std::string_view noun);

}  // namespace touchstone
