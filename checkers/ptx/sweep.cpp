#include "sweep.h"

#include <unordered_map>

#include "batch_samples.h"
#include "cone.h"
#include "kernel_runs.h"
#include "operand_reading.h"
#include "remade_term.h"

namespace touchstone::ptx {

namespace {

constexpr std::uint8_t on_left = 1;
constexpr std::uint8_t on_right = 2;
constexpr std::uint8_t on_both = 3;
constexpr std::uint8_t read_as_bits = 4;
constexpr std::size_t most_candidates = 4;

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

class Sweep {
 public:
  Sweep(Symbols& symbols, std::span<const TermPair> pairs, LemmaBook& book)
      : symbols_(&symbols), book_(&book) {
    std::vector<TermId> roots;
    for (const TermPair& pair : pairs) {
      roots.push_back(pair.left);
      roots.push_back(pair.right);
    }
    cone_ = cone_of(symbols, roots);
    for (std::size_t i = 0; i < cone_.size(); ++i) position_.emplace(cone_[i], i);
    flags_.assign(cone_.size(), 0);
    for (const TermPair& pair : pairs) {
      flag(pair.left, on_left);
      flag(pair.right, on_right);
    }
    spread_flags();
    roots_ = std::move(roots);
  }

  [[nodiscard]] std::size_t terms() const { return cone_.size(); }
  [[nodiscard]] TermId merged(TermId term) const { return merged_[position_.at(term)]; }

  void sign(std::span<const std::size_t> counts, int batches);
  void merge();

 private:
  struct Candidate {
    TermId term = 0;
    std::uint8_t sides = 0;
  };

  void flag(TermId term, std::uint8_t what) {
    std::uint8_t& flags = flags_[position_.at(term)];
    flags = static_cast<std::uint8_t>(flags | what);
  }
  void spread_flags();
  [[nodiscard]] TermId over_merged(const TermNode& node) const;
  [[nodiscard]] TermId merged_into(std::vector<Candidate>& candidates, TermId term,
                                   std::uint8_t flags);

  Symbols* symbols_;
  LemmaBook* book_;
  std::vector<TermId> roots_;
  std::vector<TermId> cone_;  // ascending
  std::unordered_map<TermId, std::size_t> position_;
  std::vector<std::uint8_t> flags_;
  std::vector<std::uint64_t> signatures_;
  std::vector<TermId> merged_;
};

/// Whose term each is, and whether all of its bits count: where only numbers are read, terms that
/// differ in the payload of a NaN may stand for each other.
void Sweep::spread_flags() {
  const TermNodes nodes = symbols_->arena().nodes();
  for (std::size_t i = cone_.size(); i-- > 0;) {
    const TermNode node = nodes[cone_[i]];
    const OperandTerms parts = parts_of(*symbols_, node);
    for (std::size_t k = 0; k < parts.count; ++k) {
      bool bits = node.kind == TermKind::pair;
      if (node.kind == TermKind::select) bits = (flags_[i] & read_as_bits) != 0;
      if (is_application(node.kind)) bits = number_read(symbols_->form(node), k) == Type::none;
      flag(parts.ids[k],
           static_cast<std::uint8_t>((flags_[i] & on_both) | (bits ? read_as_bits : 0)));
    }
  }
}

void Sweep::sign(std::span<const std::size_t> counts, int batches) {
  const TermNodes nodes = symbols_->arena().nodes();
  signatures_.clear();
  for (const TermId term : cone_) signatures_.push_back(width_of(*symbols_, nodes[term]));
  const Evaluation evaluation(*symbols_, roots_);
  for (int batch = 0; batch < batches; ++batch) {
    const BatchSamples samples(counts, static_cast<std::uint64_t>(batch) * batch_size);
    std::size_t at = 0;
    (void)evaluation.at(samples.reader(), [&](TermId term, const BatchValues& values) {
      while (cone_[at] != term) ++at;
      for (const std::uint64_t value : values) {
        const bool word = (value >> 32U) == 0;
        const std::uint64_t number =
            word ? canonical_word(static_cast<std::uint32_t>(value)) : value;
        signatures_[at] = mixed(signatures_[at] + 0x9E3779B97F4A7C15U + number);
      }
    });
  }
}

TermId Sweep::over_merged(const TermNode& node) const {
  OperandTerms parts = parts_of(*symbols_, node);
  bool changed = false;
  for (std::size_t k = 0; k < parts.count; ++k) {
    const TermId part = merged(parts.ids[k]);
    changed = changed || part != parts.ids[k];
    parts.ids[k] = part;
  }
  if (!changed) return symbols_->arena().make(node);
  return remade(*symbols_, node, parts);
}

TermId Sweep::merged_into(std::vector<Candidate>& candidates, TermId term, std::uint8_t flags) {
  const auto sides = static_cast<std::uint8_t>(flags & on_both);
  for (Candidate& candidate : candidates) {
    if (candidate.term != term) continue;
    candidate.sides = static_cast<std::uint8_t>(candidate.sides | sides);
    return term;
  }
  for (Candidate& candidate : candidates) {
    if ((candidate.sides | sides) != on_both) continue;
    if (!book_->equal(candidate.term, term, (flags & read_as_bits) != 0)) continue;
    candidate.sides = on_both;
    return candidate.term;
  }
  if (candidates.size() < most_candidates) candidates.push_back({term, sides});
  return term;
}

void Sweep::merge() {
  std::unordered_map<std::uint64_t, std::vector<Candidate>> classes;
  merged_.assign(cone_.size(), 0);
  for (std::size_t i = 0; i < cone_.size(); ++i) {
    const TermNode node = symbols_->arena().nodes()[cone_[i]];
    merged_[i] = merged_into(classes[signatures_[i]], over_merged(node), flags_[i]);
  }
}

}  // namespace

std::vector<bool> swept(Symbols& symbols, std::span<const TermPair> pairs,
                        std::span<const std::size_t> counts, LemmaBook& book,
                        const SweepLimits& limits) {
  std::vector<bool> out(pairs.size(), false);
  Sweep sweep(symbols, pairs, book);
  if (sweep.terms() > limits.terms) return out;
  sweep.sign(counts, limits.batches);
  sweep.merge();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    out[i] = sweep.merged(pairs[i].left) == sweep.merged(pairs[i].right);
  }
  return out;
}

}  // namespace touchstone::ptx
