#pragma once

#include <limits>

#include "double_double.h"
#include "exponential.h"
#include "log_table.h"

namespace touchstone::wide {

/// m = 2^k · z with 11/16 <= z < 22/16, and the piece of the tables in which z lies.
template <class Wide>
struct Split {
  Wide z;
  Wide k;
  Wide two_to_minus_k;
  typename Wide::Bits piece;
};

/// Of a positive m, normal in binary64 and below 2^1000.
template <class Wide>
[[nodiscard]] Split<Wide> split(Wide m) {
  using Bits = typename Wide::Bits;
  // From 11/16 = 1.375 · 2^-1 up, so that the exponent's field counts k, and the five bits below it
  // the pieces: 1/64 wide below 1, 1/32 wide above.
  const Bits from_start = bits(m) - Bits{0x3FE6000000000000U};
  // k as a signed number at the top; moved into the middle of the fraction's range to be converted.
  const Bits exponent = (from_start + Bits{std::uint64_t{1024} << 52}) >> 52;
  const Wide k = Wide::from_bits(exponent | Bits{0x4330000000000000U}) - Wide{0x1p+52 + 1024};
  const Wide inverse = Wide::from_bits((Bits{1023 + 1024} - exponent) << 52);
  return {m * inverse, k, inverse, from_start >> 47};
}

/// m + m_low = 2^k / c · (1 + r) with c = 2^k · inverse from a table, about 1 / z.
template <class Wide>
struct LogArgument {
  Pair<Wide> r;
  Wide inverse;
  Wide k;
  typename Wide::Bits piece;
};

/// m as in `split`, and |m_low| at most half a unit of m in the last place.
template <class Wide>
[[nodiscard]] LogArgument<Wide> log_argument(Wide m, Wide m_low) {
  const Split<Wide> s = split(m);
  const Wide c = Wide::lookup(log_inverse, s.piece);
  const Wide inverse = c * s.two_to_minus_k;
  const Pair<Wide> product = two_product(s.z, c);
  // c z is within 1/32 of 1, so that the difference is exact.
  return {fast_two_sum(product.high - Wide{1}, fma(m_low, inverse, product.low)), inverse, s.k,
          s.piece};
}

/// The logarithm of that as a pair, within about 2^-59 of itself, also next to 1, with r_low in the
/// place of r.low. After Tang, "Table-driven implementation of the logarithm function in IEEE
/// floating-point arithmetic", ACM TOMS 16(4), 1990: k · ln 2 − log c + log(1 + r), where the sum
/// of the first two's high parts is exact, both being multiples of 2^-42.
template <class Wide>
[[nodiscard]] Pair<Wide> log_pair(const LogArgument<Wide>& x, Wide r_low) {
  const Wide r = x.r.high;
  const Wide high = fma(x.k, Wide{ln2_high}, Wide::lookup(log_high, x.piece));
  const Wide low = fma(x.k, Wide{ln2_low}, Wide::lookup(log_low, x.piece));
  const Pair<Wide> sum = fast_two_sum(high, r);
  const Wide rest = fma(r * r, polynomial(r, log_coefficients), r_low);
  return {sum.high, sum.low + (low + rest)};
}

/// log x; −∞ at ±0 and NaN below. r is exact: z has 24 bits and c ten.
template <class Wide>
[[nodiscard]] Wide log(Wide x) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Split<Wide> s = split(x);
  const Wide r = fma(s.z, Wide::lookup(log_inverse, s.piece), Wide{-1});
  const Wide high = fma(s.k, Wide{ln2_high}, Wide::lookup(log_high, s.piece));
  const Wide low = fma(s.k, Wide{ln2_low}, Wide::lookup(log_low, s.piece));
  const Pair<Wide> sum = fast_two_sum(high, r);
  const Wide rest = fma(r * r, polynomial(r, log_coefficients), low);
  const Wide finite = round_to_odd(sum.high, sum.low + rest);
  const Wide positive = select(less(x, Wide{infinity}), finite, x);
  const Wide not_negative = select(equal(x, Wide{0}), Wide{-infinity}, positive);
  return select(less(x, Wide{0}), Wide{std::numeric_limits<double>::quiet_NaN()}, not_negative);
}

/// log(1 + x); −∞ at −1 and NaN below, and a zero keeps its sign.
template <class Wide>
[[nodiscard]] Wide log1p(Wide x) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Pair<Wide> m = two_sum(Wide{1}, x);
  const LogArgument<Wide> argument = log_argument(m.high, m.low);
  const Pair<Wide> value = log_pair(argument, argument.r.low);
  const Wide finite = with_sign(round_to_odd(value.high, value.low), x);
  const Wide above = select(less(x, Wide{infinity}), finite, x);
  const Wide not_below = select(equal(x, Wide{-1}), Wide{-infinity}, above);
  return select(less(x, Wide{-1}), Wide{std::numeric_limits<double>::quiet_NaN()}, not_below);
}

/// log(1 + e^x) = max(x, 0) + log(1 + e^−|x|), which keeps the second sum's relative precision
/// where x is far below 0. From 40 on it is x to more than binary64's precision.
template <class Wide>
[[nodiscard]] Wide softplus(Wide x) {
  const Wide inside = clamp(x, -120, 40);
  const Pair<Wide> e = exp_pair(-magnitude(inside));
  const Pair<Wide> m = fast_two_sum(Wide{1}, e.high);
  const LogArgument<Wide> argument = log_argument(m.high, m.low);
  const Pair<Wide> tail = log_pair(argument, fma(e.low, argument.inverse, argument.r.low));
  const Wide linear = select(less(Wide{0}, inside), inside, Wide{0});
  const Pair<Wide> sum = two_sum(linear, tail.high);
  const Wide value = round_to_odd(sum.high, sum.low + tail.low);
  return select(less(Wide{40}, x), x, value);
}

}  // namespace touchstone::wide
