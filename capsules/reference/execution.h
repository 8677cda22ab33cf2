#pragma once

#include <span>

#include "kernels.h"
#include "touchstone/core/result.h"
#include "touchstone/core/tensor.h"

namespace touchstone {

/// Computes one pass of an operation with a kernel set on up to `threads` threads, each in the IEEE
/// environment; small results on the caller alone. The number of threads does not change a bit.
/// Requires what the kernel requires. Errors: not enough memory for the result (unavailable).
[[nodiscard]] Result<Tensor> execute(const KernelSet& kernels, Op op, const Attributes& attributes,
                                     Pass pass, const TensorType& result,
                                     std::span<const Tensor> operands, unsigned threads);

}  // namespace touchstone
