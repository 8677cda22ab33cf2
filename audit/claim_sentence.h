#pragma once

#include <string>

#include "touchstone/plan/capsule.h"
#include "touchstone/plan/planner.h"

namespace touchstone {

/// What a capsule promises, in one sentence, whether or not anything shows it: "reference.matmul
/// promises the bits of the definition of matmul for every input, …". What it promises of gradients
/// is left out where inference alone is asked for.
[[nodiscard]] std::string claim_sentence(const Capsule& capsule, Demand demand = Demand::training);

/// "rounding nearest even; subnormals kept; …"
[[nodiscard]] std::string numerics_sentence(const Capsule& capsule);

}  // namespace touchstone
