#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace touchstone::ptx {

enum class TokenKind : std::uint8_t {
  end,
  word,       ///< a name or an opcode, dots included: "%r1", "$L__BB0_2", "ld.global.f32"
  directive,  ///< ".reg"
  number,     ///< as written: "0x10", "0f3F800000", "1.5", "4U"
  text,       ///< what stands between quotes
  sign,       ///< one character of punctuation
  fault,      ///< `text` is the reason why no token can be read here
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;
  std::uint32_t line = 1;  ///< where it begins, counted from 1
};

/// Tokens of PTX text (PTX ISA 9.0, 4.2 to 4.5), one after another, without comments. After `end`
/// or `fault` it gives that token again. Views are into the text that it was made of, or constants.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  [[nodiscard]] Token next();

 private:
  [[nodiscard]] std::string_view skip_blanks();
  [[nodiscard]] std::size_t word_end(std::size_t from) const;
  [[nodiscard]] std::size_t number_end(std::size_t from) const;
  [[nodiscard]] Token quoted();
  [[nodiscard]] Token made(TokenKind kind, std::size_t end);
  [[nodiscard]] Token fault(std::string_view reason);
  [[nodiscard]] char at(std::size_t position) const {
    return position < text_.size() ? text_[position] : '\0';
  }

  std::string_view text_;
  std::size_t position_ = 0;
  std::uint32_t line_ = 1;
  std::string_view fault_;
};

}  // namespace touchstone::ptx
