#pragma once

#include <span>
#include <vector>

#include "evaluation.h"
#include "sample_inputs.h"

namespace touchstone::ptx {

/// As many inputs as a batch holds, as an evaluation reads them.
class BatchSamples {
 public:
  /// Sample inputs `first`, `first` + 1, …
  BatchSamples(std::span<const std::size_t> counts, std::uint64_t first);
  /// These, at most a batch; the last one is repeated.
  explicit BatchSamples(std::vector<InputValues> given);

  [[nodiscard]] const std::vector<InputValues>& inputs() const { return inputs_; }
  /// Refers to this.
  [[nodiscard]] BatchInputs reader() const;

 private:
  std::vector<InputValues> inputs_;
};

}  // namespace touchstone::ptx
