#pragma once

#include <cstdint>
#include <memory>

#include "touchstone/interpreter/graph.h"

namespace touchstone {

/// A graph of `nodes` nodes over all operations of the vocabulary and 1,000 distinct choices of
/// operation and shapes, from about 100 to about 110,000 multiply-adds or elements each. Nodes read
/// the graph's inputs, so that every node has the shapes its class says.
[[nodiscard]] std::shared_ptr<const Graph> generated_graph(std::int64_t nodes);

}  // namespace touchstone
