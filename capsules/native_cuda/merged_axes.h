#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "touchstone/core/shape.h"

namespace touchstone::native_cuda {

/// One axis of a broadcast result: its extent, and how far apart in both operands the elements lie
/// that neighbours along it read, 0 where an operand is broadcast.
struct MergedAxis {
  std::int64_t extent = 1;
  std::int64_t x = 0;
  std::int64_t y = 0;

  bool operator==(const MergedAxis&) const = default;
};

/// The axes of a result that both operands are broadcast to, the first first. Axes of length 1 are
/// left out, and neighbours along which both operands go on as one are one. Requires a result with
/// elements.
[[nodiscard]] std::vector<MergedAxis> merged_axes(const Shape& out, const Shape& x, const Shape& y);

/// The same list with axes of length 1 before it, so that there are `count`. Requires no more.
[[nodiscard]] std::vector<MergedAxis> padded(std::vector<MergedAxis> axes, std::size_t count);

}  // namespace touchstone::native_cuda
