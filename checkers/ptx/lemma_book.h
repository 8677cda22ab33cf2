#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "lemma.h"

namespace touchstone::ptx {

/// Asks a judge whether terms are equal, each distinct question once, and keeps what was proved.
class LemmaBook {
 public:
  /// Keeps references.
  LemmaBook(const Symbols& symbols, const LemmaJudge& judge, int most_lemmas)
      : symbols_(&symbols), judge_(&judge), left_(most_lemmas) {}

  /// Whether a lemma about a small cut of two terms of one type says that they are equal: as
  /// numbers, or with `bits` in every bit. Cuts are tried where the two first share terms, then at
  /// growing depths. False says nothing.
  [[nodiscard]] bool equal(TermId left, TermId right, bool bits);

  /// In the order in which they were first used.
  [[nodiscard]] const std::vector<Lemma>& proved() const { return proved_; }

 private:
  [[nodiscard]] bool holds(TermId left, TermId right, const LemmaCut& cut);

  const Symbols* symbols_;
  const LemmaJudge* judge_;
  int left_;
  std::size_t questions_ = 0;
  std::map<std::string, LemmaAnswer> answers_;  // by SMT-LIB text
  std::vector<Lemma> proved_;
};

/// The terms that both cones hold and that are met first from both roots, at most a few steps down,
/// in ascending order; not the roots.
[[nodiscard]] std::vector<TermId> shared_terms(const Symbols& symbols, TermId left, TermId right);

}  // namespace touchstone::ptx
