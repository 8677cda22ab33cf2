// Small faults put into the native kernels, each either rejected by the prover or equivalent:
// mutants.json lists them (make_mutants.py), outcomes.txt what the prover says of each.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "../defined_bits.h"
#include "../meanings.h"
#include "../native_programs.h"
#include "touchstone/format/json.h"
#include "touchstone/host/file.h"
#include "touchstone/ptx/kernel_runs.h"
#include "touchstone/smt/judge.h"

namespace touchstone::ptx {

namespace {

template <class T>
T value_of(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().text());
  return std::move(*result);
}

struct Mutant {
  std::string file;  ///< "sm_80/add.ptx"
  std::string kernel;
  std::string kind;  ///< of the edit
  std::size_t line = 0;
  std::string before;
  std::string after;
};

/// What the prover says of one mutant over all launches: "defect" with its kind, "counterexample",
/// "undecided", "unread" (parser or decoder refuse it) or "equivalent" (proved at every launch).
struct Outcome {
  std::string name;
  std::string reason;  ///< of an equivalent one: why it is
};

std::string file_text(std::string_view name) {
  const std::filesystem::path folder = std::filesystem::path(TOUCHSTONE_SOURCE_DIR) / "tests";
  return value_of(read_file(folder / "checkers/ptx/mutants" / name));
}

std::vector<Mutant> read_mutants() {
  const Json json = value_of(parse_json(file_text("mutants.json")));
  std::vector<Mutant> out;
  for (const JsonCursor& cursor : value_of(JsonCursor(json).items())) {
    const JsonFields fields =
        value_of(cursor.fields({"file", "kernel", "kind", "line", "old", "new"}, {}));
    const auto text = [&](const char* name) {
      return std::string(value_of(fields.at(name).text()));
    };
    const auto line = static_cast<std::size_t>(value_of(fields.at("line").integer()));
    out.push_back({text("file"), text("kernel"), text("kind"), line, text("old"), text("new")});
  }
  return out;
}

const std::vector<Mutant>& mutants() {
  static const std::vector<Mutant> all = read_mutants();
  return all;
}

/// One line for each mutant, in order: its number from 0, the outcome and a reason, between tabs.
std::vector<Outcome> read_outcomes() {
  std::istringstream lines(file_text("outcomes.txt"));
  std::vector<Outcome> out;
  std::string line;
  while (std::getline(lines, line)) {
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    if (line.substr(0, first) != std::to_string(out.size())) {
      throw std::runtime_error("outcomes.txt: line " + std::to_string(out.size() + 1));
    }
    Outcome& outcome = out.emplace_back();
    outcome.name = line.substr(first + 1, second - first - 1);
    if (second != std::string::npos) outcome.reason = line.substr(second + 1);
  }
  return out;
}

const std::vector<Outcome>& outcomes() {
  static const std::vector<Outcome> all = read_outcomes();
  return all;
}

/// The text with the mutant's line in place of the line before; nothing where that is not there.
std::optional<std::string> mutated(std::string_view text, const Mutant& mutant) {
  std::size_t begin = 0;
  for (std::size_t line = 1; line < mutant.line; ++line) {
    begin = text.find('\n', begin);
    if (begin == std::string_view::npos) return std::nullopt;
    ++begin;
  }
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  if (text.substr(begin, end - begin) != mutant.before) return std::nullopt;
  return std::string(text.substr(0, begin)) + mutant.after + std::string(text.substr(end));
}

/// One launch of a kernel, with what it is to compute.
struct Use {
  Meant meant;
  Launch launch;
};

using UsesOfKernels = std::map<std::string, std::vector<Use>>;

void add(UsesOfKernels& uses, const Meant& meant) {
  const auto plan = value_of(native_cuda::launch_plan(meant.op, meant.attributes, meant.operands));
  const native_cuda::Launch& planned = plan.launches.at(0);
  const auto result = static_cast<std::uint32_t>(meant.operands.size());
  uses[planned.kernel].push_back({meant, machine_launch(planned, result)});
}

void add_sums(UsesOfKernels& uses, std::initializer_list<std::int64_t> extents, std::int64_t axis) {
  add(uses, meant_of(Op::reduce_sum, {floats(extents)}, {{"axes", Integers{axis}}}));
}

/// With and without a bias.
void add_linear(UsesOfKernels& uses, std::int64_t rows, std::int64_t in, std::int64_t columns) {
  const TensorType x = floats({rows, in});
  const TensorType weight = floats({columns, in});
  add(uses, meant_of(Op::linear, {x, weight}));
  add(uses, meant_of(Op::linear, {x, weight, floats({columns})}));
}

/// The launches of every kernel at which mutants are proved, those that take least first: ends of
/// blocks and tiles, whole ones, several of them, sums beyond one chunk, broadcasting.
UsesOfKernels proof_uses() {
  UsesOfKernels out;
  for (const Op op : {Op::add, Op::mul, Op::sub}) {
    for (const auto count : {3, 256, 300})
      add(out, meant_of(op, {floats({count}), floats({count})}));
    add(out, meant_of(op, {floats({70}), floats({1})}));
    add(out, meant_of(op, {floats({1}), floats({300})}));
    add(out, meant_of(op, {floats({2, 3, 5}), floats({2, 1, 5})}));
    add(out, meant_of(op, {floats({7, 1}), floats({1, 50})}));
    add(out, meant_of(op, {floats({1, 50}), floats({7, 1})}));
    add(out, meant_of(op, {floats({2, 1, 3, 1, 2}), floats({1, 2, 1, 3, 2})}));
    add(out, meant_of(op, {floats({2, 1, 3, 1, 2, 1}), floats({1, 5, 1, 3, 1, 2})}));
  }
  for (const auto count : {3, 256, 300}) add(out, meant_of(Op::relu, {floats({count})}));
  add_sums(out, {3, 7, 2}, 1);
  add_sums(out, {2, 128}, 1);
  add_sums(out, {2, 0, 3}, 1);
  add_sums(out, {2, 300, 2}, 1);
  add_sums(out, {4100}, 0);
  add_sums(out, {8300}, 0);
  add_sums(out, {1000}, 0);
  add_sums(out, {6100}, 0);
  add_sums(out, {2, 12'288}, 1);
  add_sums(out, {266'300}, 0);
  const auto products = [&out](const TensorType& a, const TensorType& b) {
    add(out, meant_of(Op::matmul, {a, b}));
  };
  products(floats({5, 3}), floats({3, 7}));
  products(floats({2, 1, 6, 4}), floats({3, 4, 6}));
  products(floats({2, 1, 2, 5, 2}), floats({1, 3, 2, 2, 5}));
  products(floats({65, 19}), floats({19, 66}));
  products(floats({64, 32}), floats({32, 64}));
  products(floats({2, 3}), floats({3, 5}));
  products(floats({2, 1, 2, 4}), floats({3, 4, 6}));
  products(floats({2, 1, 2, 1, 2}), floats({1, 3, 2, 2, 5}));
  products(floats({2, 37}), floats({37, 130}));
  products(floats({2, 0}), floats({0, 3}));
  products(floats({5, 0}), floats({0, 3}));
  add_linear(out, 5, 3, 7);
  add_linear(out, 65, 19, 66);
  add_linear(out, 64, 32, 64);
  add_linear(out, 2, 3, 5);
  add_linear(out, 2, 37, 130);
  add_linear(out, 1, 64, 128);
  add_linear(out, 3, 47, 5);
  add_linear(out, 3, 31, 5);
  add_linear(out, 4, 90, 3);
  add_linear(out, 4, 44, 3);
  add_linear(out, 2, 0, 3);
  add_linear(out, 5, 0, 3);
  return out;
}

/// Further launches, at which those that were proved are run.
UsesOfKernels run_uses() {
  UsesOfKernels out;
  for (const Op op : {Op::add, Op::mul, Op::sub}) {
    for (const auto count : {1, 513}) add(out, meant_of(op, {floats({count}), floats({count})}));
    add(out, meant_of(op, {floats({31, 17}), floats({1, 1})}));
    add(out, meant_of(op, {floats({1}), floats({257})}));
    add(out, meant_of(op, {floats({11, 40}), floats({40})}));
    add(out, meant_of(op, {floats({4, 1, 9}), floats({1, 8, 9})}));
    add(out, meant_of(op, {floats({3, 1, 5, 1, 7}), floats({1, 4, 1, 3, 7})}));
    add(out, meant_of(op, {floats({3, 1, 2, 1, 4, 1}), floats({1, 2, 1, 5, 1, 3})}));
  }
  for (const auto count : {1, 513}) add(out, meant_of(Op::relu, {floats({count})}));
  add_sums(out, {2, 1, 3}, 1);
  add_sums(out, {5, 129, 3}, 1);
  add_sums(out, {4097, 2}, 0);
  add_sums(out, {12289}, 0);
  const auto products = [&out](const TensorType& a, const TensorType& b) {
    add(out, meant_of(Op::matmul, {a, b}));
  };
  products(floats({9, 17}), floats({17, 3}));
  products(floats({3, 1, 7, 5}), floats({4, 5, 5}));
  products(floats({130, 33}), floats({33, 70}));
  products(floats({3, 65}), floats({65, 129}));
  products(floats({3, 1, 3, 5}), floats({4, 5, 5}));
  add_linear(out, 9, 17, 3);
  add_linear(out, 130, 33, 70);
  add_linear(out, 3, 65, 129);
  add_linear(out, 4, 32, 257);
  return out;
}

LemmaJudge solvers() {
  smt::SolverLimits limits;
  limits.z3_resources = 2'000'000;
  limits.cvc5_resources = 100'000;
  limits.time = std::chrono::milliseconds(3'000);
  const auto judge = std::make_shared<smt::Judge>(value_of(smt::installed_solvers(limits)));
  return [judge](const Lemma& lemma) {
    switch (value_of(judge->judge(lemma.smt_lib)).verdict) {
      case smt::Verdict::proved: return LemmaAnswer::proved;
      case smt::Verdict::refuted: return LemmaAnswer::refuted;
      case smt::Verdict::unknown: break;
    }
    return LemmaAnswer::unknown;
  };
}

/// Solvers are asked only where nothing else decides, and little: what they leave open is rejected.
Proof proof_of(const Program& program, const Use& use, const LemmaJudge& judge) {
  ProofLimits limits;
  limits.machine.lane_instructions = 4'000'000;  // several times what any launch here takes
  limits.machine.defects = 1;
  Proof proof = value_of(prove(program, use.launch, use.meant, {}, limits));
  if (proof.verdict != Verdict::undecided || proof.open_term.empty()) return proof;
  limits.lemmas = 1;
  return value_of(prove(program, use.launch, use.meant, judge, limits));
}

Result<Program> program_in(const std::string& text, const std::string& kernel) {
  auto module = parse(text);
  if (!module) return module.error();
  return program_of(std::make_shared<const Module>(std::move(*module)), kernel);
}

/// Whether runs at inputs rich in special values leave the definition's bits, without a defect.
bool runs_right(const Program& program, const Use& use) {
  const std::vector<Buffer> buffers = buffers_of(use.meant);
  const MachineLimits limits;
  const KernelRuns runs(program, use.launch, buffers, limits);
  const std::vector<std::size_t> counts = runs.input_counts();
  for (std::uint64_t number = 0; number < 6; ++number) {
    const InputValues inputs = sample_inputs(counts, number);
    const Execution run = value_of(runs.concrete(inputs));
    if (!run.defects.empty() || run.stop) return false;
    std::vector<std::uint32_t> bits;
    for (const std::uint32_t word : run.buffers.back().words) bits.push_back(canonical_word(word));
    if (bits != defined_bits(use.meant, inputs)) return false;
  }
  return true;
}

class Mutants : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] Outcome judged(const std::string& text, const std::string& kernel) const {
    const Result<Program> program = program_in(text, kernel);
    if (!program) return {"unread", program.error().text()};
    for (const Use& use : proof_uses_.at(kernel)) {
      const Proof proof = proof_of(*program, use, judge_);
      if (proof.verdict == Verdict::undecided) return {"undecided", proof.reason};
      if (proof.counterexample) return {"counterexample", {}};
      if (proof.verdict == Verdict::refuted) {
        return {"defect " + std::string(name_of(proof.defects.at(0).kind)), {}};
      }
    }
    return {"equivalent", {}};
  }

  /// What is proved at some launches and wrong at others is told apart here.
  void expect_right(const std::string& text, const std::string& kernel) const {
    const Program program = value_of(program_in(text, kernel));
    for (const UsesOfKernels* uses : {&proof_uses_, &run_uses_}) {
      for (const Use& use : uses->at(kernel)) {
        EXPECT_TRUE(runs_right(program, use)) << "at " << text_of(use.meant);
      }
    }
  }

  static std::string text_of(const Meant& meant) {
    std::ostringstream out;
    for (const TensorType& type : meant.operands) {
      for (std::size_t axis = 0; axis < type.shape.rank(); ++axis) {
        out << (axis == 0 ? "[" : ", ") << type.shape[axis];
      }
      out << "] ";
    }
    return out.str();
  }

  LemmaJudge judge_ = solvers();
  UsesOfKernels proof_uses_ = proof_uses();
  UsesOfKernels run_uses_ = run_uses();
};

TEST_P(Mutants, AreRejectedOrEquivalent) {
  const auto text = native_cuda::bytes_of(native_cuda::committed_files(), GetParam());
  ASSERT_TRUE(text);
  for (std::size_t i = 0; i < mutants().size(); ++i) {
    const Mutant& mutant = mutants()[i];
    if (mutant.file != GetParam()) continue;
    SCOPED_TRACE("mutant " + std::to_string(i) + " of " + mutant.kernel + ", line " +
                 std::to_string(mutant.line) + ": " + mutant.after);
    const auto changed = mutated(*text, mutant);
    ASSERT_TRUE(changed) << "the file has changed; run make_mutants.py";
    const Outcome found = judged(*changed, mutant.kernel);
    const std::string pinned = i < outcomes().size() ? outcomes()[i].name : "nothing";
    EXPECT_EQ(found.name, pinned) << found.reason;
    if (found.name == "equivalent") expect_right(*changed, mutant.kernel);
  }
}

// What is said of mutants says little unless the kernels themselves are proved.
TEST_P(Mutants, HaveProvedOriginals) {
  const auto text = native_cuda::bytes_of(native_cuda::committed_files(), GetParam());
  ASSERT_TRUE(text);
  std::set<std::string> kernels;
  for (const Mutant& mutant : mutants()) {
    if (mutant.file == GetParam()) kernels.insert(mutant.kernel);
  }
  for (const std::string& kernel : kernels) {
    SCOPED_TRACE(kernel);
    const Outcome found = judged(std::string(*text), kernel);
    EXPECT_EQ(found.name, "equivalent") << found.reason;
    expect_right(std::string(*text), kernel);
  }
}

std::set<std::string> mutated_files() {
  std::set<std::string> out;
  for (const Mutant& mutant : mutants()) out.insert(mutant.file);
  return out;
}

INSTANTIATE_TEST_SUITE_P(Files, Mutants, testing::ValuesIn(mutated_files()),
                         [](const auto& tested) {
                           std::string out = tested.param.substr(
                               0, tested.param.size() - std::string_view(".ptx").size());
                           std::replace(out.begin(), out.end(), '/', '_');
                           return out;
                         });

TEST(MutantTable, CoversEveryKernelWithFiveHundredDistinctMutants) {
  std::set<std::vector<std::string>> distinct;
  std::set<std::string> kernels;
  for (const Mutant& mutant : mutants()) {
    EXPECT_NE(mutant.before, mutant.after);
    distinct.insert({mutant.file, std::to_string(mutant.line), mutant.after});
    kernels.insert(mutant.file + " " + mutant.kernel);
  }
  EXPECT_EQ(distinct.size(), mutants().size());
  EXPECT_GE(distinct.size(), 500U);
  EXPECT_EQ(mutated_files().size(), 14U);
  EXPECT_EQ(kernels.size(), native_cuda::targets.size() * proof_uses().size());
}

// AreRejectedOrEquivalent holds the table to what is found.
TEST(MutantTable, SaysWhatBecameOfEach) {
  ASSERT_EQ(outcomes().size(), mutants().size());
  std::map<std::string, int> counts;
  for (const Outcome& outcome : outcomes()) {
    ++counts[outcome.name];
    EXPECT_EQ(outcome.name == "equivalent", !outcome.reason.empty());
  }
  for (const auto& [name, count] : counts) std::cout << count << " " << name << "\n";
}

}  // namespace

}  // namespace touchstone::ptx
