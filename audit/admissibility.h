#pragma once

#include <optional>
#include <set>
#include <string>

#include "docket.h"

namespace touchstone {

/// What evidence that serves this class rests on: what it says, what its kind implies, and what its
/// origin does (A-SIGNER of a ledger that a pinned key signed, A-LEDGER of any other).
[[nodiscard]] std::set<AssumptionId> rests_on(const SourcedEvidence& sourced,
                                              const NodeClass& node);

/// Why this piece of supporting evidence does not serve this obligation of this class; nothing if
/// it does. `docket` is what it lies in.
[[nodiscard]] std::optional<std::string> why_not(const SourcedEvidence& sourced,
                                                 const PlannedObligation& obligation,
                                                 const NodeClass& node, const Profile& profile,
                                                 const Docket& docket);

}  // namespace touchstone
