#pragma once

#include <string_view>
#include <vector>

#include "report.h"
#include "touchstone/core/result.h"

namespace touchstone {

/// What differs from `before` to `after`, in the order of the report's parts. Evidence that was
/// derived anew is no difference; another grade, artifact or finding is. O(n log n) in both.
[[nodiscard]] std::vector<ReportChange> changes_between(const Report& before, const Report& after);

/// `report` with what changed since the report in JSON that `before` is, and that text's digest.
/// Errors (unreadable): `before` is no report, or one of the registry where this is one of a model,
/// or the other way round.
[[nodiscard]] Result<Report> with_changes_since(Report report, std::string_view before);

}  // namespace touchstone
