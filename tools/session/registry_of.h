#pragma once

#include <memory>

#include "kernel_files.h"
#include "touchstone/plan/registry.h"

namespace touchstone {

/// Every capsule, those of loaded code with the artifacts that these files are.
[[nodiscard]] std::shared_ptr<const Registry> registry_of(const KernelFiles& files);

}  // namespace touchstone
