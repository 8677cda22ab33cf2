#include "choice_parts.h"
#include "choices.h"

namespace touchstone::gradients::choices {

namespace {

/// Once in forty a row longer than the 128 lanes of the canonical sum.
Choice along_an_axis(Draw& draw) {
  const std::int64_t rank = draw.between(1, 4);
  Choice out{{}, {values(extents(draw, rank))}};
  if (draw.once_in(40)) {
    out.operands = {values({draw.between(129, 200)})};
  } else if (draw.coin()) {
    out.attributes.set("axis", axis(draw, rank));
  }
  return out;
}

Choice hard_masked_softmax(Draw& draw) {
  Choice out = along_an_axis(draw);
  const auto x = out.operands[0].shape.extents().entries();
  out.operands.push_back(masks(broadcastable_to(draw, Extents(x.begin(), x.end()))));
  return out;
}

}  // namespace

std::vector<Chooser> softmax() {
  return {{"hard_masked_softmax", hard_masked_softmax},
          {"log_softmax", along_an_axis},
          {"softmax", along_an_axis}};
}

}  // namespace touchstone::gradients::choices
