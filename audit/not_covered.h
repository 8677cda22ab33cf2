#pragma once

#include <string>
#include <vector>

#include "report.h"

namespace touchstone {

/// What a verdict leaves unsaid, a sentence each, the widest first. `report` is complete but for
/// `not_covered` itself and the changes.
[[nodiscard]] std::vector<std::string> not_covered(const Plan& plan, const Verdict& verdict,
                                                   const Report& report);

}  // namespace touchstone
