#pragma once

#include <span>

#include "touchstone/contract/self_check_result.h"
#include "touchstone/reference/kernels.h"
#include "touchstone/term/meaning.h"

namespace touchstone {

/// Whether the compiled binary32 reading of a definition gives the bits of its symbolic reading,
/// evaluated by integer-only arithmetic, on the vectors of every class shape. A mismatch means a
/// miscompiled template, foreign floating-point settings, or a processor that does not follow
/// IEEE 754. Runs in the caller's floating-point environment after setting IEEE's default.
[[nodiscard]] SelfCheckResult self_check(const KernelSet& kernels, Op op,
                                         const Attributes& attributes,
                                         std::span<const SymbolicReading> readings);

}  // namespace touchstone
