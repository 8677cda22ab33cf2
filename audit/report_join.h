#pragma once

#include <vector>

#include "report.h"

namespace touchstone {

/// The report of a registry from those of its parts, such as the capsules of each device, in which
/// each node bears the name of the capsule it stands for: every list is that of the first, then
/// that of the second and so on, what is common to them once, and the assumptions' reach added up.
/// It is accepted if all are and every capsule was judged: one before which another was chosen, or
/// that serves nothing, was not. Titles, times and profiles are those of the first. Requires at
/// least one.
[[nodiscard]] Report join_reports(const std::vector<Report>& parts);

}  // namespace touchstone
