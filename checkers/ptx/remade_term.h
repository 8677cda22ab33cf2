#pragma once

#include "symbols.h"

namespace touchstone::ptx {

/// 1 of a statement, 32 of a word, 64 of two.
[[nodiscard]] unsigned width_of(const Symbols& symbols, const TermNode& node);

/// The node's term over other parts (cone.h), in their order.
[[nodiscard]] TermId remade(Symbols& symbols, const TermNode& node, const OperandTerms& parts);

}  // namespace touchstone::ptx
