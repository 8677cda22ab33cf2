#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "touchstone/core/tensor.h"
#include "touchstone/op/attributes.h"
#include "touchstone/op/index_space.h"
#include "touchstone/op/vocabulary.h"

namespace touchstone {

/// One operand as a kernel receives it: dense, row-major, aligned for its element type.
struct KernelOperand {
  TensorType type;
  const void* data = nullptr;
};

/// The result buffer: dense, row-major.
struct KernelResult {
  TensorType type;
  void* data = nullptr;
};

/// Computes this part of one pass of an operation: the definition's own binary32 reading, compiled.
/// Operands and result are those of `types_of`.
/// Preconditions: complete attributes; shapes that `infer` accepts and gives; indices in
/// range; a FloatEnvironment in force.
using Kernel = void (*)(const Attributes&, Pass, Part, std::span<const KernelOperand>,
                        KernelResult);

/// One compiled set of readings.
struct KernelSet {
  std::string_view fma;           ///< "hardware" or "exact": how it computes fma
  std::span<const Kernel> by_op;  ///< indexed by Op

  [[nodiscard]] Kernel kernel(Op op) const { return by_op[static_cast<std::size_t>(op)]; }
};

/// Every set this processor can run, the one it should run first: that with the fma instruction,
/// where there is one.
[[nodiscard]] std::vector<KernelSet> runnable_kernels();
[[nodiscard]] KernelSet native_kernels();

/// Linker name of the entry point of `op` in the set that computes fma this way.
[[nodiscard]] std::string kernel_symbol(Op op, std::string_view fma);

}  // namespace touchstone
