#include "lemma_book.h"

#include <algorithm>
#include <array>

#include "cone.h"

namespace touchstone::ptx {

namespace {

constexpr std::size_t nearby_terms = 64;
constexpr unsigned nearby_steps = 8;
// Solvers bear a few operations on binary32 numbers, not whole expressions.
constexpr std::size_t definitions_of_a_lemma = 60;
// Building a text costs some tens of microseconds, also for one that is known.
constexpr std::size_t most_questions = 100'000;

/// Terms at most some steps below a root, itself included, nearest first.
std::vector<TermId> nearby(const Symbols& symbols, TermId root) {
  std::vector<TermId> out{root};
  std::size_t from = 0;
  for (unsigned step = 0; step < nearby_steps; ++step) {
    const std::size_t to = out.size();
    for (; from < to; ++from) {
      const OperandTerms parts = parts_of(symbols, symbols.arena().nodes()[out[from]]);
      for (const TermId part : parts.all()) {
        if (out.size() >= nearby_terms) return out;
        if (std::find(out.begin(), out.end(), part) == out.end()) out.push_back(part);
      }
    }
  }
  return out;
}

}  // namespace

std::vector<TermId> shared_terms(const Symbols& symbols, TermId left, TermId right) {
  const std::vector<TermId> one_side = nearby(symbols, left);
  const std::vector<TermId> other = nearby(symbols, right);
  std::vector<TermId> out;
  for (const TermId term : one_side) {
    if (term == left || term == right) continue;
    if (is_constant(symbols.arena().nodes()[term].kind)) continue;
    if (std::find(other.begin(), other.end(), term) != other.end()) out.push_back(term);
  }
  std::sort(out.begin(), out.end());
  return out;
}

bool LemmaBook::holds(TermId left, TermId right, const LemmaCut& cut) {
  if (questions_ >= most_questions) return false;
  ++questions_;
  std::optional<Lemma> lemma = lemma_of(*symbols_, left, right, cut);
  if (!lemma) return false;
  if (const auto known = answers_.find(lemma->smt_lib); known != answers_.end()) {
    return known->second == LemmaAnswer::proved;
  }
  if (left_ <= 0) return false;
  --left_;
  const LemmaAnswer answer = (*judge_)(*lemma);
  answers_.emplace(lemma->smt_lib, answer);
  if (answer == LemmaAnswer::proved) proved_.push_back(std::move(*lemma));
  return answer == LemmaAnswer::proved;
}

bool LemmaBook::equal(TermId left, TermId right, bool bits) {
  if (left == right) return true;
  if (!*judge_) return false;
  const std::vector<TermId> shared = shared_terms(*symbols_, left, right);
  LemmaCut cut;
  cut.bits = bits;
  cut.definitions = definitions_of_a_lemma;
  cut.leaves = shared;
  if (!shared.empty() && holds(left, right, cut)) return true;
  // A term that the cut lets go may be one that the sides agree on for a reason further down.
  cut.leaves = {};
  constexpr std::array<unsigned, 3> depths{2, 4, 8};
  return std::any_of(depths.begin(), depths.end(), [&](unsigned depth) {
    cut.depth = depth;
    return holds(left, right, cut);
  });
}

}  // namespace touchstone::ptx
