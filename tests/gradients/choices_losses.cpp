#include "choice_parts.h"
#include "choices.h"

namespace touchstone::gradients::choices {

namespace {

void draw_reduction(Draw& draw, Attributes& attributes) {
  if (draw.coin()) attributes.set("reduction", draw.any_of<std::string>({"mean", "sum"}));
}

Choice mse_loss(Draw& draw) {
  const TensorType x = values(full_extents(draw, draw.between(0, 4)));
  Choice out{{}, {x, x}};
  draw_reduction(draw, out.attributes);
  return out;
}

Choice cross_entropy_loss(Draw& draw) {
  const std::int64_t rank = draw.between(1, 4);
  const Extents x = full_extents(draw, rank);
  const std::int64_t along = axis(draw, rank);
  Choice out{{}, {values(x)}};
  if (along != 1 || draw.coin()) out.attributes.set("axis", along);
  Extents target = x;
  target.erase(target.begin() + (along < 0 ? along + rank : along));
  out.operands.push_back(indices(target));
  draw_reduction(draw, out.attributes);
  return out;
}

}  // namespace

std::vector<Chooser> losses() {
  return {{"cross_entropy_loss", cross_entropy_loss}, {"mse_loss", mse_loss}};
}

}  // namespace touchstone::gradients::choices
