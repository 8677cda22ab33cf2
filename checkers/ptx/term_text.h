#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "symbols.h"

namespace touchstone::ptx {

/// How terms are printed.
struct TermTextStyle {
  std::size_t depth = 6;     ///< of calls; what lies deeper is "…"
  std::size_t length = 400;  ///< in bytes or so, after which it is "…"
  /// A name to print in place of a term, or nothing.
  std::function<const std::string*(TermId)> name;
};

/// A term for people: "fma(x[3], y[7], +0)". Operands 0 to 3 are x, y, z and w, further ones
/// operand4 and so on; applications are called as their opcodes, constants printed as what they are
/// read for.
[[nodiscard]] std::string term_text(const Symbols& symbols, TermId term,
                                    const TermTextStyle& style = {});

}  // namespace touchstone::ptx
