#pragma once

#include "html.h"
#include "report.h"
#include "report_index.h"

namespace touchstone {

/// How to check a report without having the tool that made it: getting that tool, the digests of
/// files, one worked item of each kind of evidence, the Merkle root of a ledger and the signature
/// of its checkpoint. The programs are complete; each is the text of an element "program-NAME".
void write_repeat_section(Html& html, const Report& report, const ReportIndex& index);

}  // namespace touchstone
