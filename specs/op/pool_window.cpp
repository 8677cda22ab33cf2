#include "pool_window.h"

#include <algorithm>

namespace touchstone {

PoolBounds PoolBounds::inside(const Shape& plane) {
  return {Index::zeros(plane.rank()), plane.extents()};
}

PoolBounds PoolBounds::padded(const Shape& plane, const PoolGeometry& geometry) {
  PoolBounds out = inside(plane);
  for (std::size_t s = 0; s < plane.rank(); ++s) {
    out.begin[s] -= geometry.places.pads_begin[s];
    out.end[s] += geometry.pads_end[s];
  }
  return out;
}

bool PoolBounds::contain(const Index& position) const {
  bool inside = true;
  for (std::size_t s = 0; s < position.rank(); ++s) {
    inside = inside && position[s] >= begin[s] && position[s] < end[s];
  }
  return inside;
}

std::int64_t window_size(const PoolGeometry& geometry, const PoolBounds& bounds, const Index& o) {
  std::int64_t size = 1;
  for (std::size_t s = 0; s < o.rank(); ++s) {
    const std::int64_t dilation = geometry.places.dilations[s];
    const std::int64_t start = o[s] * geometry.places.strides[s] - geometry.places.pads_begin[s];
    // Kernel positions before `first` lie before the bounds, those from `last` on behind them.
    const auto steps_to = [&](std::int64_t position) {
      return std::max<std::int64_t>(position - start + dilation - 1, 0) / dilation;
    };
    const std::int64_t first = std::min(steps_to(bounds.begin[s]), geometry.kernel[s]);
    const std::int64_t last = std::min(steps_to(bounds.end[s]), geometry.kernel[s]);
    size *= last - first;
  }
  return size;
}

}  // namespace touchstone
