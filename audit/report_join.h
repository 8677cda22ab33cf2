#pragma once

#include <vector>

#include "report.h"

namespace touchstone {

/// One report of several of the same question about different subjects, such as the capsules of
/// each device: every list is that of the first, then that of the second and so on, what is common
/// to them once, and the assumptions' reach added up. It is accepted if all are. Titles, times and
/// profiles are those of the first. Requires at least one.
[[nodiscard]] Report join_reports(const std::vector<Report>& parts);

}  // namespace touchstone
