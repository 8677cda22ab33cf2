#pragma once

#include <limits>

#include "double_double.h"
#include "exponential.h"
#include "log_table.h"
#include "logarithm.h"

namespace touchstone::wide {

/// log x as a pair, within about 2^-64 of itself, also next to 1; x positive with 24 bits.
template <class Wide>
[[nodiscard]] Pair<Wide> precise_log(Wide x) {
  const Split<Wide> s = split(x);
  // Exact: z has 24 bits and the inverse ten.
  const Wide r = fma(s.z, Wide::lookup(log_inverse, s.piece), Wide{-1});
  const Wide high = fma(s.k, Wide{ln2_high}, Wide::lookup(log_high, s.piece));
  const Wide low = fma(s.k, Wide{ln2_low}, Wide::lookup(log_low, s.piece));
  const Pair<Wide> square = two_product(r, r);
  const Pair<Wide> linear = fast_two_sum(high, r);
  const Pair<Wide> sum = fast_two_sum(linear.high, square.high * Wide{-0.5});
  const Wide cubic = fma(square.high * r, polynomial(r, log_cubic_coefficients), low);
  const Wide rest = fma(square.low, Wide{-0.5}, cubic);
  return fast_two_sum(sum.high, (linear.low + sum.low) + rest);
}

/// x^y with the special cases of IEEE 754-2019, 9.2.1. x and y hold binary32 numbers. The result is
/// within 2^-57 of itself before it is rounded to nearest in binary64, so that one that has up to
/// 53 bits is exact; converted to binary32 it is within 0.5 + 2^-28 units in the last place, and
/// exact values are rounded right, those on ties too.
template <class Wide>
[[nodiscard]] Wide pow(Wide x, Wide y) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Wide base = magnitude(x);
  // From 2^40 on y is even, and every base but 1 gives 0 or infinity, the nearest to 1 too.
  const Wide exponent = clamp(y, -0x1p+40, 0x1p+40);
  const Pair<Wide> log = precise_log(base);
  const Pair<Wide> product = two_product(log.high, exponent);
  const Exponential<Wide> e =
      exponential(clamp(product.high, -120, 100), fma(log.low, exponent, product.low));
  const Wide finite = e.scale + fma(e.scale, e.r + e.rest, e.scale_low);

  const Integer<Wide> whole = nearest_integer(exponent);
  const auto integral = equal(whole.value, exponent);
  // −0 if x is negative and y odd, else +0. The last bit of an odd integer becomes the sign.
  const Wide sign = select(integral, Wide::from_bits((whole.bits << 63) & bits(x)), Wide{0});
  const Wide nan{std::numeric_limits<double>::quiet_NaN()};
  const Wide defined = select(less(x, Wide{0}), select(integral, finite, nan), finite);
  const auto falling = less(y, Wide{0});
  const Wide with_zero =
      select(equal(base, Wide{0}), select(falling, Wide{infinity}, Wide{0}), defined);
  const Wide with_infinity =
      select(equal(base, Wide{infinity}), select(falling, Wide{0}, Wide{infinity}), with_zero);
  const Wide number = Wide::from_bits(bits(with_infinity) | bits(sign));
  const Wide with_nan = select(equal(x, x), select(equal(y, y), number, y), x);
  return select(equal(x, Wide{1}), Wide{1}, select(equal(y, Wide{0}), Wide{1}, with_nan));
}

}  // namespace touchstone::wide
