#pragma once

#include "touchstone/plan/capsule.h"

namespace touchstone::native_cuda {

/// What makes a reshape a view: the launch rule, as compiled into this library. Its definition is
/// generated at build (cmake/artifact.cmake).
[[nodiscard]] Artifact view_artifact();

}  // namespace touchstone::native_cuda
