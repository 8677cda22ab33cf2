#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "words.h"

namespace touchstone::ptx {

/// One place of a pattern.
struct Element {
  std::vector<Word> words;
  bool optional = false;
  bool is_type = false;  ///< types keep their order; other modifiers may stand anywhere
  bool second = false;   ///< the second type
};

/// An entry's pattern, taken apart.
struct Pattern {
  std::string_view mnemonic;
  std::vector<Element> elements;
};

/// One for each row of the table, in its order.
[[nodiscard]] const std::vector<Pattern>& patterns();

/// An opcode of this pattern: no optional modifiers, and the first of each place's alternatives.
[[nodiscard]] std::string plainest_opcode(const Pattern& pattern);

}  // namespace touchstone::ptx
