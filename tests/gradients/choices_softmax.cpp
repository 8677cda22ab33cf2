#include <algorithm>

#include "choice_parts.h"
#include "choices.h"

namespace touchstone::gradients::choices {

namespace {

/// Another axis may be empty. Once in forty a row longer than the 128 lanes of the canonical sum.
Choice along_an_axis(Draw& draw) {
  if (draw.once_in(40)) return {{}, {values({draw.between(129, 200)})}};
  const std::int64_t rank = draw.between(1, 4);
  const std::int64_t along = draw.coin() ? -1 : axis(draw, rank);
  Extents x = extents(draw, rank);
  std::int64_t& length = x[static_cast<std::size_t>(along < 0 ? along + rank : along)];
  length = std::max<std::int64_t>(length, 1);
  Choice out{{}, {values(x)}};
  if (along != -1 || draw.coin()) out.attributes.set("axis", along);
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
