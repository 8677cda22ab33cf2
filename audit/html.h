#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace touchstone {

/// Markup that stands in our source. Only a constant can become one, so no text of a report can
/// reach a page as markup.
class Markup {
 public:
  consteval Markup(const char* text) : text_(text) {}
  consteval Markup(std::string_view text) : text_(text) {}
  [[nodiscard]] constexpr std::string_view view() const { return text_; }

 private:
  std::string_view text_;
};

/// Writes HTML from constants, numbers and escaped text.
class Html {
 public:
  /// Bytes that are shown of a name or a sentence.
  static constexpr std::size_t usual_limit = 400;
  /// Of a command or a reason, whose end may matter.
  static constexpr std::size_t long_limit = 4000;

  Html& raw(Markup markup);
  Html& number(std::int64_t number);               ///< "12345", for ids and coordinates
  Html& thousands(std::int64_t number);            ///< "12,345"
  Html& counted(std::int64_t count, Markup noun);  ///< "1 node", "12,345 nodes"
  /// Text for an element, or for an attribute in double quotes. Control characters, invalid UTF-8,
  /// and characters that are invisible or reorder their neighbours are spelled out; a text over
  /// `limit` bytes is cut, and its size and SHA-256 follow.
  Html& text(std::string_view text, std::size_t limit = usual_limit);

  void reserve(std::size_t bytes) { out_.reserve(bytes); }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

}  // namespace touchstone
