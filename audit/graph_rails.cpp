#include "graph_rails.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>

namespace touchstone {

GraphRails rails_of(std::span<const ReportNode> nodes) {
  GraphRails out;
  out.rail.resize(nodes.size());
  out.last_use.resize(nodes.size());
  for (std::uint32_t n = 0; n < nodes.size(); ++n) {
    out.last_use[n] = n;
    for (const std::uint32_t input : nodes[n].inputs) out.last_use.at(input) = n;
  }
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> free;
  for (std::uint32_t n = 0; n < nodes.size(); ++n) {
    std::optional<std::uint32_t> kept;
    for (const std::uint32_t input : nodes[n].inputs) {
      if (out.last_use[input] != n) continue;
      if (!kept) {
        kept = out.rail[input];
      } else {
        free.push(out.rail[input]);
      }
    }
    if (!kept && free.empty()) kept = out.count++;
    if (!kept) {
      kept = free.top();
      free.pop();
    }
    out.rail[n] = *kept;
    if (out.last_use[n] == n) free.push(*kept);
  }
  return out;
}

}  // namespace touchstone
