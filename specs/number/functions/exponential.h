#pragma once

#include "double_double.h"
#include "exp_table.h"

namespace touchstone::wide {

/// e^x = (scale + scale_low) · (1 + r + rest): scale is 2^(k / 32) to 53 bits, |r| < 0.011, and
/// rest is of the size of r² and holds what r leaves. Within about 2^-64 e^x before what the caller
/// rounds.
template <class Wide>
struct Exponential {
  Wide scale;
  Wide scale_low;
  Wide r;
  Wide rest;
};

/// Of x + x_low, where x is 0, NaN or between −700 and 700 and of at most 53 bits, and |x_low| is
/// far below 1. After Tang, "Table-driven implementation of the exponential function in IEEE
/// floating-point arithmetic", ACM TOMS 15(2), 1989: x = k · ln 2 / 32 + r. The first product is
/// exact, and so is its difference from x.
template <class Wide>
[[nodiscard]] Exponential<Wide> exponential(Wide x, Wide x_low) {
  using Bits = typename Wide::Bits;
  const Integer<Wide> k = nearest_integer(x * Wide{exp_steps});
  const Pair<Wide> r =
      fast_two_sum(fma(k.value, Wide{-exp_step_high}, x), fma(k.value, Wide{-exp_step_low}, x_low));
  // 2^(k div 32): the exponent's field starts at bit 52, and k's part above 2^5 goes there.
  const Wide two_to_k = Wide::from_bits(((k.bits >> 5) << 52) + Bits{std::uint64_t{1023} << 52});
  return {Wide::lookup(exp_power_high, k.bits) * two_to_k,
          Wide::lookup(exp_power_low, k.bits) * two_to_k, r.high,
          fma(r.high * r.high, polynomial(r.high, exp_coefficients), r.low)};
}

/// e^x as a pair, within about 2^-59 of itself. For −700 < x < 700.
template <class Wide>
[[nodiscard]] Pair<Wide> exp_pair(Wide x) {
  const Exponential<Wide> e = exponential(x, Wide{0});
  return fast_two_sum(e.scale, fma(e.scale, e.r + e.rest, e.scale_low));
}

/// e^x − 1 as a pair, within about 2^-59 of itself, whose low part may be up to 2^-8 of the high
/// one. For −700 < x < 700.
template <class Wide>
[[nodiscard]] Pair<Wide> expm1_pair(Wide x) {
  const Exponential<Wide> e = exponential(x, Wide{0});
  const Pair<Wide> whole = two_sum(e.scale, Wide{-1});
  const Pair<Wide> first = two_product(e.scale, e.r);
  const Pair<Wide> sum = two_sum(whole.high, first.high);
  const Wide scale_low = fma(e.scale_low, e.r, e.scale_low);
  const Wide rest = fma(e.scale, e.rest, scale_low) + (first.low + whole.low);
  return {sum.high, sum.low + rest};
}

// Each function below takes x that holds a binary32 number and returns a binary64 number that,
// converted to binary32, is the one nearest to f(x). Special values: see correctly_rounded.h.

/// Beyond the ends e^x rounds to 0 and to infinity in binary32.
template <class Wide>
[[nodiscard]] Wide exp(Wide x) {
  const Exponential<Wide> e = exponential(clamp(x, -120, 100), Wide{0});
  return round_to_odd(e.scale, fma(e.scale, e.r + e.rest, e.scale_low));
}

/// e^x − 1; −1 at −∞, and a zero keeps its sign.
template <class Wide>
[[nodiscard]] Wide expm1(Wide x) {
  const Pair<Wide> e = expm1_pair(clamp(x, -120, 100));
  return with_sign(round_to_odd(e.high, e.low), x);
}

}  // namespace touchstone::wide
