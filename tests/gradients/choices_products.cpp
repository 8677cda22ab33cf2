#include "choice_parts.h"
#include "choices.h"

namespace touchstone::gradients::choices {

namespace {

Choice matmul(Draw& draw) {
  const Extents batch = full_extents(draw, draw.between(0, 2));
  Extents a = broadcastable_to(draw, batch);
  Extents b = broadcastable_to(draw, batch);
  const std::int64_t contracted = draw.once_in(50) ? 0 : draw.between(1, 4);
  a.insert(a.end(), {draw.between(1, 3), contracted});
  b.insert(b.end(), {contracted, draw.between(1, 3)});
  return {{}, {values(a), values(b)}};
}

Choice linear(Draw& draw) {
  Extents x = extents(draw, draw.between(0, 2));
  x.push_back(draw.between(1, 4));
  const std::int64_t outputs = draw.between(1, 4);
  Choice out{{}, {values(x), values({outputs, x.back()})}};
  if (draw.coin()) out.operands.push_back(values({outputs}));
  return out;
}

}  // namespace

std::vector<Chooser> products() { return {{"linear", linear}, {"matmul", matmul}}; }

}  // namespace touchstone::gradients::choices
