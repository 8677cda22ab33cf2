#pragma once

#include "double_double.h"
#include "exponential.h"

namespace touchstone::wide {

/// tanh |x| = e / (e + 2) with e = e^(2 |x|) − 1. From 10 on it is nearer to 1 than binary32 tells.
template <class Wide>
[[nodiscard]] Wide tanh(Wide x) {
  const Wide t = clamp(magnitude(x), 0, 10);
  const Pair<Wide> sum = expm1_pair(t + t);
  const Pair<Wide> e = fast_two_sum(sum.high, sum.low);
  const Pair<Wide> divisor = two_sum(e.high, Wide{2});
  const Wide inverse = Wide{1} / divisor.high;
  const Wide quotient = e.high * inverse;
  // What the quotient leaves: e.high − quotient · divisor.high, exactly, and the low parts'.
  const Wide left =
      fma(-quotient, divisor.high, e.high) + fma(-quotient, divisor.low + e.low, e.low);
  return with_sign(round_to_odd(quotient, left * inverse), x);
}

/// 1 / (1 + e^−x) as a pair, within about 2^-59 of itself, and for small |x| by its series, which
/// keeps what lies next to 1/2 + x/4: −x³/48 decides where that is a tie of binary32.
/// For −700 < x < 700.
template <class Wide>
[[nodiscard]] Pair<Wide> sigmoid_pair(Wide x) {
  const Pair<Wide> e = exp_pair(-x);
  const Pair<Wide> sum = two_sum(e.high, Wide{1});
  const Wide inverse = Wide{1} / sum.high;
  const Wide left = fma(-inverse, sum.high, Wide{1}) - inverse * (sum.low + e.low);
  // 1/2 + x/4 − x³/48 + x⁵/480 − 17 x⁷/80640; the next term is less than 2^-69 at 2^-6.
  const Wide z = x * x;
  const Wide series = fma(fma(Wide{-17.0 / 80640}, z, Wide{1.0 / 480}), z, Wide{-1.0 / 48});
  const Pair<Wide> near = fast_two_sum(Wide{0.5}, x * Wide{0.25});
  const auto small = less(magnitude(x), Wide{0x1p-6});
  return {select(small, near.high, inverse),
          select(small, fma(x * z, series, near.low), left * inverse)};
}

/// 1 / (1 + e^−x), 0 at −∞ and 1 at +∞.
template <class Wide>
[[nodiscard]] Wide sigmoid(Wide x) {
  const Pair<Wide> s = sigmoid_pair(clamp(x, -120, 60));
  return round_to_odd(s.high, s.low);
}

/// x / (1 + e^−x). From 60 on it is x to more than binary64's precision; −0 at −∞.
template <class Wide>
[[nodiscard]] Wide silu(Wide x) {
  const Wide inside = clamp(x, -120, 60);
  const Pair<Wide> s = sigmoid_pair(inside);
  const Pair<Wide> product = two_product(inside, s.high);
  const Wide value = round_to_odd(product.high, fma(inside, s.low, product.low));
  return with_sign(select(less(Wide{60}, x), x, value), x);
}

}  // namespace touchstone::wide
