#pragma once

#include <span>

#include "semantics.h"

namespace touchstone::ptx {

/// One row of the semantics table: what is written of it, and the form before its modifiers say
/// more. A pattern is a mnemonic with its modifiers; braces enclose optional ones, bars stand
/// between alternatives, and a modifier may be a class of words (words.h).
struct Row {
  Entry entry;
  Form base;
};

/// All rows; Form::entry counts in them.
[[nodiscard]] std::span<const Row> rows();

// Its parts, by chapter.
[[nodiscard]] std::span<const Row> integer_rows();
[[nodiscard]] std::span<const Row> float_rows();
[[nodiscard]] std::span<const Row> half_rows();
[[nodiscard]] std::span<const Row> comparison_rows();
[[nodiscard]] std::span<const Row> logic_rows();
[[nodiscard]] std::span<const Row> conversion_rows();
[[nodiscard]] std::span<const Row> memory_rows();
[[nodiscard]] std::span<const Row> warp_rows();
[[nodiscard]] std::span<const Row> control_rows();

}  // namespace touchstone::ptx
