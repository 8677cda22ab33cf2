#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "prover.h"
#include "smt_encoding.h"
#include "symbols.h"

namespace touchstone::ptx {

/// What a lemma speaks of.
struct LemmaCut {
  /// Terms this many steps below the two sides are free.
  unsigned depth = 12;
  /// So are these, wherever they stand.
  std::span<const TermId> leaves;
  /// Words are compared as numbers, NaN being one value. With this, all of their bits are.
  bool bits = false;
  std::size_t definitions = 400;  ///< more make no lemma
  /// A statement that is supposed to hold.
  std::optional<TermId> hypothesis;
};

struct Question {
  Lemma lemma;
  std::vector<SmtEncoding::Leaf> leaves;  ///< its free constants and the terms they stand for
};

/// That two terms of one type are equal whatever the values of inputs and of all that is cut off:
/// a stronger statement than their equality, so only its proof says something about them. Names are
/// canonical: cones that look the same give the same text. None where a term is met that the ISA
/// leaves open (open_term.h) or the text would be too long.
[[nodiscard]] std::optional<Question> question_of(const Symbols& symbols, TermId left, TermId right,
                                                  const LemmaCut& cut = {});
[[nodiscard]] std::optional<Lemma> lemma_of(const Symbols& symbols, TermId left, TermId right,
                                            const LemmaCut& cut = {});

}  // namespace touchstone::ptx
