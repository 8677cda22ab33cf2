#pragma once

#include <span>

#include "kernels.h"

namespace touchstone {

/// The binary32 reading of every operation, indexed by Op, with each kind of fma. The first may be
/// called only where the processor has the instruction.
[[nodiscard]] std::span<const Kernel> hardware_kernels();
[[nodiscard]] std::span<const Kernel> exact_kernels();

}  // namespace touchstone
