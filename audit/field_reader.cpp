#include "field_reader.h"

#include "touchstone/core/timestamp.h"
#include "touchstone/core/unseen.h"

namespace touchstone {

Result<std::string> text_field(const JsonCursor& cursor) {
  const auto text = cursor.text();
  if (!text) return text.error();
  return std::string(*text);
}

Result<std::string> filled_text_field(const JsonCursor& cursor) {
  auto text = text_field(cursor);
  if (text && !shows_something(*text)) {
    return cursor.refuse("the text is empty");
  }
  return text;
}

Result<std::string> time_field(const JsonCursor& cursor) {
  const auto text = cursor.text();
  if (!text) return text.error();
  if (is_timestamp(*text)) return std::string(*text);
  return cursor.refuse("'" + printable(*text) + "' is no time in UTC",
                       "times here are written like 2026-01-31T02:00:00Z");
}

Result<Digest> hex_field(const JsonCursor& cursor) {
  const auto text = cursor.text();
  if (!text) return text.error();
  if (const auto digest = Digest::from_hex(*text)) return *digest;
  return cursor.refuse("a SHA-256 digest is 64 lower-case hexadecimal digits");
}

Result<std::int64_t> count_field(const JsonCursor& cursor) {
  const auto count = cursor.integer();
  if (count && *count < 0) return cursor.refuse("a count is not negative");
  return count;
}

Result<std::uint64_t> size_field(const JsonCursor& cursor) {
  const auto count = count_field(cursor);
  if (!count) return count.error();
  return static_cast<std::uint64_t>(*count);
}

Result<void> check_format(const JsonFields& fields, std::string_view format, std::int64_t version) {
  const auto found = fields.at("format").text();
  if (!found) return found.error();
  if (*found != format) return fields.at("format").refuse("expected " + std::string(format));
  const auto number = fields.at("version").integer();
  if (!number) return number.error();
  if (*number == version) return {};
  return fields.at("version").refuse("expected version " + std::to_string(version));
}

}  // namespace touchstone
