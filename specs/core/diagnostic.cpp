#include "diagnostic.h"

#include <utility>

#include "unseen.h"

namespace touchstone {

namespace {

/// Length of the well-formed UTF-8 sequence at the start of `text` (RFC 3629), 0 if there is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  std::size_t length = 0;
  unsigned low = 0x80;
  unsigned high = 0xBF;
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) length = 2;
  if (first >= 0xE0 && first <= 0xEF) length = 3;
  if (first >= 0xF0 && first <= 0xF4) length = 4;
  if (length == 0 || text.size() < length) return 0;
  if (first == 0xE0) low = 0xA0;
  if (first == 0xED) high = 0x9F;
  if (first == 0xF0) low = 0x90;
  if (first == 0xF4) high = 0x8F;
  if (byte(1) < low || byte(1) > high) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xBF) return 0;
  }
  return length;
}

/// C1 controls (U+0080 to U+009F) drive terminals just as C0 controls do.
bool is_control(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence[0]);
  if (sequence.size() == 1) return first < 0x20 || first == 0x7F;
  return sequence.size() == 2 && first == 0xC2 && static_cast<unsigned char>(sequence[1]) < 0xA0;
}

void append_escaped(std::string& out, unsigned char byte) {
  static constexpr std::string_view digits = "0123456789abcdef";
  out += "\\x";
  out += digits[byte >> 4U];
  out += digits[byte & 15U];
}

}  // namespace

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  while (!text.empty()) {
    if (out.size() >= limit) return unseen_spelled_out(out) + "…";
    const std::size_t length = utf8_length(text);
    if (length == 0 || is_control(text.substr(0, length))) {
      append_escaped(out, static_cast<unsigned char>(text[0]));
      text.remove_prefix(1);
      continue;
    }
    out += text.substr(0, length);
    text.remove_prefix(length);
  }
  return unseen_spelled_out(out);
}

std::string Diagnostic::text() const {
  std::string out;
  if (!file.empty()) out += file + ": ";
  if (!place.empty()) out += place + ": ";
  out += reason;
  if (!remedy.empty()) out += "; " + remedy;
  return out;
}

Diagnostic Diagnostic::in_file(std::string_view name) const {
  Diagnostic copy = *this;
  if (copy.file.empty()) copy.file = name;
  return copy;
}

Diagnostic Diagnostic::inside(std::string_view outer) const {
  Diagnostic copy = *this;
  const bool joined = !place.empty() && place.front() != '[';
  copy.place = std::string(outer) + (joined ? "." : "") + place;
  return copy;
}

Diagnostic rejected(std::string place, std::string reason, std::string remedy) {
  return {Failure::rejected, {}, std::move(place), std::move(reason), std::move(remedy)};
}

Diagnostic unreadable(std::string place, std::string reason, std::string remedy) {
  return {Failure::unreadable, {}, std::move(place), std::move(reason), std::move(remedy)};
}

Diagnostic unavailable(std::string place, std::string reason, std::string remedy) {
  return {Failure::unavailable, {}, std::move(place), std::move(reason), std::move(remedy)};
}

}  // namespace touchstone
