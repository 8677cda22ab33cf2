#pragma once

#include "html.h"
#include "report.h"

/// The sections of a report's page about what the verdict rests on and does not say.
namespace touchstone {

/// Assumptions, those that most nodes rest on first.
void write_assumptions_section(Html& html, const Report& report);
void write_not_covered_section(Html& html, const Report& report);
/// Differences from the report that was accepted last.
void write_changes_section(Html& html, const Report& report);
/// Ledgers, digests of everything that was read, and versions.
void write_read_section(Html& html, const Report& report);

}  // namespace touchstone
