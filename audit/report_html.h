#pragma once

#include <string>

#include "report.h"

namespace touchstone {

/// A report as one self-contained page of HTML: nothing is fetched, and no text of the report can
/// run or change the page. It reads without its script, on paper, on a phone, by keyboard and by a
/// screen reader. The same bytes for the same report; O(n log n) in its size. Requires indices that
/// are in range, and nodes that come after what they read.
[[nodiscard]] std::string report_html(const Report& report);

}  // namespace touchstone
