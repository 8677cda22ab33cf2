#pragma once

#include <optional>

#include "report.h"
#include "touchstone/core/diagnostic.h"

namespace touchstone {

/// Why a report that was read from outside cannot be one of ours: an index of something that is not
/// there, nodes out of order, a grade, standing, digest or time that is none. Nothing if it can.
/// Linear in the report.
[[nodiscard]] std::optional<Diagnostic> fault_of(const Report& report);

}  // namespace touchstone
