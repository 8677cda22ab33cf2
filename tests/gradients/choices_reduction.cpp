#include "choice_parts.h"
#include "choices.h"

namespace touchstone::gradients::choices {

namespace {

/// Once in forty a single axis longer than the 128 lanes of the canonical sum.
Choice reduction_of(Draw& draw, const Extents& x) {
  Choice out{{}, {values(x)}};
  if (draw.once_in(40)) out.operands = {values({draw.between(129, 300)})};
  const auto rank = static_cast<std::int64_t>(out.operands[0].shape.rank());
  if (draw.once_in(4)) return out;
  out.attributes.set("axes", axes(draw, rank));
  if (draw.coin()) out.attributes.set("keepdims", draw.coin());
  return out;
}

Choice reduction_of_any(Draw& draw) {
  return reduction_of(draw, full_extents(draw, draw.between(0, 4)));
}

Choice reduce_sum(Draw& draw) { return reduction_of(draw, extents(draw, draw.between(0, 4))); }

}  // namespace

std::vector<Chooser> reduction() {
  return {{"reduce_max", reduction_of_any},
          {"reduce_mean", reduction_of_any},
          {"reduce_sum", reduce_sum}};
}

}  // namespace touchstone::gradients::choices
