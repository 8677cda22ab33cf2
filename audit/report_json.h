#pragma once

#include <string>
#include <string_view>

#include "report.h"
#include "touchstone/core/result.h"

namespace touchstone {

/// The report as report.schema.json says (format touchstone.report, version 1), indented and ended
/// by a newline. Equal reports give equal bytes.
[[nodiscard]] std::string report_json(const Report& report);

/// Reads what `report_json` writes, and nothing else: the same report, so that writing it again
/// gives the same bytes. Errors (unreadable, with the place): what the schema does not allow, an
/// index of something that is not there, a grade, standing or time that is none.
[[nodiscard]] Result<Report> parse_report(std::string_view text);

}  // namespace touchstone
