#include "equivalence.h"

#include <algorithm>
#include <map>
#include <utility>

#include "cone.h"
#include "generalised.h"
#include "normal_form.h"
#include "openness.h"
#include "term_text.h"

namespace touchstone::ptx {

namespace {

/// Values computed in one look for counterexamples, which bounds its time to a few seconds.
constexpr std::size_t search_work = 400'000'000;
constexpr std::size_t sampled_outputs = 64;
constexpr std::size_t compared_cones = 16;
constexpr std::size_t generalised_terms = 4'000'000;
constexpr std::size_t most_terms_of_one = 20'000;

std::string text_of_bits(std::uint32_t bits) {
  TermTextStyle style;
  Symbols symbols;
  return term_text(symbols, symbols.word(bits), style);
}

/// The outputs whose terms differ, as pairs of the kernel's term and the other.
struct Differing {
  std::vector<TermPair> pairs;
  std::vector<std::size_t> outputs;

  void add(const TermPair& pair, std::size_t output) {
    pairs.push_back(pair);
    outputs.push_back(output);
  }
  [[nodiscard]] bool empty() const { return pairs.empty(); }
  [[nodiscard]] std::vector<TermId> left() const {
    std::vector<TermId> out;
    for (const TermPair& pair : pairs) out.push_back(pair.left);
    return out;
  }
  /// Up to `count`, evenly spread, the first and the last among them.
  [[nodiscard]] Differing sample(std::size_t count) const {
    if (pairs.size() <= count) return *this;
    Differing out;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = i * (pairs.size() - 1) / std::max<std::size_t>(count - 1, 1);
      out.add(pairs[at], outputs[at]);
    }
    return out;
  }
  template <class Keep>
  [[nodiscard]] Differing kept(const Keep& keep) const {
    Differing out;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (keep(i)) out.add(pairs[i], outputs[i]);
    }
    return out;
  }
};

/// Whether they are one term, or constants that are one number.
bool are_equal(const Symbols& symbols, const TermPair& pair) {
  if (pair.left == pair.right) return true;
  const TermNode& left = symbols.arena().nodes()[pair.left];
  const TermNode& right = symbols.arena().nodes()[pair.right];
  return left.kind == TermKind::constant && right.kind == TermKind::constant &&
         canonical_word(left.a) == canonical_word(right.a);
}

class Decision {
 public:
  Decision(const KernelRuns& runs, const Aim& aim, Symbols& symbols, const LemmaJudge& judge,
           const ProofLimits& limits)
      : runs_(runs),
        aim_(aim),
        symbols_(symbols),
        limits_(limits),
        search_(runs, aim.outputs, aim.name, aim.expected),
        book_(symbols, judge, limits.lemmas) {}

  [[nodiscard]] Result<Proof> decide();

 private:
  // Each takes the decision or leaves the verdict open, which is what they return.
  using Step = Result<bool>;
  static constexpr bool decided = true;

  [[nodiscard]] Step judge_run();
  [[nodiscard]] Step judge_terms();
  [[nodiscard]] Step weigh(std::vector<Defect> defects);
  [[nodiscard]] Step weigh_stop(const Stop& stop);
  [[nodiscard]] Step look_for_counterexample(const Differing& differing, int factor);
  [[nodiscard]] Differing compare(const std::vector<TermId>& other) const;
  [[nodiscard]] bool open_cause_found(const Differing& differing, const std::vector<TermId>& other);
  [[nodiscard]] Differing left_by_rewriting(const Differing& differing) const;
  [[nodiscard]] Differing left_by_general_lemmas(const Differing& differing);
  [[nodiscard]] Differing left_by_lemmas(const Differing& differing);
  bool refute(Mismatch found);
  bool leave(std::string reason);
  void leave_open(const Differing& differing);
  [[nodiscard]] TermId term_of(const OutputWord& output) const {
    return run_.buffers[output.buffer].terms[output.word];
  }
  [[nodiscard]] std::string at(const Place& place) const {
    return runs_.program().module->text_of(place);
  }

  const KernelRuns& runs_;
  const Aim& aim_;
  Symbols& symbols_;
  const ProofLimits& limits_;
  CounterexampleSearch search_;
  LemmaBook book_;
  Execution run_;
  Proof proof_;
};

bool Decision::leave(std::string reason) {
  proof_.verdict = Verdict::undecided;
  proof_.reason = std::move(reason);
  return decided;
}

bool Decision::refute(Mismatch found) {
  proof_.verdict = Verdict::refuted;
  if (!found.defects.empty()) {
    proof_.defects = std::move(found.defects);
    return decided;
  }
  Defect defect;
  defect.kind = DefectKind::wrong_value;
  defect.what = aim_.name(found.output) + " is " + text_of_bits(found.kernel_bits) + " where " +
                aim_.other + " gives " + text_of_bits(found.expected_bits);
  defect.place = found.place;
  proof_.defects = {std::move(defect)};
  Counterexample example;
  example.operands = std::move(found.inputs);
  example.element = static_cast<std::int64_t>(found.output);
  example.kernel_bits = found.kernel_bits;
  example.expected_bits = found.expected_bits;
  proof_.counterexample = std::move(example);
  return decided;
}

auto Decision::weigh(std::vector<Defect> defects) -> Step {
  if (!run_.data_dependent) {
    proof_.verdict = Verdict::refuted;
    proof_.defects = std::move(defects);
    return decided;
  }
  auto found = search_.defects(limits_.refutation_runs);
  if (!found) return found.error();
  if (*found) return refute(std::move(**found));
  return leave(defects.front().what + ", at " + at(defects.front().place) +
               ": seen on a side of a branch on data that none of the inputs tried takes");
}

auto Decision::weigh_stop(const Stop& stop) -> Step {
  std::vector<TermId> other;
  const bool exact = std::none_of(
      runs_.program().module->functions.begin(), runs_.program().module->functions.end(),
      [](const Function& function) {
        return std::any_of(function.body.begin(), function.body.end(), [](const Instruction& i) {
          const Exactness exactness = exactness_of(i.form);
          return exactness == Exactness::fusable || exactness == Exactness::bounded;
        });
      });
  if (exact && aim_.outputs.size() <= limits_.machine.terms && !aim_.terms(symbols_, other)) {
    auto found = search_.by_runs(limits_.refutation_runs);
    if (!found) return found.error();
    if (*found) return refute(std::move(**found));
  }
  return leave(stop.reason + (stop.place.line != 0 ? ", at " + at(stop.place) : ""));
}

auto Decision::judge_run() -> Step {
  auto run = runs_.symbolic(symbols_);
  if (!run) return run.error();
  run_ = std::move(*run);
  proof_.lane_instructions = run_.lane_instructions;
  if (!run_.defects.empty()) return weigh(run_.defects);
  if (run_.stop) return weigh_stop(*run_.stop);
  if (run_.order_dependent) return weigh_stop(*run_.order_dependent);
  auto coverage = coverage_defects(runs_.program(), run_, aim_.outputs, aim_.name);
  if (!coverage.empty()) return weigh(std::move(coverage));
  // All outputs are written, so more words than outputs are words of no output.
  std::size_t written = 0;
  for (const FinalBuffer& buffer : run_.buffers) {
    written += buffer.touched.size() - static_cast<std::size_t>(std::count(
                                           buffer.touched.begin(), buffer.touched.end(), 0));
  }
  if (written != aim_.outputs.size()) {
    return leave("it writes " + std::to_string(written) + " words, and " + aim_.other + " gives " +
                 std::to_string(aim_.outputs.size()));
  }
  return !decided;
}

Differing Decision::compare(const std::vector<TermId>& other) const {
  Differing out;
  for (std::size_t i = 0; i < aim_.outputs.size(); ++i) {
    const TermPair pair{term_of(aim_.outputs[i]), other[i]};
    if (!are_equal(symbols_, pair)) out.add(pair, i);
  }
  return out;
}

/// Refutes where evaluated terms differ, of outputs that are fixed by the ISA.
auto Decision::look_for_counterexample(const Differing& differing, int factor) -> Step {
  const std::vector<bool> inexact = inexact_terms(symbols_);
  const Differing exact = differing.kept([&](std::size_t i) {
    return !inexact[differing.pairs[i].left] && !inexact[differing.pairs[i].right];
  });
  if (exact.empty()) return !decided;
  Differing sample = exact.sample(sampled_outputs);
  std::size_t terms = cone_of(symbols_, sample.left()).size();
  // Long sums are alike, so that a few of them say what all would.
  if (terms * batch_size > search_work / 8) {
    sample = exact.sample(4);
    terms = cone_of(symbols_, sample.left()).size();
  }
  const std::size_t affordable = search_work / (terms * batch_size + 1);
  const int wanted = factor * (limits_.refutation_runs + static_cast<int>(batch_size) - 1) /
                     static_cast<int>(batch_size);
  const int batches =
      std::max(1, std::min(wanted, static_cast<int>(std::min<std::size_t>(affordable, 1U << 20U))));
  auto found = search_.by_terms(symbols_, sample.pairs, sample.outputs, batches);
  if (!found) return found.error();
  if (*found) return refute(std::move(**found));
  return !decided;
}

/// Whether a form that the ISA leaves open takes away what equal terms would prove.
bool Decision::open_cause_found(const Differing& differing, const std::vector<TermId>& other) {
  std::vector<TermId> roots = differing.left();
  if (!aim_.is_definition) {
    // Equal terms of two kernels may hold open forms; those of a definition cannot.
    roots.assign(other.begin(), other.end());
    for (const OutputWord& output : aim_.outputs) roots.push_back(term_of(output));
  }
  const auto cause = open_cause(symbols_, roots, aim_.is_definition);
  return cause && leave(text_of(*cause, symbols_, runs_.program()));
}

Differing Decision::left_by_rewriting(const Differing& differing) const {
  NormalForms normal(symbols_);
  Differing out;
  for (std::size_t i = 0; i < differing.pairs.size(); ++i) {
    const TermPair& pair = differing.pairs[i];
    const TermPair forms{normal.of(pair.left), normal.of(pair.right)};
    if (!are_equal(symbols_, forms)) out.add(forms, differing.outputs[i]);
  }
  return out;
}

/// Of what the two sides of each pair share, only that it is shared: few statements for many
/// outputs.
Differing Decision::left_by_general_lemmas(const Differing& differing) {
  std::vector<TermPair> statements;
  std::map<std::pair<TermId, TermId>, std::size_t> numbers;
  std::vector<std::optional<std::size_t>> statement_of;
  std::size_t words = 0;
  std::size_t left = generalised_terms;
  for (const TermPair& pair : differing.pairs) {
    std::optional<std::size_t>& number = statement_of.emplace_back();
    const auto general = generalised(symbols_, pair, std::min(left, most_terms_of_one));
    left -= general ? general->terms : std::min(left, most_terms_of_one);
    if (!general) continue;
    const auto [at, added] =
        numbers.try_emplace({general->pair.left, general->pair.right}, statements.size());
    number = at->second;
    if (added) statements.push_back(general->pair);
    words = std::max(words, general->words);
  }
  const std::vector<bool> equal = swept(symbols_, statements, {&words, 1}, book_);
  return differing.kept(
      [&](std::size_t i) { return !statement_of[i] || !equal[*statement_of[i]]; });
}

Differing Decision::left_by_lemmas(const Differing& differing) {
  const Differing rest = left_by_general_lemmas(differing);
  if (rest.empty()) return rest;
  const std::vector<bool> equal = swept(symbols_, rest.pairs, runs_.input_counts(), book_);
  return rest.kept([&](std::size_t i) { return !equal[i]; });
}

void Decision::leave_open(const Differing& differing) {
  const Differing sample = differing.sample(compared_cones);
  std::size_t smallest = 0;
  std::size_t smallest_size = SIZE_MAX;
  for (std::size_t i = 0; i < sample.pairs.size(); ++i) {
    const std::vector<TermId> roots{sample.pairs[i].left, sample.pairs[i].right};
    const std::size_t size = cone_of(symbols_, roots).size();
    if (size >= smallest_size) continue;
    smallest = i;
    smallest_size = size;
  }
  const TermPair& pair = sample.pairs[smallest];
  const std::size_t output = sample.outputs[smallest];
  proof_.open_term = term_text(symbols_, pair.left) + " = " + term_text(symbols_, pair.right);
  const Place place = place_of(run_, aim_.outputs[output]);
  leave("that " + aim_.name(output) + ", stored at " + at(place) + ", is what " + aim_.other +
        " gives is neither proved nor refuted, as for " +
        std::to_string(differing.pairs.size() - 1) + " others");
}

auto Decision::judge_terms() -> Step {
  std::vector<TermId> other;
  if (auto reason = aim_.terms(symbols_, other)) return leave(std::move(*reason));
  Differing differing = compare(other);
  if (!differing.empty()) {
    auto found = look_for_counterexample(differing, 1);
    if (!found || *found) return found;
  }
  if (!differing.empty() || !aim_.is_definition) {
    if (open_cause_found(differing, other)) return decided;
  }
  if (!differing.empty()) differing = left_by_rewriting(differing);
  if (!differing.empty()) differing = left_by_lemmas(differing);
  proof_.lemmas = book_.proved();
  if (!differing.empty()) {
    auto found = look_for_counterexample(differing, 16);
    if (!found || *found) return found;
    leave_open(differing);
    return decided;
  }
  proof_.verdict = Verdict::proved;
  return decided;
}

Result<Proof> Decision::decide() {
  proof_.elements = static_cast<std::int64_t>(aim_.outputs.size());
  Step step = judge_run();
  if (step && !*step) step = judge_terms();
  if (!step) return step.error();
  proof_.terms = symbols_.arena().nodes().size();
  if (proof_.verdict != Verdict::proved) proof_.lemmas.clear();
  return std::move(proof_);
}

}  // namespace

Result<Proof> decide(const KernelRuns& runs, const Aim& aim, Symbols& symbols,
                     const LemmaJudge& judge, const ProofLimits& limits) {
  return Decision(runs, aim, symbols, judge, limits).decide();
}

}  // namespace touchstone::ptx
