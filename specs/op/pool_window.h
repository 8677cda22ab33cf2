#pragma once

#include <cstdint>

#include "geometry.h"
#include "index_space.h"

namespace touchstone {

/// The positions that count as elements of a window: along each axis those in [begin, end).
struct PoolBounds {
  Index begin;
  Index end;

  /// The spatial axes themselves.
  [[nodiscard]] static PoolBounds inside(const Shape& plane);
  /// These and the padding.
  [[nodiscard]] static PoolBounds padded(const Shape& plane, const PoolGeometry& geometry);

  [[nodiscard]] bool contain(const Index& position) const;
};

/// How many elements window `o` has within bounds, in a few steps whatever the kernel.
[[nodiscard]] std::int64_t window_size(const PoolGeometry& geometry, const PoolBounds& bounds,
                                       const Index& o);

}  // namespace touchstone
