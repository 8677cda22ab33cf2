#include "markdown_text.h"

#include <algorithm>

#include "touchstone/core/diagnostic.h"

namespace touchstone {

namespace {

std::string shown(std::string_view text, std::size_t limit) { return printable(text, limit); }

/// Whether the character at `i` begins or joins something that GitHub makes a link of.
bool makes_link(std::string_view text, std::size_t i) {
  if (text[i] == '@') return true;
  if (text[i] == ':') return text.substr(i, 3) == "://";
  if (text[i] != '.' || i < 3) return false;
  const std::string_view before = text.substr(i - 3, 3);
  return std::all_of(before.begin(), before.end(), [](char c) { return c == 'w' || c == 'W'; });
}

/// Whether the character after nothing but the `digits` of a number would begin a list or a rule at
/// a line's start.
bool begins_block(std::string_view text, std::size_t digits) {
  const char c = text[digits];
  if (digits == 0) return c == '-' || c == '+' || c == '=';
  const bool ends_marker = digits + 1 == text.size() || text[digits + 1] == ' ';
  return (c == '.' || c == ')') && ends_marker;
}

}  // namespace

std::string markdown_text(std::string_view text, std::size_t limit) {
  constexpr std::string_view markup = "\\`*_[]<>|&~#!$^";
  const std::string plain = shown(text, limit);
  std::string out;
  const std::size_t digits = std::min(plain.find_first_not_of("0123456789"), plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const bool block = i == digits && begins_block(plain, digits);
    if (block || markup.find(plain[i]) != std::string::npos || makes_link(plain, i)) out += '\\';
    out += plain[i];
  }
  return out;
}

std::string markdown_code(std::string_view text, MarkdownPlace place, std::size_t limit) {
  const std::string plain = shown(text, limit);
  if (plain.empty()) return {};
  std::size_t longest = 0;
  std::size_t run = 0;
  std::string inner;
  for (const char c : plain) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
    // A table ends its cell at a bar even inside code.
    if (c == '|' && place == MarkdownPlace::cell) inner += '\\';
    inner += c;
  }
  const std::string fence(longest + 1, '`');
  const bool padded =
      plain.front() == '`' || plain.back() == '`' || (plain.front() == ' ' && plain.back() == ' ');
  const std::string blank = padded ? " " : "";
  std::string out = fence;
  out += blank;
  out += inner;
  out += blank;
  return out + fence;
}

}  // namespace touchstone
