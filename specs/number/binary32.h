#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "correctly_rounded.h"
#include "fma.h"
#include "strict_float.h"
#include "truth.h"

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
  /// The same with the order turned round.
  friend Binary32 minimum(Binary32 x, Binary32 y) {
    if (x.value != x.value) return x;
    if (y.value != y.value) return y;
    if (x.value == y.value) return std::signbit(x.value) ? x : y;
    return x.value < y.value ? x : y;
  }
  friend Binary32 operator-(Binary32 x) { return {-x.value}; }
  friend Binary32 abs(Binary32 x) { return {std::fabs(x.value)}; }
  friend Binary32 sqrt(Binary32 x) { return {__builtin_sqrtf(x.value)}; }
  friend Binary32 rsqrt(Binary32 x) { return x.rounded(Elementary::rsqrt); }
  friend Binary32 exp(Binary32 x) { return x.rounded(Elementary::exp); }
  friend Binary32 log(Binary32 x) { return x.rounded(Elementary::log); }
  friend Binary32 sin(Binary32 x) { return x.rounded(Elementary::sin); }
  friend Binary32 cos(Binary32 x) { return x.rounded(Elementary::cos); }
  friend Binary32 tanh(Binary32 x) { return x.rounded(Elementary::tanh); }
  friend Binary32 erf(Binary32 x) { return x.rounded(Elementary::erf); }
  friend Binary32 sigmoid(Binary32 x) { return x.rounded(Elementary::sigmoid); }
  friend Binary32 softplus(Binary32 x) { return x.rounded(Elementary::softplus); }
  friend Binary32 silu(Binary32 x) { return x.rounded(Elementary::silu); }
  friend Binary32 gelu(Binary32 x) { return x.rounded(Elementary::gelu); }
  friend Binary32 pow(Binary32 x, Binary32 y) { return {power(x.value, y.value)}; }
  friend Truth equal(Binary32 x, Binary32 y) { return {x.value == y.value}; }
  friend Truth less(Binary32 x, Binary32 y) { return {x.value < y.value}; }
  friend Truth exceeds(Binary32 x, Binary32 y) {
    if (x.value != x.value) return {y.value == y.value};
    if (x.value == y.value) return {!std::signbit(x.value) && std::signbit(y.value)};
    return {x.value > y.value};
  }
  friend Binary32 select(Truth b, Binary32 x, Binary32 y) { return b.value ? x : y; }

 private:
  [[nodiscard]] Binary32 rounded(Elementary f) const { return {correctly_rounded(f, value)}; }
};

static_assert(sizeof(Binary32<ExactFma>) == sizeof(float));

}  // namespace touchstone
