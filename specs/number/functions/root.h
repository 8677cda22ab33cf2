#pragma once

#include "double_double.h"

namespace touchstone::wide {

/// 1 / √x: ±∞ at ±0 and NaN below. What y = 1 / √x rounded leaves is y (1 − x y²) / 2 to first
/// order.
template <class Wide>
[[nodiscard]] Wide rsqrt(Wide x) {
  const Wide y = Wide{1} / sqrt(x);
  const Pair<Wide> product = two_product(x, y);
  const Wide left = fma(-product.high, y, Wide{1}) - product.low * y;
  const Wide low = y * Wide{0.5} * left;
  // At 0 and infinity x y is NaN, and y is the value.
  return select(equal(low, low), round_to_odd(y, low), y);
}

}  // namespace touchstone::wide
