#include "prover.h"

#include <algorithm>

#include "batch_samples.h"
#include "equivalence.h"
#include "touchstone/number/environment.h"
#include "touchstone/op/work.h"
#include "touchstone/term/meaning.h"

namespace touchstone::ptx {

namespace {

std::uint64_t bytes_of(const TensorType& type) {
  return static_cast<std::uint64_t>(type.shape.element_count()) * sizeof(std::uint32_t);
}

Result<void> check_meant(const Meant& meant) {
  for (std::size_t i = 0; i < meant.operands.size(); ++i) {
    if (meant.operands[i].element == ElementType::float32) continue;
    return unavailable("operand " + std::to_string(i),
                       "its elements are " + std::string(name_of(meant.operands[i].element)) +
                           "; kernels are proved over float32 operands alone");
  }
  const auto type = infer(operation(meant.op), meant.attributes, meant.operands);
  if (!type) return type.error();
  if (*type != meant.result) {
    return unreadable("result",
                      "it is " + meant.result.text() + "; the operation gives " + type->text());
  }
  if (meant.result.element != ElementType::float32) {
    return unavailable("result", "kernels are proved to give float32 alone");
  }
  return {};
}

std::vector<Buffer> buffers_of(const Meant& meant) {
  std::vector<Buffer> out;
  for (std::size_t i = 0; i < meant.operands.size(); ++i) {
    Buffer buffer;
    buffer.name = "operand " + std::to_string(i);
    buffer.bytes = bytes_of(meant.operands[i]);
    buffer.symbol = static_cast<std::uint32_t>(i);
    out.push_back(std::move(buffer));
  }
  Buffer result;
  result.name = "the result";
  result.bytes = bytes_of(meant.result);
  result.writable = true;
  out.push_back(std::move(result));
  return out;
}

/// "[3,17]", of a row-major element number.
std::string index_text(const Shape& shape, std::size_t element) {
  Index index = Index::zeros(shape.rank());
  auto rest = static_cast<std::int64_t>(element);
  for (std::size_t axis = shape.rank(); axis-- > 0;) {
    index[axis] = rest % shape[axis];
    rest /= shape[axis];
  }
  std::string out = "[";
  for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
    out += (axis == 0 ? "" : ",") + std::to_string(index[axis]);
  }
  return out + "]";
}

/// A definition read as terms of the arena in which a kernel was run.
class DefinitionTerms {
 public:
  DefinitionTerms(const Meant& meant, const ProofLimits& limits)
      : meant_(&meant), limits_(&limits) {}

  [[nodiscard]] std::optional<std::string> make(Symbols& symbols, std::vector<TermId>& out) {
    const auto work = work_of(operation(meant_->op), meant_->attributes, Pass::forward(),
                              meant_->operands, meant_->result);
    const auto limit = static_cast<std::int64_t>(limits_->machine.terms);
    if (!work || work->accesses / 2 > limit) {
      return "the definition has about " +
             (work ? std::to_string(work->accesses) : std::string("2^63")) +
             " steps at these shapes; the limit is " + std::to_string(limit) + " terms";
    }
    out = definition_terms(symbols.arena(), meant_->op, meant_->attributes, Pass::forward(),
                           {meant_->operands, meant_->result},
                           std::vector<std::vector<std::int64_t>>(meant_->operands.size()));
    symbols_ = &symbols;
    terms_ = out;
    return std::nullopt;
  }

  /// Requires terms that were made.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> at(
      std::span<const InputValues> inputs, std::span<const std::size_t> outputs) const {
    std::vector<TermId> roots;
    for (const std::size_t output : outputs) roots.push_back(terms_[output]);
    const BatchSamples samples({inputs.begin(), inputs.end()});
    const auto values = Evaluation(*symbols_, roots).at(samples.reader());
    std::vector<std::vector<std::uint32_t>> out(inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      for (const BatchValues& value : values) {
        out[i].push_back(static_cast<std::uint32_t>(value[i]));
      }
    }
    return out;
  }

 private:
  const Meant* meant_;
  const ProofLimits* limits_;
  const Symbols* symbols_ = nullptr;
  std::vector<TermId> terms_;
};

}  // namespace

Result<Proof> prove(const Program& program, const Launch& launch, const Meant& meant,
                    const LemmaJudge& judge, const ProofLimits& limits) {
  const FloatEnvironment environment;
  if (auto ok = check_meant(meant); !ok) return ok.error();
  const std::vector<Buffer> buffers = buffers_of(meant);
  const KernelRuns runs(program, launch, buffers, limits.machine);
  DefinitionTerms definition(meant, limits);
  Aim aim;
  aim.other = "the definition";
  aim.name = [&meant](std::size_t i) {
    return "element " + index_text(meant.result.shape, i) + " of the result";
  };
  const auto result = static_cast<std::uint32_t>(meant.operands.size());
  const auto count = static_cast<std::uint64_t>(meant.result.shape.element_count());
  for (std::uint64_t i = 0; i < count; ++i) aim.outputs.push_back({result, i});
  aim.terms = [&](Symbols& symbols, std::vector<TermId>& out) {
    return definition.make(symbols, out);
  };
  aim.expected = [&](std::span<const InputValues> inputs, std::span<const std::size_t> outputs) {
    return Result(definition.at(inputs, outputs));
  };
  Symbols symbols;
  return decide(runs, aim, symbols, judge, limits);
}

namespace {

std::string word_name(const std::vector<Buffer>& buffers, const OutputWord& output) {
  return printable(buffers[output.buffer].name) + "[" + std::to_string(output.word) + "]";
}

/// The words that a run wrote.
std::vector<OutputWord> written(const Execution& run) {
  std::vector<OutputWord> out;
  for (std::uint32_t buffer = 0; buffer < run.buffers.size(); ++buffer) {
    const std::vector<std::uint8_t>& writers = run.buffers[buffer].writers;
    for (std::uint64_t word = 0; word < writers.size(); ++word) {
      if (writers[word] != 0) out.push_back({buffer, word});
    }
  }
  return out;
}

/// Whether a store reached a word that is not certainly written in whole.
bool writes_in_part(const Execution& run) {
  return std::any_of(run.buffers.begin(), run.buffers.end(), [](const FinalBuffer& buffer) {
    for (std::size_t word = 0; word < buffer.writers.size(); ++word) {
      if (buffer.touched[word] != 0 && buffer.writers[word] == 0) return true;
    }
    return false;
  });
}

Proof undecided(std::string reason) {
  Proof out;
  out.reason = std::move(reason);
  return out;
}

/// What stops a kernel from being one that others are compared with.
std::optional<Diagnostic> fault_of(const KernelRuns& reference, const Execution& run,
                                   const ProofLimits& limits) {
  std::vector<Defect> defects = run.defects;
  if (run.data_dependent && !defects.empty()) {
    const OutputName no_name;
    const ExpectedBits no_expectation;
    const CounterexampleSearch search(reference, {}, no_name, no_expectation);
    auto found = search.defects(limits.refutation_runs);
    if (!found) return found.error();
    if (!*found) return std::nullopt;
    defects = std::move((**found).defects);
  }
  if (defects.empty()) return std::nullopt;
  return rejected("reference, " + reference.program().module->text_of(defects.front().place),
                  std::string(name_of(defects.front().kind)) + ": " + defects.front().what);
}

/// What a kernel of the same buffers leaves behind, compared with by running it.
class ReferenceRuns {
 public:
  ReferenceRuns(const KernelRuns& runs, const Execution& symbolic,
                const std::vector<OutputWord>& outputs)
      : runs_(&runs), symbolic_(&symbolic), outputs_(&outputs) {}

  [[nodiscard]] std::vector<TermId> terms() const {
    std::vector<TermId> out;
    for (const OutputWord& output : *outputs_) {
      out.push_back(symbolic_->buffers[output.buffer].terms[output.word]);
    }
    return out;
  }

  [[nodiscard]] Result<std::vector<std::vector<std::uint32_t>>> at(
      std::span<const InputValues> inputs, std::span<const std::size_t> outputs) const {
    std::vector<std::vector<std::uint32_t>> out;
    for (const InputValues& values : inputs) {
      const auto run = runs_->concrete(values);
      if (!run) return run.error();
      std::vector<std::uint32_t>& bits = out.emplace_back();
      for (const std::size_t i : outputs) {
        bits.push_back(run->buffers[(*outputs_)[i].buffer].words[(*outputs_)[i].word]);
      }
    }
    return out;
  }

 private:
  const KernelRuns* runs_;
  const Execution* symbolic_;
  const std::vector<OutputWord>* outputs_;
};

}  // namespace

Result<Proof> prove_equal(const Program& program, const Launch& launch, const Program& reference,
                          const Launch& reference_launch, const std::vector<Buffer>& buffers,
                          const LemmaJudge& judge, const ProofLimits& limits) {
  const FloatEnvironment environment;
  const KernelRuns runs(program, launch, buffers, limits.machine);
  const KernelRuns reference_runs(reference, reference_launch, buffers, limits.machine);
  Symbols symbols;
  auto run = reference_runs.symbolic(symbols);
  if (!run) return run.error();
  if (auto fault = fault_of(reference_runs, *run, limits)) return *fault;
  if (!run->defects.empty()) {
    return undecided("of the reference: " + run->defects.front().what +
                     ", seen on a side of a branch on data that none of the inputs tried takes");
  }
  for (const std::optional<Stop>& stop : {run->stop, run->order_dependent}) {
    if (stop) {
      return undecided("of the reference: " + stop->reason + ", at " +
                       reference.module->text_of(stop->place));
    }
  }
  if (writes_in_part(*run)) {
    return undecided(
        "the reference writes parts of words, or words under conditions that depend on "
        "data, which are not compared");
  }
  Aim aim;
  aim.other = "the reference";
  aim.is_definition = false;
  aim.outputs = written(*run);
  if (aim.outputs.empty()) return undecided("the reference writes nothing to compare with");
  aim.name = [&](std::size_t i) { return word_name(buffers, aim.outputs[i]); };
  const ReferenceRuns results(reference_runs, *run, aim.outputs);
  aim.terms = [&](Symbols&, std::vector<TermId>& out) {
    out = results.terms();
    return std::optional<std::string>();
  };
  aim.expected = [&](std::span<const InputValues> inputs, std::span<const std::size_t> outputs) {
    return results.at(inputs, outputs);
  };
  return decide(runs, aim, symbols, judge, limits);
}

}  // namespace touchstone::ptx
