#pragma once

#include "html.h"
#include "report.h"
#include "report_index.h"

/// The sections of a report's page about its nodes and how each is served.
namespace touchstone {

/// The picture with its legend, and the model's inputs and outputs.
void write_picture_section(Html& html, const Report& report, const ReportIndex& index);
/// One row per node, with id "node-N".
void write_nodes_section(Html& html, const Report& report);
/// Every use with its obligations, with id "use-N".
void write_uses_section(Html& html, const Report& report, const ReportIndex& index);

}  // namespace touchstone
