#include "counterexample_search.h"

#include <algorithm>

#include "batch_samples.h"
#include "cone.h"
#include "openness.h"
#include "simplify_inputs.h"

namespace touchstone::ptx {

namespace {

// Values computed while one counterexample is made simpler, which bounds its time to about a
// second.
constexpr std::size_t simplification_work = 100'000'000;

std::vector<TermId> roots_of(std::span<const TermPair> pairs) {
  std::vector<TermId> roots;
  for (const TermPair& pair : pairs) {
    roots.push_back(pair.left);
    roots.push_back(pair.right);
  }
  return roots;
}

bool differ(std::uint64_t x, std::uint64_t y) {
  return canonical_word(static_cast<std::uint32_t>(x)) !=
         canonical_word(static_cast<std::uint32_t>(y));
}

bool is_finite(std::uint32_t bits) { return (bits & 0x7F800000U) != 0x7F800000U; }

bool all_finite(const InputValues& inputs) {
  return std::all_of(inputs.begin(), inputs.end(), [](const auto& operand) {
    return std::all_of(operand.begin(), operand.end(), is_finite);
  });
}

/// Pairs of terms at a batch of inputs.
class PairsAt {
 public:
  PairsAt(const Symbols& symbols, std::span<const TermPair> pairs)
      : roots_(roots_of(pairs)), evaluation_(symbols, roots_), fixed_(symbols, roots_) {}

  void evaluate(const BatchSamples& samples) {
    fixed_.restart();
    values_ = evaluation_.at(samples.reader(), [this](TermId term, const BatchValues& values) {
      fixed_.visit(term, values);
    });
  }
  [[nodiscard]] bool differs(std::size_t pair, std::size_t vector) const {
    return fixed_.fixed(vector) && differ(values_[2 * pair][vector], values_[2 * pair + 1][vector]);
  }

 private:
  std::vector<TermId> roots_;
  Evaluation evaluation_;
  FixedVectors fixed_;
  std::vector<BatchValues> values_;
};

}  // namespace

auto CounterexampleSearch::failing(const Symbols& symbols, std::span<const TermPair> pairs,
                                   int batches) const -> std::optional<Failing> {
  PairsAt pairs_at(symbols, pairs);
  for (int batch = 0; batch < batches; ++batch) {
    const BatchSamples samples(counts_, static_cast<std::uint64_t>(batch) * batch_size);
    pairs_at.evaluate(samples);
    for (std::size_t vector = 0; vector < batch_size; ++vector) {
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (pairs_at.differs(i, vector)) return Failing{i, samples.inputs()[vector]};
      }
    }
  }
  return std::nullopt;
}

InputValues CounterexampleSearch::simplified(const Symbols& symbols, const TermPair& pair,
                                             InputValues inputs) const {
  const std::vector<TermId> roots = roots_of({&pair, 1});
  const std::vector<TermId> cone = cone_of(symbols, roots);
  std::vector<InputElement> relevant;
  for (const TermId term : cone) {
    const TermNode& node = symbols.arena().nodes()[term];
    if (node.kind == TermKind::input) relevant.push_back({node.a, node.b});
  }
  PairsAt pair_at(symbols, {&pair, 1});
  const StillFails still_fails = [&](const std::vector<InputValues>& trials) {
    pair_at.evaluate(BatchSamples(trials));
    std::vector<bool> out;
    for (std::size_t i = 0; i < trials.size(); ++i) out.push_back(pair_at.differs(0, i));
    return out;
  };
  std::size_t elements = 0;
  for (const std::size_t count : counts_) elements += count;
  const std::size_t work = batch_size * (cone.size() + elements);
  return ptx::simplified(std::move(inputs), relevant, still_fails, batch_size,
                         1 + simplification_work / work);
}

std::vector<Defect> CounterexampleSearch::defects_of(const Execution& run) const {
  if (!run.defects.empty() || run.stop) return run.defects;
  return coverage_defects(runs_->program(), run, outputs_, *name_);
}

Result<std::optional<Mismatch>> CounterexampleSearch::shown(const InputValues& inputs,
                                                            std::span<const std::size_t> outputs,
                                                            std::span<const std::uint32_t> bits,
                                                            bool finite_only) const {
  const auto run = runs_->concrete(inputs);
  if (!run) return run.error();
  Mismatch found;
  found.inputs = inputs;
  found.defects = defects_of(*run);
  if (!found.defects.empty()) return std::optional(std::move(found));
  if (run->stop || run->order_dependent) return std::optional<Mismatch>();
  if (finite_only && !all_finite(inputs)) return std::optional<Mismatch>();
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const OutputWord& output = outputs_[outputs[i]];
    const std::uint32_t word = run->buffers[output.buffer].words[output.word];
    if (!differ(word, bits[i])) continue;
    if (finite_only && !(is_finite(word) && is_finite(bits[i]))) continue;
    found.output = outputs[i];
    found.kernel_bits = canonical_word(word);
    found.expected_bits = canonical_word(bits[i]);
    found.place = place_of(*run, output);
    return std::optional(std::move(found));
  }
  return std::optional<Mismatch>();
}

Result<std::optional<Mismatch>> CounterexampleSearch::by_terms(const Symbols& symbols,
                                                               std::span<const TermPair> pairs,
                                                               std::span<const std::size_t> outputs,
                                                               int batches) const {
  const auto found = failing(symbols, pairs, batches);
  if (!found) return std::optional<Mismatch>();
  const std::vector<std::size_t> output{outputs[found->index]};
  const InputValues simple = simplified(symbols, pairs[found->index], found->inputs);
  for (const InputValues& inputs : {simple, found->inputs}) {
    const auto expected = (*expected_)({&inputs, 1}, output);
    if (!expected) return expected.error();
    auto mismatch = shown(inputs, output, expected->front(), false);
    if (!mismatch || *mismatch) return mismatch;
  }
  return std::optional<Mismatch>();
}

Result<std::optional<Mismatch>> CounterexampleSearch::by_runs(int runs) const {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < outputs_.size(); ++i) all.push_back(i);
  for (int at = 0; at < runs; at += static_cast<int>(batch_size)) {
    const BatchSamples samples(counts_, static_cast<std::uint64_t>(at));
    const std::size_t count = std::min(batch_size, static_cast<std::size_t>(runs - at));
    const auto expected = (*expected_)({samples.inputs().data(), count}, all);
    if (!expected) return expected.error();
    for (std::size_t i = 0; i < count; ++i) {
      auto mismatch = shown(samples.inputs()[i], all, (*expected)[i], true);
      if (!mismatch || *mismatch) return mismatch;
    }
  }
  return std::optional<Mismatch>();
}

Result<std::optional<Mismatch>> CounterexampleSearch::defects(int runs) const {
  for (int i = 0; i < runs; ++i) {
    const InputValues inputs = sample_inputs(counts_, static_cast<std::uint64_t>(i));
    const auto run = runs_->concrete(inputs);
    if (!run) return run.error();
    Mismatch found;
    found.defects = defects_of(*run);
    if (found.defects.empty()) continue;
    found.inputs = inputs;
    return std::optional(std::move(found));
  }
  return std::optional<Mismatch>();
}

}  // namespace touchstone::ptx
