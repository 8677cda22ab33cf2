#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "output_coverage.h"
#include "sweep.h"

namespace touchstone::ptx {

/// What some outputs should be at some inputs, at most a batch of them: bits[input][output].
/// Errors: those of a run.
using ExpectedBits = std::function<Result<std::vector<std::vector<std::uint32_t>>>(
    std::span<const InputValues> inputs, std::span<const std::size_t> outputs)>;

/// An output that is not what it should be, or defects that a run at these inputs has.
struct Mismatch {
  InputValues inputs;
  std::size_t output = 0;
  std::uint32_t kernel_bits = 0;
  std::uint32_t expected_bits = 0;
  Place place;  ///< of the store
  std::vector<Defect> defects;
};

/// Looks for inputs at which a kernel errs. Whatever it returns was seen in a run of the machine.
class CounterexampleSearch {
 public:
  /// Keeps references.
  CounterexampleSearch(const KernelRuns& runs, std::span<const OutputWord> outputs,
                       const OutputName& name, const ExpectedBits& expected)
      : runs_(&runs),
        outputs_(outputs),
        name_(&name),
        expected_(&expected),
        counts_(runs.input_counts()) {}

  /// By evaluating the terms of output `outputs[i]`, which are pairs[i]: cheap, so that it is tried
  /// first. What is found is made simple before the machine confirms it. Vectors at which hardware
  /// may compute something else are passed over.
  [[nodiscard]] Result<std::optional<Mismatch>> by_terms(const Symbols& symbols,
                                                         std::span<const TermPair> pairs,
                                                         std::span<const std::size_t> outputs,
                                                         int batches) const;

  /// By running the kernel alone, every output compared. Without terms nobody can say what depends
  /// on the bits of a NaN, so that only finite results at finite inputs count as wrong.
  [[nodiscard]] Result<std::optional<Mismatch>> by_runs(int runs) const;

  /// Inputs at which a run has defects.
  [[nodiscard]] Result<std::optional<Mismatch>> defects(int runs) const;

 private:
  struct Failing {
    std::size_t index = 0;  ///< among the pairs
    InputValues inputs;
  };
  [[nodiscard]] std::optional<Failing> failing(const Symbols& symbols,
                                               std::span<const TermPair> pairs, int batches) const;
  [[nodiscard]] InputValues simplified(const Symbols& symbols, const TermPair& pair,
                                       InputValues inputs) const;
  /// What a run at these inputs shows of these outputs.
  [[nodiscard]] Result<std::optional<Mismatch>> shown(const InputValues& inputs,
                                                      std::span<const std::size_t> outputs,
                                                      std::span<const std::uint32_t> bits,
                                                      bool finite_only) const;
  /// Faults of a run, whatever it computed.
  [[nodiscard]] std::vector<Defect> defects_of(const Execution& run) const;

  const KernelRuns* runs_;
  std::span<const OutputWord> outputs_;
  const OutputName* name_;
  const ExpectedBits* expected_;
  std::vector<std::size_t> counts_;
};

}  // namespace touchstone::ptx
