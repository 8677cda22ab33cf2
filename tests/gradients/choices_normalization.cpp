#include <algorithm>

#include "choice_parts.h"
#include "choices.h"

namespace touchstone::gradients::choices {

namespace {

void draw_epsilon(Draw& draw, Attributes& attributes) {
  if (draw.coin()) attributes.set("epsilon", static_cast<float>(draw.real(0.0001, 0.1)));
}

Choice batch_norm(Draw& draw) {
  const Extents x = extents(draw, draw.between(2, 4));
  const TensorType channels = values({x[1]});
  Choice out{{}, {values(x), channels, channels, channels, channels}};
  draw_epsilon(draw, out.attributes);
  return out;
}

/// x, then up to `parameters` operands of the shape of the normalised axes in ascending order.
Choice norm(Draw& draw, std::int64_t parameters) {
  const std::int64_t rank = draw.between(1, 4);
  Extents x = full_extents(draw, rank);
  Integers normalised{-1};
  Choice out;
  if (draw.coin()) {
    normalised = axes(draw, rank);
    if (normalised.empty()) normalised = {axis(draw, rank)};
    out.attributes.set("axes", normalised);
  } else if (rank == 1 && draw.once_in(10)) {
    x[0] = draw.between(129, 200);
  }
  for (std::int64_t& axis : normalised) axis = axis < 0 ? axis + rank : axis;
  std::sort(normalised.begin(), normalised.end());
  Extents parameter;
  for (const std::int64_t axis : normalised) parameter.push_back(x[static_cast<std::size_t>(axis)]);
  out.operands.push_back(values(x));
  const std::int64_t given = draw.between(0, parameters);
  for (std::int64_t i = 0; i < given; ++i) out.operands.push_back(values(parameter));
  draw_epsilon(draw, out.attributes);
  return out;
}

Choice layer_norm(Draw& draw) { return norm(draw, 2); }
Choice rms_norm(Draw& draw) { return norm(draw, 1); }

}  // namespace

std::vector<Chooser> normalization() {
  return {{"batch_norm", batch_norm}, {"layer_norm", layer_norm}, {"rms_norm", rms_norm}};
}

}  // namespace touchstone::gradients::choices
