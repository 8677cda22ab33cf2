#include "cone.h"

#include <algorithm>

namespace touchstone::ptx {

OperandTerms parts_of(const Symbols& symbols, const TermNode& node) {
  if (is_application(node.kind)) return symbols.operands(node);
  return {{node.a, node.b, node.c}, operand_count(node.kind)};
}

std::vector<TermId> cone_of(const Symbols& symbols, std::span<const TermId> roots) {
  if (roots.empty()) return {};
  const TermNodes nodes = symbols.arena().nodes();
  const TermId last = *std::max_element(roots.begin(), roots.end());
  std::vector<bool> needed(std::size_t{last} + 1, false);
  for (const TermId root : roots) needed[root] = true;
  std::vector<TermId> out;
  for (std::size_t id = needed.size(); id-- > 0;) {
    if (!needed[id]) continue;
    out.push_back(static_cast<TermId>(id));
    const OperandTerms parts = parts_of(symbols, nodes[id]);
    for (const TermId part : parts.all()) needed[part] = true;
  }
  std::reverse(out.begin(), out.end());
  return out;
}

}  // namespace touchstone::ptx
