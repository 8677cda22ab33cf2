#include <algorithm>

#include "choice_parts.h"
#include "choices.h"

namespace touchstone::gradients::choices {

namespace {

/// Every window has a position that exists: padding is at most (kernel − 1) · dilation, so the
/// first and last windows reach into the input, and dilation is 1 where there is padding, so none
/// steps over it.
Choice pool(Draw& draw) {
  const std::int64_t spatial = draw.any_of<std::int64_t>({1, 1, 2, 2, 3});
  const Integers strides = entries(draw, spatial, 1, 3);
  Integers kernel;
  for (std::int64_t s = 0; s < spatial; ++s) kernel.push_back(draw.between(1, 3));
  const bool padded = draw.coin();
  Integers dilations;
  Integers begin;
  Integers end;
  if (padded) {
    for (const std::int64_t length : kernel) {
      begin.push_back(draw.between(0, length - 1));
      end.push_back(draw.between(0, length - 1));
    }
  } else {
    dilations = entries(draw, spatial, 1, 2);
  }
  Choice out{{{"kernel", kernel}}, {}};
  if (!strides.empty()) out.attributes.set("strides", strides);
  if (!dilations.empty()) out.attributes.set("dilations", dilations);
  if (padded) {
    out.attributes.set("pads_begin", begin);
    out.attributes.set("pads_end", end);
  }
  if (draw.coin()) out.attributes.set("ceil_mode", draw.coin());
  Extents x{draw.between(1, 2), draw.between(1, 2)};
  for (std::size_t s = 0; s < static_cast<std::size_t>(spatial); ++s) {
    const std::int64_t reach = (kernel[s] - 1) * entry(dilations, s, 1) + 1;
    const std::int64_t pads = entry(begin, s, 0) + entry(end, s, 0);
    x.push_back(std::max<std::int64_t>(1, reach - pads) + draw.between(0, spatial == 3 ? 1 : 3));
  }
  out.operands = {values(x)};
  return out;
}

Choice avg_pool(Draw& draw) {
  Choice out = pool(draw);
  if (draw.coin()) out.attributes.set("count_include_pad", draw.coin());
  return out;
}

Choice smooth_max_pool(Draw& draw) {
  Choice out = pool(draw);
  if (draw.coin()) out.attributes.set("beta", static_cast<float>(draw.real(0.25, 4)));
  return out;
}

}  // namespace

std::vector<Chooser> pooling() {
  return {{"avg_pool", avg_pool}, {"max_pool", pool}, {"smooth_max_pool", smooth_max_pool}};
}

}  // namespace touchstone::gradients::choices
