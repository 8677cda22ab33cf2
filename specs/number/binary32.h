#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "correctly_rounded.h"
#include "fma.h"
#include "strict_float.h"

namespace touchstone {

/// The bits of every NaN wherever bits are compared, written or hashed.
inline constexpr std::uint32_t canonical_nan = 0x7FC00000U;

[[nodiscard]] inline std::uint32_t canonical_bits(float x) {
  return x != x ? canonical_nan : std::bit_cast<std::uint32_t>(x);
}

/// IEEE 754 binary32 as the definitions mean it: round to nearest even, subnormals kept, every
/// operation rounded on its own, and one rounding in fma. A struct rather than float, so that no
/// conversion, promotion or library function slips in. The kind of fma is part of the type, so that
/// code compiled for machines with the instruction never merges with code for those without.
template <class Fma>
struct Binary32 {
  float value = 0;

  friend Binary32 operator+(Binary32 x, Binary32 y) { return {x.value + y.value}; }
  friend Binary32 operator-(Binary32 x, Binary32 y) { return {x.value - y.value}; }
  friend Binary32 operator*(Binary32 x, Binary32 y) { return {x.value * y.value}; }
  friend Binary32 operator/(Binary32 x, Binary32 y) { return {x.value / y.value}; }
  friend Binary32 fma(Binary32 x, Binary32 y, Binary32 z) {
    return {Fma::fma(x.value, y.value, z.value)};
  }
  /// IEEE 754-2019, 9.6: NaN if either is, and −0 < +0.
  friend Binary32 maximum(Binary32 x, Binary32 y) {
    if (x.value != x.value) return x;
    if (y.value != y.value) return y;
    if (x.value == y.value) return std::signbit(x.value) ? y : x;
    return x.value > y.value ? x : y;
  }
  friend Binary32 sqrt(Binary32 x) { return {__builtin_sqrtf(x.value)}; }
  friend Binary32 exp(Binary32 x) { return {correctly_rounded_exp(x.value)}; }
};

static_assert(sizeof(Binary32<ExactFma>) == sizeof(float));

}  // namespace touchstone
