#include "written_operand.h"

#include <limits>
#include <utility>

namespace touchstone::ptx {

namespace {

constexpr std::size_t most_operands = 32;
constexpr std::size_t most_elements = 16;
constexpr std::int64_t largest_offset = std::numeric_limits<std::int32_t>::max();

/// The one constant that has a name (4.5.3).
constexpr std::string_view warp_size_name = "WARP_SZ";
constexpr std::uint64_t warp_size = 32;

/// A signed number of 32 bits, as offsets are (6.4.1).
std::int64_t parse_offset(TokenCursor& cursor) {
  const std::uint32_t line = cursor.peek().line;
  const bool is_negative = cursor.at('-');
  const Literal literal = cursor.expect_literal("an offset in bytes");
  const auto limit = static_cast<std::uint64_t>(largest_offset);
  const std::uint64_t size = is_negative ? std::uint64_t{0} - literal.bits : literal.bits;
  if (literal.kind != Literal::Kind::integer || size > limit + (is_negative ? 1 : 0)) {
    cursor.fail_at(line, "an offset is a whole number of 32 bits with a sign");
    return 0;
  }
  return is_negative ? -static_cast<std::int64_t>(size) : static_cast<std::int64_t>(size);
}

WrittenOperand parse_address(TokenCursor& cursor) {
  WrittenOperand made;
  made.kind = WrittenOperand::Kind::address;
  if (cursor.peek().kind == TokenKind::word) {
    made.name = cursor.take().text;
    if (cursor.accept('+')) made.offset = parse_offset(cursor);
  } else {
    made.offset = parse_offset(cursor);
  }
  cursor.expect(']', "at the end of an address");
  return made;
}

WrittenOperand parse_word(TokenCursor& cursor) {
  WrittenOperand made;
  const std::string_view word = cursor.take().text;
  if (word == "_") return made;
  if (word == warp_size_name) {
    made.kind = WrittenOperand::Kind::number;
    made.literal.bits = warp_size;
    return made;
  }
  made.kind = WrittenOperand::Kind::name;
  made.name = word;
  if (cursor.accept('+')) made.offset = parse_offset(cursor);
  return made;
}

WrittenOperand parse_scalar(TokenCursor& cursor) {
  WrittenOperand made;
  const std::uint32_t line = cursor.peek().line;
  const bool is_negated = cursor.accept('!');
  if (cursor.peek().kind == TokenKind::word) {
    made = parse_word(cursor);
  } else if (cursor.peek().kind == TokenKind::number || cursor.at('-')) {
    made.kind = WrittenOperand::Kind::number;
    made.literal = cursor.expect_literal("a constant");
  } else if (cursor.at('(')) {
    cursor.lack(line, "constant expressions are not supported");
  } else {
    cursor.fail_expecting("an operand");
  }
  if (is_negated && made.kind != WrittenOperand::Kind::name) {
    cursor.fail_at(line, "'!' stands before predicate registers only");
  }
  made.negated = is_negated;
  made.line = line;
  return made;
}

WrittenOperand parse_vector(TokenCursor& cursor) {
  WrittenOperand made;
  made.kind = WrittenOperand::Kind::vector;
  do {
    if (made.elements.size() == most_elements) cursor.fail("a vector of more than 16 elements");
    made.elements.push_back(parse_scalar(cursor));
  } while (!cursor.failed() && cursor.accept(','));
  cursor.expect('}', "at the end of a vector");
  return made;
}

WrittenOperand parse_operand(TokenCursor& cursor) {
  const std::uint32_t line = cursor.peek().line;
  WrittenOperand made;
  if (cursor.accept('[')) {
    made = parse_address(cursor);
  } else if (cursor.accept('{')) {
    made = parse_vector(cursor);
  } else {
    made = parse_scalar(cursor);
    if (cursor.accept('|')) made.second = cursor.expect_name("a predicate behind '|'");
  }
  made.line = line;
  return made;
}

}  // namespace

std::vector<WrittenOperand> parse_operands(TokenCursor& cursor) {
  std::vector<WrittenOperand> result;
  if (cursor.at(';')) return result;
  do {
    if (result.size() == most_operands) cursor.fail("an instruction of more than 32 operands");
    result.push_back(parse_operand(cursor));
  } while (!cursor.failed() && cursor.accept(','));
  return result;
}

}  // namespace touchstone::ptx
