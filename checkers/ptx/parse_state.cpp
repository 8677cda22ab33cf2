#include "parse_state.h"

#include <string>

namespace touchstone::ptx {

namespace {

constexpr std::uint32_t most_names = std::uint32_t{1} << 21U;
constexpr std::size_t most_instructions = std::size_t{1} << 21U;

}  // namespace

void ParseState::count_name(std::uint32_t line) {
  if (++declared > most_names) cursor.lack(line, "a text that declares more than 2^21 names");
}

void ParseState::count_instructions(std::uint32_t line, std::size_t count) {
  instructions += count;
  if (instructions <= most_instructions) return;
  cursor.lack(line, "more than 2^21 instructions, targets and arguments of calls");
}

void ParseState::declare(std::string_view name, const Symbol& symbol) {
  if (cursor.failed()) return;
  count_name(symbol.line);
  if (names.declare(name, symbol)) return;
  std::string reason = quoted_name(name) + " is declared twice";
  if (const auto earlier = names.find_here(name)) {
    reason += ", first in " + line_text(earlier->line);
  }
  cursor.fail_at(symbol.line, std::move(reason));
}

void skip_pragma(TokenCursor& cursor) {
  do {
    if (cursor.peek().kind != TokenKind::text) {
      cursor.fail_expecting("a text in quotes");
      return;
    }
    cursor.take();
  } while (cursor.accept(','));
  cursor.expect(';', "behind .pragma");
}

}  // namespace touchstone::ptx
