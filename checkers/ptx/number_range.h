#pragma once

#include <optional>
#include <unordered_map>

#include "symbols.h"

namespace touchstone::ptx {

/// Bounds of a binary32 number that is never NaN; they may be infinite.
struct NumberRange {
  double least = 0;
  double greatest = 0;
};

/// What terms are as numbers, for all inputs: bounds found by interval arithmetic, rounded outward.
/// It knows what idioms need, such as that a saturated number lies in [0, 1] and its sum with a
/// constant is finite, and gives up on the rest.
class NumberRanges {
 public:
  explicit NumberRanges(const Symbols& symbols) : symbols_(&symbols) {}

  /// None where the term may be NaN, or nothing is known of it. O(1) amortised.
  [[nodiscard]] std::optional<NumberRange> of(TermId term);

 private:
  using Known = std::optional<NumberRange>;
  [[nodiscard]] Known found(TermId term, unsigned depth);
  [[nodiscard]] Known of_node(const TermNode& node, unsigned depth);
  [[nodiscard]] Known of_application(const TermNode& node, unsigned depth);

  const Symbols* symbols_;
  std::unordered_map<TermId, Known> known_;
};

}  // namespace touchstone::ptx
