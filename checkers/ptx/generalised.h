#pragma once

#include <optional>

#include "sweep.h"

namespace touchstone::ptx {

/// Two terms with what they share, and what they read, replaced by free words: words 0, 1, … of
/// operand 0, in the order in which the two are read.
struct Generalised {
  TermPair pair;
  std::size_t words = 0;
};

/// A statement of which "left = right" is a case, so that its proof proves that, and which is often
/// one and the same for all elements of a result: of two sums that end differently, only the ends
/// remain. The terms are of the same arena but of another world: their words of operand 0 are not
/// that operand's. None where more than `terms` terms are not shared. O(those).
[[nodiscard]] std::optional<Generalised> generalised(Symbols& symbols, const TermPair& pair,
                                                     std::size_t terms);

}  // namespace touchstone::ptx
