#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "touchstone/core/tensor.h"
#include "touchstone/native_cuda/launch.h"
#include "touchstone/ptx/launch.h"

/// A launch of the native CUDA kernels as the machine of checkers/ptx takes it. Buffers are the
/// operands in order and then the result.
namespace touchstone {

[[nodiscard]] ptx::Launch machine_launch(const native_cuda::Launch& launch, std::size_t operands);

/// The buffers of operands of these types and of the result, which alone may be written to. They
/// hold nothing: the caller says what an operand holds.
[[nodiscard]] std::vector<ptx::Buffer> buffers_of(std::span<const TensorType> operands,
                                                  const TensorType& result);

}  // namespace touchstone
