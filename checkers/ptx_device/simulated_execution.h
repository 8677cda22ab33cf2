#pragma once

#include <span>

#include "touchstone/core/result.h"
#include "touchstone/core/tensor.h"
#include "touchstone/native_cuda/ptx_files.h"
#include "touchstone/op/attributes.h"
#include "touchstone/op/vocabulary.h"

namespace touchstone {

/// Computes an operation as device ptx_sim does: the native CUDA kernel's PTX for the first target,
/// instruction by instruction in the simulator, on one thread; about 50 ns for each instruction of
/// each thread of the launch. Requires a use that the kernels serve. Errors: what the simulator has
/// no answer to (unavailable); a defect of the kernel (rejected).
[[nodiscard]] Result<Tensor> execute_simulated(Op op, const Attributes& attributes,
                                               const TensorType& result,
                                               std::span<const Tensor> operands,
                                               std::span<const native_cuda::PtxFile> files);

}  // namespace touchstone
