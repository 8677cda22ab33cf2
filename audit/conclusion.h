#pragma once

#include <optional>
#include <span>
#include <string>

#include "touchstone/contract/evidence.h"

namespace touchstone {

/// Whether evidence of this kind is what a checker concludes, which then can be asked again:
/// theorem, checker and identity. The others come from suites, campaigns and recordings.
[[nodiscard]] bool concluded_by_checkers(EvidenceKind kind);

/// Why no checker of this build would conclude what evidence says.
struct Unconcluded {
  bool other_version = false;  ///< another version of one of them did
  std::string text;
};

/// Nothing if a checker among `checkers`, in this version, concludes such evidence: of this kind,
/// for this obligation, for all shapes where it says so. Requires a kind that checkers conclude.
[[nodiscard]] std::optional<Unconcluded> unconcluded(const Evidence& evidence,
                                                     std::span<const CheckerAbility> checkers);

}  // namespace touchstone
