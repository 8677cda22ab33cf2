#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace touchstone {

/// A time in UTC, to the second, as every file here writes it: "2026-01-31T02:00:00Z" (ISO 8601).
/// Texts of this form compare as their times do.
[[nodiscard]] bool is_timestamp(std::string_view text);

/// What a person may write: a timestamp, or a date ("2026-01-31"), which is its first second.
/// Nothing for anything else, days that the calendar lacks included.
[[nodiscard]] std::optional<std::string> timestamp_of(std::string_view text);

/// Whether what expires then no longer counts at a time: from that second on. Both are timestamps.
[[nodiscard]] inline bool has_expired(std::string_view expires, std::string_view at) {
  return expires <= at;
}

}  // namespace touchstone
