#include "unseen.h"

#include <algorithm>
#include <array>

namespace touchstone {

namespace {

struct CodePoint {
  char32_t value = 0;
  std::size_t length = 0;
};

/// The first code point of well-formed UTF-8 (RFC 3629).
CodePoint first_of(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const char32_t first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  char32_t value = first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) value = (value << 6U) | (byte(i) & 0x3FU);
  return {value, length};
}

/// Ranges of code points that show nothing of their own or move what stands beside them: soft
/// hyphen, combining grapheme joiner, Arabic letter mark, Hangul fillers, Khmer inherent vowels,
/// Mongolian separators, zero-width characters and marks of direction, separators of lines,
/// embeddings and overrides, isolates, variation selectors, byte order mark, annotations,
/// noncharacters and tags (Unicode 15, Default_Ignorable_Code_Point and Bidi_Control).
constexpr std::array<std::array<char32_t, 2>, 17> unseen{{
    {0x00AD, 0x00AD},
    {0x034F, 0x034F},
    {0x061C, 0x061C},
    {0x115F, 0x1160},
    {0x17B4, 0x17B5},
    {0x180B, 0x180F},
    {0x200B, 0x200F},
    {0x2028, 0x202E},
    {0x2060, 0x206F},
    {0x3164, 0x3164},
    {0xFDD0, 0xFDEF},
    {0xFE00, 0xFE0F},
    {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFFB},
    {0xFFFE, 0xFFFF},
    {0xE0000, 0xE0FFF},
}};

void append_spelled(std::string& out, char32_t value) {
  static constexpr std::string_view digits = "0123456789ABCDEF";
  out += "\\u{";
  int shift = 20;
  while (shift > 12 && (value >> static_cast<unsigned>(shift)) == 0) shift -= 4;
  for (; shift >= 0; shift -= 4) out += digits[(value >> static_cast<unsigned>(shift)) & 15U];
  out += "}";
}

}  // namespace

bool is_unseen(char32_t code_point) {
  return (code_point & 0xFFFEU) == 0xFFFE ||
         std::any_of(unseen.begin(), unseen.end(), [&](const auto& range) {
           return range[0] <= code_point && code_point <= range[1];
         });
}

std::string unseen_spelled_out(std::string_view well_formed) {
  std::string out;
  while (!well_formed.empty()) {
    const CodePoint next = first_of(well_formed);
    if (is_unseen(next.value)) {
      append_spelled(out, next.value);
    } else {
      out += well_formed.substr(0, next.length);
    }
    well_formed.remove_prefix(next.length);
  }
  return out;
}

bool shows_something(std::string_view well_formed) {
  // Blanks of Unicode 15 (Zs) beside ASCII's, and the controls.
  const auto is_blank = [](char32_t c) {
    return c <= 0x20 || (c >= 0x7F && c <= 0xA0) || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
           c == 0x202F || c == 0x205F || c == 0x3000;
  };
  while (!well_formed.empty()) {
    const CodePoint next = first_of(well_formed);
    if (!is_blank(next.value) && !is_unseen(next.value)) return true;
    well_formed.remove_prefix(next.length);
  }
  return false;
}

}  // namespace touchstone
