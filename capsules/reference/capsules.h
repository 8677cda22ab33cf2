#pragma once

#include <vector>

#include "touchstone/plan/capsule.h"

namespace touchstone {

/// The reference provider: one capsule for each operation of the vocabulary, on the CPU.
[[nodiscard]] std::vector<Capsule> reference_capsules();

}  // namespace touchstone
