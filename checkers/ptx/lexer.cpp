#include "lexer.h"

#include <algorithm>

namespace touchstone::ptx {

namespace {

/// Longer than any name that a compiler makes, and short enough to be copied into reasons.
constexpr std::size_t longest_token = 65'536;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool continues_name(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '$'; }
bool starts_name(char c) { return is_letter(c) || c == '_' || c == '$' || c == '%'; }
bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_sign(char c) {
  return std::string_view(",;:{}()[]<>=+-*/!@|~&^?%").find(c) != std::string_view::npos;
}

}  // namespace

/// Moves behind blanks and comments; the reason where a comment has no end.
std::string_view Lexer::skip_blanks() {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (c == '\n') ++line_;
    if (is_blank(c)) {
      ++position_;
    } else if (c == '/' && at(position_ + 1) == '/') {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else if (c == '/' && at(position_ + 1) == '*') {
      const std::size_t end = text_.find("*/", position_ + 2);
      if (end == std::string_view::npos) return "a comment that does not end";
      const auto comment = text_.substr(position_, end - position_);
      line_ += static_cast<std::uint32_t>(std::count(comment.begin(), comment.end(), '\n'));
      position_ = end + 2;
    } else {
      break;
    }
  }
  return {};
}

/// Where a word ends whose first character stands before `from`: its dots and its "::" need a
/// character of a name behind them, so that a label's colon stays outside.
std::size_t Lexer::word_end(std::size_t from) const {
  std::size_t end = from;
  while (end < text_.size()) {
    if (continues_name(text_[end])) {
      ++end;
    } else if (text_[end] == '.' && continues_name(at(end + 1))) {
      end += 2;
    } else if (text_[end] == ':' && at(end + 1) == ':' && continues_name(at(end + 2))) {
      end += 3;
    } else {
      break;
    }
  }
  return end;
}

/// A sign belongs to a number only behind a decimal exponent: "1.5e-3", but not "0x1e-3".
std::size_t Lexer::number_end(std::size_t from) const {
  bool decimal = true;
  std::size_t end = from;
  while (continues_name(at(end)) || at(end) == '.') {
    const char c = text_[end];
    const bool exponent = decimal && end > from && (c == 'e' || c == 'E');
    if (!is_digit(c) && c != '.' && !exponent) decimal = false;
    ++end;
    if (exponent && (at(end) == '+' || at(end) == '-') && is_digit(at(end + 1))) ++end;
  }
  return end;
}

Token Lexer::quoted() {
  const std::size_t end = text_.find_first_of("\"\n", position_ + 1);
  if (end == std::string_view::npos || text_[end] == '\n') return fault("a quote without an end");
  Token token{TokenKind::text, text_.substr(position_ + 1, end - position_ - 1), line_};
  if (token.text.size() > longest_token) return fault("a text of more than 65,536 bytes");
  position_ = end + 1;
  return token;
}

Token Lexer::made(TokenKind kind, std::size_t end) {
  if (end - position_ > longest_token) return fault("a word of more than 65,536 bytes");
  Token token{kind, text_.substr(position_, end - position_), line_};
  position_ = end;
  return token;
}

Token Lexer::fault(std::string_view reason) {
  fault_ = reason;
  return {TokenKind::fault, fault_, line_};
}

Token Lexer::next() {
  if (!fault_.empty()) return {TokenKind::fault, fault_, line_};
  if (const std::string_view reason = skip_blanks(); !reason.empty()) return fault(reason);
  if (position_ == text_.size()) return {TokenKind::end, {}, line_};
  const char c = text_[position_];
  if (starts_name(c) && (c != '%' || continues_name(at(position_ + 1)))) {
    return made(TokenKind::word, word_end(position_ + 1));
  }
  if (c == '.' && starts_name(at(position_ + 1)) && at(position_ + 1) != '%') {
    return made(TokenKind::directive, word_end(position_ + 1));
  }
  if (is_digit(c)) return made(TokenKind::number, number_end(position_));
  if (c == '"') return quoted();
  if (is_sign(c)) return made(TokenKind::sign, position_ + 1);
  return fault("a byte that begins no word of PTX");
}

}  // namespace touchstone::ptx
