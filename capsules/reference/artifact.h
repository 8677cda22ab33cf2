#pragma once

#include "touchstone/plan/capsule.h"

namespace touchstone {

/// The sources of the reference kernels, the compiler and the flags they were compiled with, and
/// the digest of all of these. Its definition is generated at build (cmake/artifact.cmake).
[[nodiscard]] Artifact reference_artifact();

}  // namespace touchstone
