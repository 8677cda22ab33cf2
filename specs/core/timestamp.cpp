#include "timestamp.h"

#include <chrono>

namespace touchstone {

namespace {

/// The number that stands in `text` at these places; nothing unless all are digits.
std::optional<unsigned> digits(std::string_view text, std::size_t first, std::size_t count) {
  const std::string_view part = text.substr(first, count);
  unsigned out = 0;
  for (const char c : part) {
    if (c < '0' || c > '9') return std::nullopt;
    out = out * 10 + static_cast<unsigned>(c - '0');
  }
  return out;
}

bool is_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const auto year = digits(text, 0, 4);
  const auto month = digits(text, 5, 2);
  const auto day = digits(text, 8, 2);
  if (!year || !month || !day) return false;
  return std::chrono::year_month_day(std::chrono::year(static_cast<int>(*year)),
                                     std::chrono::month(*month), std::chrono::day(*day))
      .ok();
}

/// "T02:00:00Z"; no leap second.
bool is_time_of_day(std::string_view text) {
  if (text.size() != 10 || text[0] != 'T' || text[3] != ':' || text[6] != ':' || text[9] != 'Z') {
    return false;
  }
  const auto hour = digits(text, 1, 2);
  const auto minute = digits(text, 4, 2);
  const auto second = digits(text, 7, 2);
  return hour && minute && second && *hour < 24 && *minute < 60 && *second < 60;
}

}  // namespace

bool is_timestamp(std::string_view text) {
  return text.size() == 20 && is_date(text.substr(0, 10)) && is_time_of_day(text.substr(10));
}

std::optional<std::string> timestamp_of(std::string_view text) {
  if (is_timestamp(text)) return std::string(text);
  if (is_date(text)) return std::string(text) + "T00:00:00Z";
  return std::nullopt;
}

}  // namespace touchstone
