#pragma once

#include "touchstone/core/digest.h"
#include "touchstone/core/result.h"

namespace touchstone {

/// Digest of the file that holds the kernels' code, computed once: the code cannot be exchanged
/// under a running process. Errors: those of finding and reading that file.
[[nodiscard]] Result<Digest> loaded_file_digest();

}  // namespace touchstone
