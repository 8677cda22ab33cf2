#include "variable_parser.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>

#include "touchstone/core/checked.h"

namespace touchstone::ptx {

namespace {

/// More than any memory that a variable could lie in, and small enough to add many of them up.
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 40U;
constexpr std::uint64_t largest_alignment = 4096;

struct NamedType {
  std::string_view name;
  Type type;
};
constexpr std::array<NamedType, 20> types{{
    {".pred", Type::pred}, {".b8", Type::b8},         {".b16", Type::b16}, {".b32", Type::b32},
    {".b64", Type::b64},   {".b128", Type::b128},     {".u8", Type::u8},   {".u16", Type::u16},
    {".u32", Type::u32},   {".u64", Type::u64},       {".s8", Type::s8},   {".s16", Type::s16},
    {".s32", Type::s32},   {".s64", Type::s64},       {".f16", Type::f16}, {".f16x2", Type::f16x2},
    {".bf16", Type::bf16}, {".bf16x2", Type::bf16x2}, {".f32", Type::f32}, {".f64", Type::f64},
}};

/// What stands before a variable's name.
struct Kind {
  Type element{};
  std::uint32_t vector = 1;
  std::uint32_t alignment = 0;  ///< 0: not given
};

std::uint32_t expect_alignment(TokenCursor& cursor) {
  const std::uint32_t line = cursor.peek().line;
  const std::uint64_t alignment = cursor.expect_count("an alignment", largest_alignment);
  if (!std::has_single_bit(alignment)) {
    cursor.fail_at(line, "an alignment is a power of two, not " + std::to_string(alignment));
  }
  return static_cast<std::uint32_t>(alignment);
}

/// .attribute(.managed) and the like say nothing about values.
void skip_attributes(TokenCursor& cursor) {
  if (!cursor.accept_directive(".attribute")) return;
  cursor.expect('(', "behind .attribute");
  while (!cursor.at_end() && !cursor.at(')') && !cursor.at(';')) cursor.take();
  cursor.expect(')', "at the end of .attribute");
}

Kind parse_kind(TokenCursor& cursor) {
  Kind kind;
  skip_attributes(cursor);
  if (cursor.accept_directive(".align")) kind.alignment = expect_alignment(cursor);
  if (cursor.accept_directive(".v2")) kind.vector = 2;
  if (cursor.accept_directive(".v4")) kind.vector = 4;
  const std::uint32_t line = cursor.peek().line;
  kind.element = expect_type(cursor);
  if (kind.element == Type::pred) cursor.fail_at(line, "a predicate cannot lie in memory");
  return kind;
}

/// Elements that "[4][2]" declares; 0 for "[]", 1 where there are no brackets.
std::uint64_t parse_lengths(TokenCursor& cursor) {
  std::uint64_t elements = 1;
  bool is_first = true;
  while (cursor.accept('[')) {
    if (is_first && cursor.accept(']')) {
      if (cursor.at('[')) cursor.lack(cursor.peek().line, "an array of arrays without a length");
      return 0;
    }
    is_first = false;
    const std::uint32_t line = cursor.peek().line;
    const std::uint64_t length = cursor.expect_count("an array's length", most_bytes);
    if (length == 0) cursor.fail_at(line, "an array has at least one element");
    cursor.expect(']', "behind an array's length");
    const auto product = checked_mul(elements, length);
    if (!product || *product > most_bytes) {
      cursor.fail_at(line, "an array of more than 2^40 elements");
      return 1;
    }
    elements = *product;
  }
  return elements;
}

Variable variable_of(const Kind& kind, Space space, std::uint64_t elements, TokenCursor& cursor) {
  Variable variable;
  const std::uint64_t width = std::max(bits_of(kind.element) / 8, 1U) * std::uint64_t{kind.vector};
  variable.space = space;
  variable.element = kind.element;
  variable.alignment = kind.alignment != 0 ? kind.alignment : static_cast<std::uint32_t>(width);
  const auto bytes = checked_mul(elements, width);
  if (!bytes || *bytes > most_bytes) {
    cursor.fail("a variable of more than 2^40 bytes");
    return variable;
  }
  variable.bytes = *bytes;
  return variable;
}

/// Appends one element of an initial value.
void parse_initial_element(TokenCursor& cursor, Type element, std::vector<std::byte>& initial) {
  const Token first = cursor.peek();
  if (first.kind == TokenKind::word) {
    cursor.lack(first.line, "an initial value that is an address is not supported");
    return;
  }
  if (cursor.at('{')) {
    cursor.lack(first.line, "initial values in nested braces are not supported");
    return;
  }
  const Literal literal = cursor.expect_literal("an initial value");
  if (cursor.failed()) return;
  const auto bits = bits_as(literal, element);
  if (!bits || element == Type::b128) {
    cursor.fail_at(first.line, "an initial value that is none of the variable's type");
    return;
  }
  for (unsigned shift = 0; shift < bits_of(element); shift += 8) {
    initial.push_back(static_cast<std::byte>((*bits >> shift) & 0xFFU));
  }
}

void parse_initial(TokenCursor& cursor, DeclaredVariable& declared, std::uint64_t& initial_bytes) {
  Variable& variable = declared.variable;
  if (variable.space != Space::global && variable.space != Space::constant) {
    cursor.fail("only .global and .const variables have initial values");
    return;
  }
  const std::uint64_t limit = variable.bytes == 0 ? most_bytes : variable.bytes;
  std::vector<std::byte> initial;
  const bool is_list = cursor.accept('{');
  do {
    if (initial.size() >= limit) cursor.fail("more initial values than the variable has elements");
    if (initial_bytes + initial.size() >= most_initial_bytes) {
      cursor.lack(declared.line, "initial values of more than 64 MiB");
    }
    parse_initial_element(cursor, variable.element, initial);
  } while (is_list && !cursor.failed() && cursor.accept(','));
  if (is_list) cursor.expect('}', "at the end of initial values");
  if (cursor.failed()) return;
  if (variable.bytes == 0) variable.bytes = initial.size();
  if (variable.bytes > most_initial_bytes - initial_bytes) {
    cursor.lack(declared.line, "initial values of more than 64 MiB");
    return;
  }
  initial_bytes += variable.bytes;
  initial.resize(variable.bytes);
  variable.initial = std::move(initial);
}

}  // namespace

Type expect_type(TokenCursor& cursor) {
  const Token& token = cursor.peek();
  if (token.kind == TokenKind::directive) {
    for (const NamedType& known : types) {
      if (known.name != token.text) continue;
      cursor.take();
      return known.type;
    }
  }
  cursor.fail_expecting("a type");
  return Type::none;
}

Space space_named(std::string_view directive) {
  if (directive == ".reg") return Space::reg;
  if (directive == ".param") return Space::param;
  if (directive == ".global") return Space::global;
  if (directive == ".shared") return Space::shared;
  if (directive == ".local") return Space::local;
  if (directive == ".const") return Space::constant;
  return Space::generic;
}

std::vector<DeclaredVariable> parse_variables(TokenCursor& cursor, Space space, bool external,
                                              std::uint64_t& initial_bytes) {
  std::vector<DeclaredVariable> result;
  const Kind kind = parse_kind(cursor);
  do {
    DeclaredVariable declared;
    declared.line = cursor.peek().line;
    declared.name = cursor.expect_name("a variable's name");
    const std::uint64_t elements = parse_lengths(cursor);
    declared.variable = variable_of(kind, space, elements, cursor);
    declared.variable.name = declared.name;
    declared.variable.external = external;
    if (cursor.accept('=')) {
      parse_initial(cursor, declared, initial_bytes);
    } else if (elements == 0 && !external) {
      cursor.fail_at(declared.line,
                     "only an .extern array has no length, not " + quoted_name(declared.name));
    }
    result.push_back(std::move(declared));
  } while (cursor.accept(','));
  return result;
}

DeclaredVariable parse_parameter(TokenCursor& cursor) {
  DeclaredVariable declared;
  const Kind kind = parse_kind(cursor);
  if (cursor.accept_directive(".ptr")) {
    if (cursor.peek().kind == TokenKind::directive &&
        space_named(cursor.peek().text) != Space::generic) {
      cursor.take();
    }
    if (cursor.accept_directive(".align")) (void)expect_alignment(cursor);
  }
  declared.line = cursor.peek().line;
  declared.name = cursor.expect_name("a parameter's name");
  const std::uint64_t elements = parse_lengths(cursor);
  if (elements == 0) cursor.lack(declared.line, "a parameter array without a length");
  declared.variable = variable_of(kind, Space::param, elements, cursor);
  declared.variable.name = declared.name;
  return declared;
}

}  // namespace touchstone::ptx
