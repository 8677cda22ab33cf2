#pragma once

#include <string>

#include "verdict.h"

namespace touchstone {

/// The command that repeats a piece of evidence. What was derived now has the one that derived it.
/// Of evidence from a ledger it is `touchstone audit recheck` of the ledger: what the evidence says
/// repeats it is whatever its author wrote there, and no command to hand on.
[[nodiscard]] std::string repeat_command(const SourcedEvidence& sourced);

/// What the ledger says repeats it, in its own words; empty of what was derived now.
[[nodiscard]] std::string repeat_as_recorded(const SourcedEvidence& sourced);

}  // namespace touchstone
