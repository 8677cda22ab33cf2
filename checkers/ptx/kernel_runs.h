#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "launch.h"
#include "machine.h"
#include "program.h"
#include "sample_inputs.h"

namespace touchstone::ptx {

/// One word that a launch may leave behind, of one of its buffers.
struct OutputWord {
  std::uint32_t buffer = 0;
  std::uint64_t word = 0;
};

/// A kernel at one launch, run at any inputs.
class KernelRuns {
 public:
  /// Keeps references.
  KernelRuns(const Program& program, const Launch& launch, const std::vector<Buffer>& buffers,
             const MachineLimits& limits)
      : program_(&program), launch_(&launch), buffers_(&buffers), limits_(&limits) {}

  [[nodiscard]] Result<Execution> symbolic(Symbols& symbols) const;
  /// At these values of the buffers that hold input terms, by the number of the operand.
  [[nodiscard]] Result<Execution> concrete(const InputValues& inputs) const;

  [[nodiscard]] const Program& program() const { return *program_; }
  /// Elements of each operand of terms.
  [[nodiscard]] std::vector<std::size_t> input_counts() const;

 private:
  const Program* program_;
  const Launch* launch_;
  const std::vector<Buffer>* buffers_;
  const MachineLimits* limits_;
};

/// Every NaN as 0x7FC00000.
[[nodiscard]] std::uint32_t canonical_word(std::uint32_t bits);

}  // namespace touchstone::ptx
