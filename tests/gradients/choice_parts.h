#pragma once

#include <vector>

#include "draw.h"
#include "touchstone/op/attributes.h"
#include "touchstone/op/vocabulary.h"

/// What the choosers of several families draw.
namespace touchstone::gradients::choices {

using Extents = std::vector<std::int64_t>;

[[nodiscard]] TensorType values(const Extents& extents);
[[nodiscard]] TensorType indices(const Extents& extents);
[[nodiscard]] TensorType masks(const Extents& extents);

/// As many lengths as asked for, each in [1, 4], shortened so that there are at most 32 elements.
[[nodiscard]] Extents full_extents(Draw& draw, std::int64_t rank);
/// The same; once in fifty an axis is empty.
[[nodiscard]] Extents extents(Draw& draw, std::int64_t rank);

/// What broadcasts to `target`: some axes of length 1, some leading ones left out.
[[nodiscard]] Extents broadcastable_to(Draw& draw, const Extents& target);

/// An axis of a tensor of this rank, counted from either end.
[[nodiscard]] std::int64_t axis(Draw& draw, std::int64_t rank);
/// Distinct axes in any order, each counted from either end; possibly none.
[[nodiscard]] Integers axes(Draw& draw, std::int64_t rank);
/// Half the time nothing (the default), otherwise as many entries in [least, most].
[[nodiscard]] Integers entries(Draw& draw, std::int64_t count, std::int64_t least,
                               std::int64_t most);
/// Entry i of the list, or `fallback` where it is empty.
[[nodiscard]] std::int64_t entry(const Integers& list, std::size_t i, std::int64_t fallback);
[[nodiscard]] Integers shuffled(Draw& draw, Integers list);
/// 0, 1, … count − 1.
[[nodiscard]] Integers counting(std::int64_t count);

}  // namespace touchstone::gradients::choices
