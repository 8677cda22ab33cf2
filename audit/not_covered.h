#pragma once

#include <string>
#include <vector>

#include "report.h"

namespace touchstone {

/// What a report's verdict leaves unsaid, a sentence each: what is short of the claim, then what
/// lies outside it. `report` is complete but for `not_covered` itself and the changes.
[[nodiscard]] std::vector<std::string> not_covered(const Report& report);

}  // namespace touchstone
