#pragma once

#include "touchstone/audit/verdict.h"
#include "touchstone/core/result.h"

namespace touchstone {

/// The file that holds the kernels' code, read once: the code cannot be exchanged under a running
/// process. Errors: those of finding and reading it.
[[nodiscard]] Result<ReadInput> loaded_file();

}  // namespace touchstone
