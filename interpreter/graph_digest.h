#pragma once

#include "graph.h"
#include "touchstone/core/digest.h"

namespace touchstone {

/// Digest of what a graph computes: its inputs and outputs, its parameters in use, and its nodes,
/// with their names, types and attributes. Where it was read from does not count. Linear.
[[nodiscard]] Digest digest_of(const Graph& graph);

}  // namespace touchstone
