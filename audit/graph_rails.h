#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "report.h"

namespace touchstone {

/// Where each value of a graph runs when its nodes are drawn one below the other: a rail from the
/// node that makes it down to the last that reads it.
struct GraphRails {
  std::vector<std::uint32_t> rail;      ///< per node: the column of its result, from 0
  std::vector<std::uint32_t> last_use;  ///< per node: the last that reads it; itself if none does
  std::uint32_t count = 0;              ///< rails in use at once, at most
};

/// Rails are taken again once free, the leftmost first; a node goes on in the rail of the first
/// value that ends at it, so that a chain is one straight line. O((n + e) log n) for n nodes with
/// e inputs in all. Requires that every input comes before the node that reads it.
[[nodiscard]] GraphRails rails_of(std::span<const ReportNode> nodes);

}  // namespace touchstone
