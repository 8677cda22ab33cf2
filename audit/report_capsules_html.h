#pragma once

#include "html.h"
#include "report.h"
#include "report_index.h"

/// The sections of a report's page about capsules and what speaks against them.
namespace touchstone {

/// Known failing cases and waivers, or one line that there are none.
void write_exceptions_section(Html& html, const Report& report);
/// Every capsule: its claim, grade, scopes, digests and how to repeat, with id "capsule-N".
void write_capsules_section(Html& html, const Report& report, const ReportIndex& index);

}  // namespace touchstone
