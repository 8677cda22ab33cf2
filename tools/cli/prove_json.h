#pragma once

#include "touchstone/format/json.h"
#include "touchstone/session/prove.h"

namespace touchstone::cli {

/// The whole answer: every launch with its defects, the input that refutes (of at most 4096
/// elements), lemmas, and what the answer rests on.
[[nodiscard]] Json proof_json(const KernelProof& proof);

}  // namespace touchstone::cli
