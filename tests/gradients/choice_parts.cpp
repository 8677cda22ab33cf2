#include "choice_parts.h"

#include <algorithm>
#include <numeric>

namespace touchstone::gradients::choices {

namespace {

constexpr std::int64_t most_elements = 32;

Integers from_either_end(Draw& draw, Integers axes, std::int64_t rank) {
  for (std::int64_t& axis : axes) {
    if (draw.coin()) axis -= rank;
  }
  return axes;
}

}  // namespace

TensorType values(const Extents& extents) {
  return {ElementType::float32, Shape::of(Index(extents))};
}
TensorType indices(const Extents& extents) {
  return {ElementType::int64, Shape::of(Index(extents))};
}
TensorType masks(const Extents& extents) {
  return {ElementType::boolean, Shape::of(Index(extents))};
}

Extents full_extents(Draw& draw, std::int64_t rank) {
  Extents out;
  std::int64_t room = most_elements;
  for (std::int64_t axis = 0; axis < rank; ++axis) {
    out.push_back(draw.between(1, std::min<std::int64_t>(4, room)));
    room /= out.back();
  }
  return shuffled(draw, out);
}

Extents extents(Draw& draw, std::int64_t rank) {
  Extents out = full_extents(draw, rank);
  if (rank > 0 && draw.once_in(50)) out[static_cast<std::size_t>(draw.between(0, rank - 1))] = 0;
  return out;
}

Extents broadcastable_to(Draw& draw, const Extents& target) {
  Extents out = target;
  for (std::int64_t& extent : out) {
    if (draw.once_in(3)) extent = 1;
  }
  const std::int64_t skipped =
      draw.coin() ? 0 : draw.between(0, static_cast<std::int64_t>(out.size()));
  out.erase(out.begin(), out.begin() + skipped);
  return out;
}

std::int64_t axis(Draw& draw, std::int64_t rank) { return draw.between(-rank, rank - 1); }

Integers axes(Draw& draw, std::int64_t rank) {
  Integers out = shuffled(draw, counting(rank));
  out.resize(static_cast<std::size_t>(draw.between(0, rank)));
  return from_either_end(draw, out, rank);
}

Integers entries(Draw& draw, std::int64_t count, std::int64_t least, std::int64_t most) {
  Integers out;
  if (draw.coin()) return out;
  for (std::int64_t i = 0; i < count; ++i) out.push_back(draw.between(least, most));
  return out;
}

std::int64_t entry(const Integers& list, std::size_t i, std::int64_t fallback) {
  return list.empty() ? fallback : list[i];
}

Integers shuffled(Draw& draw, Integers list) {
  for (std::size_t i = list.size(); i > 1; --i) {
    std::swap(list[i - 1],
              list[static_cast<std::size_t>(draw.between(0, static_cast<std::int64_t>(i) - 1))]);
  }
  return list;
}

Integers counting(std::int64_t count) {
  Integers out(static_cast<std::size_t>(count));
  std::iota(out.begin(), out.end(), 0);
  return out;
}

}  // namespace touchstone::gradients::choices
