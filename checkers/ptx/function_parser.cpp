#include "function_parser.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "body_parser.h"
#include "variable_parser.h"

namespace touchstone::ptx {

namespace {

constexpr std::uint64_t most_kernel_parameter_bytes = 32'764;
constexpr std::uint64_t most_threads = std::numeric_limits<std::int32_t>::max();

/// Directives with one number that bound what a compiler may use, and change no result.
constexpr std::array<std::string_view, 4> bounds{".minnctapersm", ".maxnctapersm", ".maxnreg",
                                                 ".abi_preserve"};

/// "(.param .b32 a, .param .b64 b)", behind its opening parenthesis.
void parse_parameters(ParseState& state, SymbolKind kind, std::vector<Variable>& list) {
  TokenCursor& cursor = state.cursor;
  if (cursor.accept(')')) return;
  do {
    if (cursor.at_directive(".reg")) {
      cursor.lack(cursor.peek().line, "parameters in registers are not supported");
    }
    if (!cursor.accept_directive(".param")) cursor.fail_expecting("'.param'");
    DeclaredVariable declared = parse_parameter(cursor);
    if (cursor.failed()) return;
    const auto id = static_cast<std::uint32_t>(list.size());
    list.push_back(std::move(declared.variable));
    state.declare(declared.name, {kind, id, declared.line});
  } while (cursor.accept(','));
  cursor.expect(')', "at the end of parameters");
}

/// "256, 1, 1": what is not given is 1.
std::array<std::uint32_t, 3> parse_block(TokenCursor& cursor) {
  std::array<std::uint32_t, 3> block{1, 1, 1};
  std::size_t given = 0;
  do {
    const std::uint32_t line = cursor.peek().line;
    if (given == block.size()) {
      cursor.fail("a block has three dimensions");
      return block;
    }
    const std::uint64_t length = cursor.expect_count("a block's length", most_threads);
    if (length == 0) cursor.fail_at(line, "a block has at least one thread");
    block[given++] = static_cast<std::uint32_t>(length);
  } while (cursor.accept(','));
  return block;
}

void parse_directives(TokenCursor& cursor, Function& function) {
  while (cursor.peek().kind == TokenKind::directive) {
    const Token token = cursor.take();
    if (token.text == ".maxntid") {
      function.max_block = parse_block(cursor);
    } else if (token.text == ".reqntid") {
      function.required_block = parse_block(cursor);
    } else if (std::find(bounds.begin(), bounds.end(), token.text) != bounds.end()) {
      (void)cursor.expect_count("a number", std::numeric_limits<std::uint32_t>::max());
    } else if (token.text == ".pragma") {
      skip_pragma(cursor);
    } else if (token.text != ".noreturn" && token.text != ".abi_preserve_control") {
      cursor.lack(token.line, quoted_name(token.text) + " is not supported here");
    }
  }
}

bool same_layout(const std::vector<Variable>& a, const std::vector<Variable>& b) {
  const auto same = [](const Variable& x, const Variable& y) { return x.bytes == y.bytes; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

/// Name, parameters and directives, with the parameters declared in the innermost scope.
Function parse_header(ParseState& state, std::string_view& name) {
  TokenCursor& cursor = state.cursor;
  Function function;
  function.entry = cursor.at_directive(".entry");
  cursor.take();
  if (!function.entry) {
    if (cursor.accept_directive(".attribute")) {
      cursor.lack(cursor.peek().line, "attributes of functions are not supported");
    }
    (void)cursor.accept_directive(".noreturn");
    if (cursor.accept('(')) parse_parameters(state, SymbolKind::result, function.results);
  }
  function.place = {cursor.peek().line, 0, 0};
  name = cursor.expect_name("a function's name");
  function.name = name;
  if (cursor.accept('(')) parse_parameters(state, SymbolKind::parameter, function.parameters);
  parse_directives(cursor, function);
  return function;
}

void check_kernel_parameters(TokenCursor& cursor, const Function& function) {
  std::uint64_t bytes = 0;
  for (const Variable& each : function.parameters) {
    bytes += std::min(each.bytes, most_kernel_parameter_bytes + 1);
  }
  if (function.entry && bytes > most_kernel_parameter_bytes) {
    cursor.fail_at(function.place.line,
                   "a kernel has at most 32,764 bytes of parameters, not " + std::to_string(bytes));
  }
}

/// The number of a function of this name: of its earlier declaration, or a new one.
std::uint32_t enter_function(ParseState& state, std::string_view name, Function function) {
  std::vector<Function>& functions = state.module.functions;
  const std::uint32_t line = function.place.line;
  const auto earlier = state.names.find_here(name);
  if (earlier && earlier->kind == SymbolKind::function) {
    Function& first = functions[earlier->id];
    if (first.entry != function.entry || !same_layout(first.results, function.results) ||
        !same_layout(first.parameters, function.parameters)) {
      state.cursor.fail_at(
          line, quoted_name(name) + " has other parameters in " + line_text(first.place.line));
    } else if (first.defined && function.defined) {
      state.cursor.fail_at(
          line, quoted_name(name) + " is defined twice, first in " + line_text(first.place.line));
    } else if (function.defined) {
      first = std::move(function);
    }
    return earlier->id;
  }
  const auto id = static_cast<std::uint32_t>(functions.size());
  functions.push_back(std::move(function));
  state.declare(name, {SymbolKind::function, id, line});
  return id;
}

}  // namespace

void parse_function(ParseState& state) {
  TokenCursor& cursor = state.cursor;
  Names parameters;
  std::swap(parameters, state.names);
  std::string_view name;
  Function function = parse_header(state, name);
  std::swap(parameters, state.names);
  if (cursor.failed()) return;
  check_kernel_parameters(cursor, function);
  function.defined = cursor.at('{');
  const bool has_body = function.defined;
  const std::uint32_t id = enter_function(state, name, std::move(function));
  if (!has_body) {
    cursor.expect(';', "behind a function without a body");
    return;
  }
  if (cursor.failed()) return;
  cursor.take();
  state.names.open(std::move(parameters));
  BodyParser(state, state.module.functions[id]).parse();
  if (!cursor.failed()) state.names.close();
}

}  // namespace touchstone::ptx
