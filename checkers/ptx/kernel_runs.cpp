#include "kernel_runs.h"

#include <algorithm>

namespace touchstone::ptx {

Result<Execution> KernelRuns::symbolic(Symbols& symbols) const {
  return execute(*program_, *launch_, *buffers_, &symbols, *limits_);
}

Result<Execution> KernelRuns::concrete(const InputValues& inputs) const {
  std::vector<Buffer> filled = *buffers_;
  for (Buffer& buffer : filled) {
    if (!buffer.symbol) continue;
    buffer.words = inputs[*buffer.symbol];
    buffer.symbol.reset();
  }
  return execute(*program_, *launch_, filled, nullptr, *limits_);
}

std::vector<std::size_t> KernelRuns::input_counts() const {
  std::vector<std::size_t> counts;
  for (const Buffer& buffer : *buffers_) {
    if (!buffer.symbol) continue;
    counts.resize(std::max<std::size_t>(counts.size(), std::size_t{*buffer.symbol} + 1));
    std::size_t& count = counts[*buffer.symbol];
    count = std::max<std::size_t>(count, buffer.bytes / sizeof(std::uint32_t));
  }
  return counts;
}

std::uint32_t canonical_word(std::uint32_t bits) {
  return (bits & 0x7FFFFFFFU) > 0x7F800000U ? 0x7FC00000U : bits;
}

}  // namespace touchstone::ptx
