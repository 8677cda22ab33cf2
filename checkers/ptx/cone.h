#pragma once

#include <span>
#include <vector>

#include "symbols.h"

namespace touchstone::ptx {

[[nodiscard]] constexpr bool is_application(TermKind kind) {
  return kind == TermKind::apply1 || kind == TermKind::apply2 || kind == TermKind::apply3;
}

[[nodiscard]] constexpr bool is_constant(TermKind kind) {
  return kind == TermKind::constant || kind == TermKind::truth || kind == TermKind::wide;
}

/// Whether it is a number that a definition's arithmetic or functions give.
[[nodiscard]] constexpr bool is_number_kind(TermKind kind) {
  return kind >= TermKind::add && kind <= TermKind::rsqrt;
}

/// The terms whose values a term is made of: an application's operands, without the pairs that list
/// them.
[[nodiscard]] OperandTerms parts_of(const Symbols& symbols, const TermNode& node);

/// The terms that some roots are made of, themselves included, in ascending order: operands before
/// what is made of them. O(greatest root).
[[nodiscard]] std::vector<TermId> cone_of(const Symbols& symbols, std::span<const TermId> roots);

}  // namespace touchstone::ptx
