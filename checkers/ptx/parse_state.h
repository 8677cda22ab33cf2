#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "form_cache.h"
#include "line_info.h"
#include "module.h"
#include "names.h"
#include "token_cursor.h"

namespace touchstone::ptx {

/// What the parsers of one text share.
struct ParseState {
  explicit ParseState(std::string_view text) : cursor(text) {}

  /// Declares a name in the innermost scope; fails where it is declared there already, and beyond
  /// 2^21 names in one text.
  void declare(std::string_view name, const Symbol& symbol);
  /// Counts a name that has no symbol of its own.
  void count_name(std::uint32_t line);
  /// Counts what takes about as much memory as an instruction; fails beyond 2^21 in one text.
  void count_instructions(std::uint32_t line, std::size_t count);

  TokenCursor cursor;
  Module module;
  Names names;
  FormCache forms;
  LineInfo lines;
  std::uint64_t initial_bytes = 0;
  std::size_t instructions = 0;  ///< of all functions, targets and arguments included
  std::uint32_t declared = 0;    ///< names, of all scopes
};

/// Behind ".pragma": texts up to a semicolon. None that PTX ISA 9.0, 11.4 has changes a result.
void skip_pragma(TokenCursor& cursor);

}  // namespace touchstone::ptx
