#include "token_cursor.h"

#include <utility>

namespace touchstone::ptx {

std::string line_text(std::uint32_t line) { return "line " + std::to_string(line); }

std::string quoted_name(std::string_view name) { return "'" + printable(name) + "'"; }

const Token& TokenCursor::peek_second() {
  if (failed()) return token_;
  if (!second_) second_ = lexer_.next();
  return *second_;
}

Token TokenCursor::take() {
  if (token_.kind == TokenKind::fault) fail(std::string(token_.text));
  const Token taken = token_;
  if (failed() || taken.kind == TokenKind::end) return taken;
  token_ = second_ ? *second_ : lexer_.next();
  second_.reset();
  return taken;
}

bool TokenCursor::at(char sign) const {
  return token_.kind == TokenKind::sign && token_.text[0] == sign;
}

bool TokenCursor::at_directive(std::string_view name) const {
  return token_.kind == TokenKind::directive && token_.text == name;
}

bool TokenCursor::accept(char sign) {
  const bool is_there = at(sign);
  if (is_there) take();
  return is_there;
}

bool TokenCursor::accept_directive(std::string_view name) {
  const bool is_there = at_directive(name);
  if (is_there) take();
  return is_there;
}

void TokenCursor::expect(char sign, std::string_view where) {
  if (accept(sign)) return;
  fail_expecting(std::string("'") + sign + "' " + std::string(where));
}

std::string_view TokenCursor::expect_name(std::string_view what) {
  if (token_.kind != TokenKind::word || token_.text.find('.') != std::string_view::npos) {
    fail_expecting(what);
    return {};
  }
  return take().text;
}

Literal TokenCursor::expect_literal(std::string_view what) {
  const bool is_negative = accept('-');
  if (token_.kind != TokenKind::number) {
    fail_expecting(what);
    return {};
  }
  const Token number = take();
  const auto literal = is_negative ? negative_literal_of(number.text) : literal_of(number.text);
  if (literal) return *literal;
  fail_at(number.line, quoted_name(number.text) + " is no constant of at most 64 bits");
  return {};
}

std::uint64_t TokenCursor::expect_count(std::string_view what, std::uint64_t limit) {
  const Token first = token_;
  if (first.kind != TokenKind::number) {
    fail_expecting(what);
    return 0;
  }
  const Literal literal = expect_literal(what);
  if (failed()) return 0;
  if (literal.kind == Literal::Kind::integer && literal.bits <= limit) return literal.bits;
  fail_at(first.line, std::string(what) + " is " + printable(first.text, 40) + ", and at most " +
                          std::to_string(limit) + " is possible");
  return 0;
}

void TokenCursor::fail(Diagnostic why) {
  if (failed()) return;
  failure_ = std::move(why);
  token_ = {TokenKind::end, {}, token_.line};
}

void TokenCursor::fail_at(std::uint32_t line, std::string reason) {
  fail(unreadable(line_text(line), std::move(reason)));
}

void TokenCursor::lack(std::uint32_t line, std::string what) {
  fail(unavailable(line_text(line), std::move(what)));
}

void TokenCursor::fail_expecting(std::string_view what) {
  if (token_.kind == TokenKind::fault) {
    fail(std::string(token_.text));
    return;
  }
  const std::string found =
      token_.kind == TokenKind::end ? "the end of the text" : quoted_name(token_.text);
  fail(std::string(what) + " is expected, not " + found);
}

}  // namespace touchstone::ptx
