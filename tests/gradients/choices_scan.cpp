#include "choice_parts.h"
#include "choices.h"

namespace touchstone::gradients::choices {

namespace {

Choice selective_scan(Draw& draw) {
  const std::int64_t batch = draw.between(1, 2);
  const std::int64_t length = draw.between(1, 4);
  const std::int64_t width = draw.between(1, 2);
  const std::int64_t states = draw.between(1, 3);
  const TensorType u = values({batch, length, width});
  const TensorType b = values({batch, length, states});
  Choice out{{}, {u, u, values({width, states}), b, b}};
  if (draw.coin()) out.operands.push_back(values({width}));
  return out;
}

}  // namespace

std::vector<Chooser> scan() { return {{"selective_scan", selective_scan}}; }

}  // namespace touchstone::gradients::choices
