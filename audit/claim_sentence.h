#pragma once

#include <string>

#include "touchstone/plan/capsule.h"

namespace touchstone {

/// What a capsule promises, in one sentence, whether or not anything shows it: "reference.matmul
/// promises the bits of the definition of matmul for every input, …".
[[nodiscard]] std::string claim_sentence(const Capsule& capsule);

/// "rounding nearest even; subnormals kept; …"
[[nodiscard]] std::string numerics_sentence(const Capsule& capsule);

}  // namespace touchstone
