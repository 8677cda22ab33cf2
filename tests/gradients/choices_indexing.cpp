#include "choice_parts.h"
#include "choices.h"

namespace touchstone::gradients::choices {

namespace {

struct Indexed {
  Attributes attributes;
  Extents x;
  Extents chosen;
  Extents result;
};

/// x without the indexed axis, with the extents of the indices in its place.
Indexed indexed(Draw& draw) {
  const std::int64_t rank = draw.between(1, 3);
  const std::int64_t along = axis(draw, rank);
  Indexed out;
  if (along != 0 || draw.coin()) out.attributes.set("axis", along);
  out.x = full_extents(draw, rank);
  out.chosen = extents(draw, draw.between(0, 2));
  out.result = out.x;
  const auto at = out.result.begin() + (along < 0 ? along + rank : along);
  out.result.insert(out.result.erase(at), out.chosen.begin(), out.chosen.end());
  return out;
}

Choice gather(Draw& draw) {
  const Indexed drawn = indexed(draw);
  return {drawn.attributes, {values(drawn.x), indices(drawn.chosen)}};
}

Choice scatter_add(Draw& draw) {
  const Indexed drawn = indexed(draw);
  return {drawn.attributes, {values(drawn.x), indices(drawn.chosen), values(drawn.result)}};
}

Choice embedding(Draw& draw) {
  return {{}, {values(full_extents(draw, 2)), indices(extents(draw, draw.between(0, 3)))}};
}

}  // namespace

std::vector<Chooser> indexing() {
  return {{"embedding", embedding}, {"gather", gather}, {"scatter_add", scatter_add}};
}

}  // namespace touchstone::gradients::choices
