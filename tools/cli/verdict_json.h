#pragma once

#include "touchstone/format/json.h"
#include "touchstone/session/session.h"

namespace touchstone::cli {

/// Everything the verdict rests on: the model, the rows, each obligation with the evidence that
/// served it (by digest of its statement), the digests of all that was read, and the reasons.
[[nodiscard]] Json verdict_json(const Verification& verification);

}  // namespace touchstone::cli
