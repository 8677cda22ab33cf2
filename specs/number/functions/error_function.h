#pragma once

#include "double_double.h"
#include "erf_table.h"
#include "exponential.h"
#include "tail_table.h"

namespace touchstone::wide {

/// f(a + h) = f(a) + f′(a) h + h² p(h) as a pair, from column `piece` of a table laid out as
/// erf_pieces is. |f(a)| > |f′(a) h| or f(a) = 0. Within about 2^-58 of itself.
template <class Wide, std::size_t pieces, std::size_t rows>
[[nodiscard]] Pair<Wide> about(const std::array<std::array<double, pieces>, rows>& table,
                               typename Wide::Bits piece, Wide h) {
  const Wide slope = Wide::lookup(table[2], piece);
  const Pair<Wide> first = two_product(slope, h);
  const Pair<Wide> sum = fast_two_sum(Wide::lookup(table[0], piece), first.high);
  const Wide low = fma(Wide::lookup(table[3], piece), h, Wide::lookup(table[1], piece));
  const Wide rest = fma(h * h, polynomial<4>(h, table, piece), low);
  return {sum.high, sum.low + (first.low + rest)};
}

/// From 4 on erf |x| is nearer to 1 than binary32 tells.
template <class Wide>
[[nodiscard]] Wide erf(Wide x) {
  const Wide t = clamp(magnitude(x), 0, 4);
  // The nearest quarter, 15/4 at most.
  const Integer<Wide> quarter = nearest_integer(clamp(t, 0, 3.75) * Wide{4});
  const Pair<Wide> value = about(erf_pieces, quarter.bits, fma(quarter.value, Wide{-0.25}, t));
  return with_sign(round_to_odd(value.high, value.low), x);
}

/// x Φ(x), Φ the normal distribution: Φ(−t) = e^(−t²/2) M(t), M smooth, and Φ(t) = 1 − Φ(−t).
/// From 7 on it is nearer to x than binary32 tells; below −15 it underflows.
template <class Wide>
[[nodiscard]] Wide gelu(Wide x) {
  using Bits = typename Wide::Bits;
  const Wide t = clamp(magnitude(x), 0, 14.875);
  // t² has 48 bits.
  const Pair<Wide> e = exp_pair(t * t * Wide{-0.5});
  // The centre is t + 2 rounded to three bits after the first, so that it is 2 for small t.
  const Bits centre = (bits(t + Wide{2}) + Bits{std::uint64_t{1} << 48}) >> 49;
  const Wide h = t - (Wide::from_bits(centre << 49) - Wide{2});
  const Pair<Wide> m = about(tail_pieces, centre - Bits{0x4000000000000000U >> 49}, h);
  const Pair<Wide> product = two_product(e.high, m.high);
  const Pair<Wide> below{product.high, product.low + fma(e.high, m.low, e.low * m.high)};
  const Pair<Wide> one_less = fast_two_sum(Wide{1}, -below.high);
  const auto positive = less(Wide{0}, x);
  const Wide high = select(positive, one_less.high, below.high);
  const Wide low = select(positive, one_less.low - below.low, below.low);
  const Wide inside = clamp(x, -14.875, 7);
  const Pair<Wide> value = two_product(inside, high);
  const Wide rounded = round_to_odd(value.high, fma(inside, low, value.low));
  return with_sign(select(less(Wide{7}, x), x, rounded), x);
}

}  // namespace touchstone::wide
