#pragma once

#include "html.h"
#include "report.h"

namespace touchstone {

/// Draws the model: a row per node, rails for the values that are still needed, a symbol of the
/// node's grade, and its name; each row links to "#node-N". Inline SVG in blocks of a few rows, so
/// that paper breaks between rows. Beyond 24 rails values are not drawn, and a note says so.
/// O(n log n) in nodes and inputs together.
void write_graph_picture(Html& html, const Report& report);

}  // namespace touchstone
