#include <functional>
#include <numeric>

#include "choice_parts.h"
#include "choices.h"

namespace touchstone::gradients::choices {

namespace {

/// Extents of a tensor with as many elements: the lengths multiplied together in places, and split
/// where even.
Extents regrouped(Draw& draw, const Extents& given) {
  Extents out;
  for (const std::int64_t extent : given) {
    if (!out.empty() && draw.once_in(3)) {
      out.back() *= extent;
    } else if (extent % 2 == 0 && draw.once_in(3) && out.size() < 4) {
      out.push_back(2);
      out.push_back(extent / 2);
    } else {
      out.push_back(extent);
    }
  }
  if (draw.once_in(4)) out.push_back(1);
  return out;
}

Choice reshape(Draw& draw) {
  const Extents from = extents(draw, draw.between(0, 4));
  Extents to = regrouped(draw, from);
  const std::int64_t count =
      std::accumulate(from.begin(), from.end(), std::int64_t{1}, std::multiplies<>());
  if (!to.empty() && count > 0 && draw.coin()) {
    to[static_cast<std::size_t>(draw.between(0, static_cast<std::int64_t>(to.size()) - 1))] = -1;
  }
  return {{{"shape", to}}, {values(from)}};
}

Choice flatten(Draw& draw) {
  const std::int64_t rank = draw.between(1, 4);
  Choice out{{}, {values(extents(draw, rank))}};
  if (draw.coin()) out.attributes.set("axis", draw.between(-rank, rank));
  return out;
}

Choice permute(Draw& draw) {
  const std::int64_t rank = draw.between(0, 4);
  return {{{"axes", shuffled(draw, counting(rank))}}, {values(extents(draw, rank))}};
}

Choice broadcast(Draw& draw) {
  const Extents target = extents(draw, draw.between(0, 4));
  return {{{"shape", target}}, {values(broadcastable_to(draw, target))}};
}

Choice concat(Draw& draw) {
  const std::int64_t rank = draw.between(1, 3);
  const std::int64_t along = axis(draw, rank);
  Extents operand = full_extents(draw, rank);
  Choice out;
  if (along != 0 || draw.coin()) out.attributes.set("axis", along);
  const std::int64_t operands = draw.between(1, 3);
  for (std::int64_t i = 0; i < operands; ++i) {
    operand[static_cast<std::size_t>(along < 0 ? along + rank : along)] = draw.between(0, 3);
    out.operands.push_back(values(operand));
  }
  return out;
}

Choice slice(Draw& draw) {
  const std::int64_t rank = draw.between(1, 4);
  const Extents x = full_extents(draw, rank);
  Integers axes = shuffled(draw, counting(rank));
  axes.resize(static_cast<std::size_t>(draw.between(0, rank)));
  Integers counts;
  Integers starts;
  Integers steps;
  for (const std::int64_t sliced : axes) {
    const std::int64_t length = x[static_cast<std::size_t>(sliced)];
    const std::int64_t start = draw.between(0, length - 1);
    const std::int64_t step = draw.any_of<std::int64_t>({-2, -1, 1, 2, 3});
    const std::int64_t room = step > 0 ? length - 1 - start : start;
    starts.push_back(start);
    steps.push_back(step);
    counts.push_back(draw.between(draw.once_in(20) ? 0 : 1, room / (step > 0 ? step : -step) + 1));
  }
  return {{{"axes", axes}, {"counts", counts}, {"starts", starts}, {"steps", steps}}, {values(x)}};
}

Choice pad(Draw& draw) {
  const std::int64_t rank = draw.between(0, 3);
  Integers begin;
  Integers end;
  for (std::int64_t axis = 0; axis < rank; ++axis) {
    begin.push_back(draw.between(0, 2));
    end.push_back(draw.between(0, 2));
  }
  Choice out{{{"pads_begin", begin}, {"pads_end", end}}, {values(extents(draw, rank))}};
  if (draw.coin()) out.attributes.set("value", static_cast<float>(draw.real(-1, 1)));
  return out;
}

}  // namespace

std::vector<Chooser> movement() {
  return {{"broadcast", broadcast}, {"concat", concat},   {"flatten", flatten}, {"pad", pad},
          {"permute", permute},     {"reshape", reshape}, {"slice", slice}};
}

}  // namespace touchstone::gradients::choices
