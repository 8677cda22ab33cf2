#include "batch_samples.h"

#include <algorithm>

namespace touchstone::ptx {

BatchSamples::BatchSamples(std::span<const std::size_t> counts, std::uint64_t first) {
  for (std::size_t i = 0; i < batch_size; ++i) inputs_.push_back(sample_inputs(counts, first + i));
}

BatchSamples::BatchSamples(std::vector<InputValues> given) : inputs_(std::move(given)) {}

BatchInputs BatchSamples::reader() const {
  return [this](std::uint32_t operand, std::uint32_t element) {
    BatchValues out{};
    for (std::size_t vector = 0; vector < batch_size; ++vector) {
      out[vector] = inputs_[std::min(vector, inputs_.size() - 1)][operand][element];
    }
    return out;
  };
}

}  // namespace touchstone::ptx
