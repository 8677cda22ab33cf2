#pragma once

#include <set>

#include "verdict.h"

namespace touchstone {

/// What evidence about a capsule's use of an operation rests on: what it says itself, what its kind
/// implies for this capsule and meaning, and what taking it from a ledger adds. Requires the
/// class's capsule, and its vjp meaning if the evidence is about a gradient.
[[nodiscard]] std::set<AssumptionId> rests_on(const SourcedEvidence& sourced,
                                              const NodeClass& node);

}  // namespace touchstone
