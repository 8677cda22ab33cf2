#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone {

/// Base64 with padding (RFC 4648, section 4).
[[nodiscard]] std::string base64_of(std::span<const std::uint8_t> bytes);

/// The bytes of a text that `base64_of` writes; nothing for any other, such as one with blanks or
/// with bits set that its padding drops.
[[nodiscard]] std::optional<std::vector<std::uint8_t>> bytes_of_base64(std::string_view text);

}  // namespace touchstone
