#pragma once

#include "html.h"
#include "report.h"
#include "report_index.h"

/// For use inside this folder: the page's section of evidence.
namespace touchstone {

/// Every piece of evidence with all that it says, with id "evidence-N", in a table per capsule, and
/// the commands that repeat it, with id "command-N". What all pieces, or all about a capsule, have
/// in common is said once, before them.
void write_evidence_section(Html& html, const Report& report, const ReportIndex& index);

}  // namespace touchstone
