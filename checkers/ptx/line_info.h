#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "module.h"
#include "token_cursor.h"

namespace touchstone::ptx {

/// What .file and .loc say (PTX ISA 9.0, 11.5): which source line the instructions that follow come
/// from. Where a function was inlined, that is the line inside it.
class LineInfo {
 public:
  /// Behind ".file": a number, a path, and perhaps its time and size.
  void parse_file(TokenCursor& cursor, std::vector<std::string>& files);
  /// Behind ".loc": file, line, column, and perhaps ", function_name label, inlined_at …".
  void parse_location(TokenCursor& cursor);
  /// At the start of a function, which inherits no line.
  void forget() { current_ = {}; }

  /// The place of an instruction on this line of the text.
  [[nodiscard]] Place place(std::uint32_t line) const {
    return {line, current_.source_file, current_.source_line};
  }
  /// Fails where some .loc named a file that no .file declares.
  void finish(TokenCursor& cursor) const;

 private:
  Place current_;
  std::vector<std::uint32_t> first_use_;  ///< by file number: line of its first .loc, or 0
  std::vector<bool> declared_;            ///< by file number
};

}  // namespace touchstone::ptx
