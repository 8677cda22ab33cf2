#include "html.h"

#include <algorithm>
#include <array>

#include "touchstone/core/diagnostic.h"
#include "touchstone/core/digest.h"

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

bool is_unseen(char32_t value) {
  return (value & 0xFFFEU) == 0xFFFE ||
         std::any_of(unseen.begin(), unseen.end(),
                     [&](const auto& range) { return range[0] <= value && value <= range[1]; });
}

void append_spelled(std::string& out, char32_t value) {
  static constexpr std::string_view digits = "0123456789ABCDEF";
  out += "\\u{";
  int shift = 20;
  while (shift > 12 && (value >> static_cast<unsigned>(shift)) == 0) shift -= 4;
  for (; shift >= 0; shift -= 4) out += digits[(value >> static_cast<unsigned>(shift)) & 15U];
  out += "}";
}

void append_escaped(std::string& out, std::string_view well_formed) {
  while (!well_formed.empty()) {
    const CodePoint next = first_of(well_formed);
    switch (next.value) {
      case U'&': out += "&amp;"; break;
      case U'<': out += "&lt;"; break;
      case U'>': out += "&gt;"; break;
      case U'"': out += "&quot;"; break;
      case U'\'': out += "&#39;"; break;
      default:
        if (next.value >= 0x80 && is_unseen(next.value)) {
          append_spelled(out, next.value);
        } else {
          out += well_formed.substr(0, next.length);
        }
    }
    well_formed.remove_prefix(next.length);
  }
}

std::string with_separators(std::int64_t number) {
  std::string out = std::to_string(number);
  const std::size_t first = number < 0 ? 1 : 0;
  for (std::size_t at = out.size(); at > first + 3;) {
    at -= 3;
    out.insert(at, 1, ',');
  }
  return out;
}

}  // namespace

Html& Html::raw(Markup markup) {
  out_ += markup.view();
  return *this;
}

Html& Html::number(std::int64_t number) {
  out_ += std::to_string(number);
  return *this;
}

Html& Html::thousands(std::int64_t number) {
  out_ += with_separators(number);
  return *this;
}

Html& Html::counted(std::int64_t count, Markup noun) {
  thousands(count);
  out_ += ' ';
  out_ += noun.view();
  if (count != 1) out_ += 's';
  return *this;
}

Html& Html::text(std::string_view text, std::size_t limit) {
  std::size_t shown = std::min(text.size(), limit);
  // Not within a character: its bytes after the first are 10xxxxxx, three at most.
  for (int i = 0; i < 3 && shown > 0 && shown < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[shown]) & 0xC0U) != 0x80) break;
    --shown;
  }
  append_escaped(out_, printable(text.substr(0, shown), 4 * limit + 4));
  if (shown == text.size()) return *this;
  out_ += "… (" + with_separators(static_cast<std::int64_t>(text.size())) + " bytes, SHA-256 " +
          sha256(text).hex() + ")";
  return *this;
}

}  // namespace touchstone
