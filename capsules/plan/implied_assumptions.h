#pragma once

#include <vector>

#include "capsule.h"
#include "planner.h"
#include "touchstone/contract/evidence.h"

namespace touchstone {

/// What evidence of this kind about this capsule rests on where it is about this meaning, whatever
/// it says itself, in the order of the closed list: the capsule's own assumptions; our checkers;
/// that the compiled code does what its source says on this processor; and the library behind an
/// opaque function.
[[nodiscard]] std::vector<AssumptionId> implied_assumptions(EvidenceKind kind,
                                                            const Capsule& capsule,
                                                            const Meaning& meaning);

}  // namespace touchstone
