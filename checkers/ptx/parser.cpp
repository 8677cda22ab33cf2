#include "parser.h"

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "function_parser.h"
#include "parse_state.h"
#include "variable_parser.h"

namespace touchstone::ptx {

namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20U;
constexpr std::uint64_t oldest_version = 6;
constexpr std::uint64_t newest_version = 9;

/// Linking directives before a declaration (PTX ISA 9.0, 11.6).
struct Linking {
  bool external = false;
};

Linking parse_linking(TokenCursor& cursor) {
  Linking linking;
  while (true) {
    if (cursor.accept_directive(".extern")) {
      linking.external = true;
    } else if (!cursor.accept_directive(".visible") && !cursor.accept_directive(".weak") &&
               !cursor.accept_directive(".common")) {
      return linking;
    }
  }
}

/// "9.0" as 9; none where it is no version.
std::optional<std::uint64_t> major_version(std::string_view text) {
  const std::size_t dot = text.find('.');
  const std::string_view digits = "0123456789";
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == text.size()) return std::nullopt;
  if (text.substr(0, dot).find_first_not_of(digits) != std::string_view::npos ||
      text.substr(dot + 1).find_first_not_of(digits) != std::string_view::npos) {
    return std::nullopt;
  }
  std::uint64_t major = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + dot, major);
  if (error != std::errc{}) return std::nullopt;
  return major;
}

void parse_version(ParseState& state) {
  TokenCursor& cursor = state.cursor;
  if (!cursor.accept_directive(".version")) {
    cursor.fail_expecting("'.version' at the start of PTX");
    return;
  }
  const Token token = cursor.peek();
  const auto major = major_version(token.text);
  if (token.kind != TokenKind::number || !major) {
    cursor.fail_expecting("a version such as 9.0");
    return;
  }
  const bool is_beyond = *major == newest_version && token.text != "9.0";
  if (*major < oldest_version || *major > newest_version || is_beyond) {
    cursor.lack(token.line, "PTX " + printable(token.text, 40) + "; 6.0 to 9.0 are read");
    return;
  }
  cursor.take();
  state.module.version = token.text;
}

/// "sm_80, debug": other options than these change what instructions mean.
void parse_target(ParseState& state) {
  TokenCursor& cursor = state.cursor;
  if (!cursor.accept_directive(".target")) {
    cursor.fail_expecting("'.target' behind the version");
    return;
  }
  const Token token = cursor.peek();
  const std::string_view name = cursor.expect_name("a target such as sm_80");
  if (!cursor.failed() && !name.starts_with("sm_")) {
    cursor.fail_at(token.line, quoted_name(name) + " is no target such as sm_80");
  }
  state.module.target = name;
  while (cursor.accept(',')) {
    const std::uint32_t line = cursor.peek().line;
    const std::string_view option = cursor.expect_name("a target's option");
    if (option == "debug" || option == "texmode_unified" || option == "texmode_independent") {
      continue;
    }
    cursor.lack(line, "the target option " + quoted_name(option) + " is not supported");
  }
}

void parse_address_size(TokenCursor& cursor) {
  const std::uint32_t line = cursor.peek().line;
  const bool is_given = cursor.accept_directive(".address_size");
  if (is_given && cursor.expect_count("an address size", 64) == 64) return;
  cursor.lack(line, "addresses of other than 64 bits (.address_size 64)");
}

/// DWARF, of which nothing is read.
void skip_section(TokenCursor& cursor) {
  const std::uint32_t line = cursor.peek().line;
  if (cursor.peek().kind == TokenKind::directive) cursor.take();
  cursor.expect('{', "behind a section's name");
  while (!cursor.at_end() && !cursor.at('}')) cursor.take();
  if (!cursor.accept('}')) cursor.fail("the section of " + line_text(line) + " does not end");
}

void parse_module_variables(ParseState& state, Space space, bool external) {
  TokenCursor& cursor = state.cursor;
  cursor.take();
  auto declared = parse_variables(cursor, space, external, state.initial_bytes);
  cursor.expect(';', "behind a variable");
  for (DeclaredVariable& each : declared) {
    if (cursor.failed()) return;
    const auto id = static_cast<std::uint32_t>(state.module.variables.size());
    state.module.variables.push_back(std::move(each.variable));
    state.declare(each.name, {SymbolKind::global, id, each.line});
  }
}

void parse_declaration(ParseState& state) {
  TokenCursor& cursor = state.cursor;
  const Linking linking = parse_linking(cursor);
  const Token token = cursor.peek();
  const Space space = space_named(token.text);
  if (cursor.at_directive(".entry") || cursor.at_directive(".func")) {
    parse_function(state);
  } else if (token.kind == TokenKind::directive &&
             (space == Space::global || space == Space::constant || space == Space::shared)) {
    parse_module_variables(state, space, linking.external);
  } else if (token.kind == TokenKind::directive && !token.text.starts_with(".version")) {
    cursor.lack(token.line, quoted_name(token.text) + " is not supported here");
  } else {
    cursor.fail_expecting("a declaration");
  }
}

void parse_item(ParseState& state) {
  TokenCursor& cursor = state.cursor;
  if (cursor.accept_directive(".file")) {
    state.lines.parse_file(cursor, state.module.files);
  } else if (cursor.accept_directive(".loc")) {
    state.lines.parse_location(cursor);
  } else if (cursor.accept_directive(".section")) {
    skip_section(cursor);
  } else if (cursor.accept_directive(".pragma")) {
    skip_pragma(cursor);
  } else if (!cursor.accept(';')) {
    parse_declaration(state);
  }
}

}  // namespace

Result<Module> parse(std::string_view text) {
  if (text.size() > most_bytes) return unavailable("", "PTX of more than 64 MiB");
  ParseState state(text);
  state.module.files.emplace_back();
  parse_version(state);
  parse_target(state);
  parse_address_size(state.cursor);
  while (!state.cursor.at_end()) parse_item(state);
  state.lines.finish(state.cursor);
  if (state.cursor.failed()) return *state.cursor.failure();
  return std::move(state.module);
}

}  // namespace touchstone::ptx
