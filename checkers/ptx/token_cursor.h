#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lexer.h"
#include "literal.h"
#include "touchstone/core/diagnostic.h"

namespace touchstone::ptx {

/// Where a parser stands in the text. The first failure stays: from then on every token is `end`,
/// so that parsers run out by themselves, and what they built by then is dropped.
class TokenCursor {
 public:
  explicit TokenCursor(std::string_view text) : lexer_(text), token_(lexer_.next()) {}

  [[nodiscard]] const Token& peek() const { return token_; }
  /// The token behind `peek()`.
  [[nodiscard]] const Token& peek_second();
  /// Goes on to the next token; where the lexer has none, that is a failure.
  Token take();

  [[nodiscard]] bool at(char sign) const;
  [[nodiscard]] bool at_directive(std::string_view name) const;
  [[nodiscard]] bool at_end() const { return token_.kind == TokenKind::end; }
  bool accept(char sign);
  bool accept_directive(std::string_view name);

  void expect(char sign, std::string_view where);
  /// A name without dots; empty after a failure. `what` completes "… is expected".
  [[nodiscard]] std::string_view expect_name(std::string_view what);
  /// A number, with or without a minus.
  [[nodiscard]] Literal expect_literal(std::string_view what);
  /// A count from 0 to `limit`.
  [[nodiscard]] std::uint64_t expect_count(std::string_view what, std::uint64_t limit);

  void fail(std::string reason) { fail_at(token_.line, std::move(reason)); }
  void fail_at(std::uint32_t line, std::string reason);
  /// PTX has it, and nothing here reads it.
  void lack(std::uint32_t line, std::string what);
  void fail(Diagnostic why);
  /// "… is expected, not …", or what the lexer says of the token.
  void fail_expecting(std::string_view what);

  [[nodiscard]] bool failed() const { return failure_.has_value(); }
  [[nodiscard]] const std::optional<Diagnostic>& failure() const { return failure_; }

 private:
  Lexer lexer_;
  Token token_;
  std::optional<Token> second_;
  std::optional<Diagnostic> failure_;
};

/// "line 12"
[[nodiscard]] std::string line_text(std::uint32_t line);
/// "'name'", safe to print.
[[nodiscard]] std::string quoted_name(std::string_view name);

}  // namespace touchstone::ptx
