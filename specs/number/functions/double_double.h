#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace touchstone::wide {

/// A number as the exact sum of two binary64 numbers, the second below or about a unit in the last
/// place of the first.
template <class Wide>
struct Pair {
  Wide high;
  Wide low;
};

/// a + b exactly, if |a| >= |b| or a = 0 (Dekker 1971, Fast2Sum).
template <class Wide>
[[nodiscard]] Pair<Wide> fast_two_sum(Wide a, Wide b) {
  const Wide sum = a + b;
  return {sum, b - (sum - a)};
}

/// a + b exactly (Knuth, 2Sum).
template <class Wide>
[[nodiscard]] Pair<Wide> two_sum(Wide a, Wide b) {
  const Wide sum = a + b;
  const Wide b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// a · b exactly, if it neither overflows nor comes near the least normal number.
template <class Wide>
[[nodiscard]] Pair<Wide> two_product(Wide a, Wide b) {
  const Wide product = a * b;
  return {product, fma(a, b, -product)};
}

/// The sum of the coefficients times the powers of x, by Horner's rule.
template <class Wide, std::size_t n>
[[nodiscard]] Wide polynomial(Wide x, const std::array<double, n>& coefficients) {
  static_assert(n > 0);
  Wide sum{coefficients[n - 1]};
  for (std::size_t i = n - 1; i > 0; --i) sum = fma(sum, x, Wide{coefficients[i - 1]});
  return sum;
}

/// The same with coefficients that depend on the lane: rows `first` … of a table of pieces.
template <std::size_t first, class Wide, std::size_t pieces, std::size_t rows>
[[nodiscard]] Wide polynomial(Wide x, const std::array<std::array<double, pieces>, rows>& table,
                              typename Wide::Bits piece) {
  static_assert(first < rows);
  Wide sum = Wide::lookup(table[rows - 1], piece);
  for (std::size_t i = rows - 1; i > first; --i) {
    sum = fma(sum, x, Wide::lookup(table[i - 1], piece));
  }
  return sum;
}

inline constexpr std::uint64_t sign_bit = 0x8000000000000000U;

/// |x|, with the sign of `sign`.
template <class Wide>
[[nodiscard]] Wide with_sign(Wide x, Wide sign) {
  using Bits = typename Wide::Bits;
  return Wide::from_bits((bits(x) & Bits{~sign_bit}) | (bits(sign) & Bits{sign_bit}));
}

template <class Wide>
[[nodiscard]] Wide magnitude(Wide x) {
  return Wide::from_bits(bits(x) & typename Wide::Bits{~sign_bit});
}

/// The nearest integer (ties to even) of |x| < 2^51, and, in the low bits of `bits`, its value
/// modulo 2^51 in two's complement: below 2^52 the last place of 1.5 · 2^52 + x is 1.
template <class Wide>
struct Integer {
  Wide value;
  typename Wide::Bits bits;
};

template <class Wide>
[[nodiscard]] Integer<Wide> nearest_integer(Wide x) {
  const Wide magic{0x1.8p+52};
  const Wide shifted = x + magic;
  return {shifted - magic, bits(shifted)};
}

/// high + low rounded to odd in binary64: if it is not a binary64 number, that neighbour whose last
/// bit is 1. Converted to binary32 (also to a subnormal one) this rounds as the exact sum does,
/// since 53 >= 24 + 2 (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums: proved
/// algorithms using rounding to odd", IEEE Trans. Computers 57(4), 2008, theorem 1).
/// |high| >= |low|, or high is 0. If high + low is not finite, so is the result.
template <class Wide>
[[nodiscard]] Wide round_to_odd(Wide high, Wide low) {
  using Bits = typename Wide::Bits;
  const auto [sum, residual] = fast_two_sum(high, low);
  // Towards zero, which is a unit less where the residual has the other sign; then the last bit.
  const Bits towards_zero = bits(sum) - ((bits(sum) ^ bits(residual)) >> 63);
  const Wide odd = Wide::from_bits(towards_zero | Bits{1});
  return select(less(Wide{0}, magnitude(residual)), odd, sum);
}

/// What lies above or below the numbers where f is computed is replaced by the end; NaN stays.
template <class Wide>
[[nodiscard]] Wide clamp(Wide x, double least, double greatest) {
  const Wide not_above = select(less(Wide{greatest}, x), Wide{greatest}, x);
  return select(less(not_above, Wide{least}), Wide{least}, not_above);
}

}  // namespace touchstone::wide
