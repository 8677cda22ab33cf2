#pragma once

#include "double_double.h"
#include "trig_table.h"

namespace touchstone::wide {

/// |x| = quarter · π/2 + r modulo 2π, |r| <= π/4, r as a pair; quarter modulo 4 in its low bits.
template <class Wide>
struct Reduced {
  Pair<Wide> r;
  typename Wide::Bits quarter;
};

/// Of 0 <= x < 2^128 with 24 bits. After Payne and Hanek, "Radian reduction for trigonometric
/// functions", ACM SIGNUM 18(1), 1983: with x = m 2^q, the multiples of 4 in 2^q · 2/π change m
/// times them by whole turns, and what is left is multiplied in parts that are exact. x / (π/2)
/// of a binary32 x > 1 is nowhere nearer than 2^-30 to an integer (tools/tables/functions.py checks
/// it by continued fractions), so that parts down to 2^-107 keep 77 bits of r.
template <class Wide>
[[nodiscard]] Reduced<Wide> reduce(Wide x) {
  using Bits = typename Wide::Bits;
  // The parts for [1, 2) serve all below; they drop nothing.
  const Bits exponent = (bits(clamp(x, 1, 0x1p+127)) >> 52) - Bits{1023};
  const auto part = [&](std::size_t i) { return x * Wide::lookup(two_over_pi[i], exponent); };
  const Wide first = part(0);
  const Integer<Wide> whole = nearest_integer(first);
  const Wide second = (first - whole.value) + part(1);
  const Integer<Wide> carry = nearest_integer(second);
  const Pair<Wide> sum = two_sum(second - carry.value, part(2));
  const Wide low = sum.low + part(3);
  const Pair<Wide> turn = two_product(sum.high, Wide{half_pi_high});
  const Wide turn_low = fma(sum.high, Wide{half_pi_low}, low * Wide{half_pi_high});
  const auto small = less(x, Wide{0.78125});  // below π/4 it is its own r
  return {{select(small, x, turn.high), select(small, Wide{0}, turn.low + turn_low)},
          Bits{0} + whole.bits + carry.bits};
}

/// sin(quarter · π/2 + r): r − r³/6 + r⁵ s(r²) or 1 − r²/2 + r⁴ c(r²), with the sign of the half
/// turn.
template <class Wide>
[[nodiscard]] Wide sine_of(const Reduced<Wide>& x) {
  using Bits = typename Wide::Bits;
  const auto [r, r_low] = x.r;
  const Pair<Wide> square = two_product(r, r);
  const Wide z = square.high;
  const Wide z_low = fma(r + r, r_low, square.low);

  const Pair<Wide> cube = two_product(z, r);
  const Wide cube_low = fma(z_low, r, fma(z, r_low, cube.low));
  const Pair<Wide> sixth = two_product(cube.high, Wide{-1.0 / 6});
  const Wide sixth_low =
      fma(cube_low, Wide{-1.0 / 6}, fma(cube.high, Wide{minus_sixth_low}, sixth.low));
  const Pair<Wide> sine = fast_two_sum(r, sixth.high);
  const Wide sine_low =
      sine.low + (fma(cube.high * z, polynomial(z, sin_coefficients), sixth_low) + r_low);

  const Pair<Wide> cosine = fast_two_sum(Wide{1}, z * Wide{-0.5});
  // d cos / dz = −1/2 + z/12 − …; what follows is too small beside z_low.
  const Wide slope = fma(z, Wide{1.0 / 12}, Wide{-0.5});
  const Wide cosine_low = cosine.low + fma(z * z, polynomial(z, cos_coefficients), z_low * slope);

  const auto odd = equal(Wide::from_bits((x.quarter & Bits{1}) << 62), Wide{2});
  const Wide high = select(odd, cosine.high, sine.high);
  const Wide value = round_to_odd(high, select(odd, cosine_low, sine_low));
  return Wide::from_bits(bits(value) ^ ((x.quarter & Bits{2}) << 62));
}

/// NaN at ±∞; a zero keeps its sign.
template <class Wide>
[[nodiscard]] Wide sin(Wide x) {
  using Bits = typename Wide::Bits;
  const Wide positive = sine_of(reduce(magnitude(x)));
  return Wide::from_bits(bits(positive) ^ (bits(x) & Bits{sign_bit}));
}

/// NaN at ±∞.
template <class Wide>
[[nodiscard]] Wide cos(Wide x) {
  using Bits = typename Wide::Bits;
  const Reduced<Wide> reduced = reduce(magnitude(x));
  return sine_of(Reduced<Wide>{reduced.r, reduced.quarter + Bits{1}});
}

}  // namespace touchstone::wide
