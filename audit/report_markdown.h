#pragma once

#include <string>

#include "report.h"

namespace touchstone {

/// The report as Markdown (CommonMark with GitHub's tables), in the order in which a reviewer
/// reads: the verdict, failing cases and waivers, nodes by grade, capsules, evidence, assumptions,
/// what is not covered, changes, ledgers, digests, versions. Texts from files show and do nothing.
/// Equal reports give equal bytes.
[[nodiscard]] std::string report_markdown(const Report& report);

}  // namespace touchstone
