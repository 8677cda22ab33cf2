#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lemma_book.h"

namespace touchstone::ptx {

/// Two terms that are to be equal as numbers.
struct TermPair {
  TermId left = 0;
  TermId right = 0;
  bool operator==(const TermPair&) const = default;
};

/// Where a sweep begins and gives up.
struct SweepLimits {
  std::size_t terms = 4'000'000;  ///< of all cones together; more are not swept
  int batches = 8;
};

/// Proves pairs equal from their operands up: terms that agree at sample inputs are proposed as
/// equal, what the book confirms is merged, and what is made of them is made again over the merged
/// ones. Gives for each pair whether its sides became one term. `counts` are the elements of each
/// operand.
[[nodiscard]] std::vector<bool> swept(Symbols& symbols, std::span<const TermPair> pairs,
                                      std::span<const std::size_t> counts, LemmaBook& book,
                                      const SweepLimits& limits = {});

}  // namespace touchstone::ptx
