#pragma once

#include <optional>
#include <string>

#include "docket.h"

namespace touchstone {

/// Why this piece of supporting evidence does not serve this obligation of this class; nothing if
/// it does. `docket` is what it lies in.
[[nodiscard]] std::optional<std::string> why_not(const SourcedEvidence& sourced,
                                                 const PlannedObligation& obligation,
                                                 const NodeClass& node, const Profile& profile,
                                                 const Docket& docket);

}  // namespace touchstone
