#pragma once

#include <cstdint>

namespace touchstone {

/// The functions of one variable that definitions use.
enum class Elementary : std::uint8_t {
  exp,
  log,
  sin,
  cos,
  tanh,
  erf,
  sigmoid,   ///< 1 / (1 + e^−x)
  softplus,  ///< log(1 + e^x)
  silu,      ///< x · sigmoid(x)
  gelu,      ///< x · (1 + erf(x / √2)) / 2
  rsqrt,     ///< 1 / √x
};

/// The binary32 number nearest to the exact f(x), ties to even, with IEEE overflow and gradual
/// underflow. Computed by MPFR (assumption A-MPFR). Safe to call from any thread.
/// At ±∞ and poles the one-sided limit with its sign: silu and gelu of −∞ are −0, rsqrt(±0) = ±∞,
/// log(±0) = −∞. NaN for sin and cos of ±∞ and for log and rsqrt of a negative. f(±0) = ±0 for sin,
/// tanh, erf, silu and gelu, and underflow keeps the sign.
[[nodiscard]] float correctly_rounded(Elementary f, float x);

/// x^y within 0.501 ulp, with the special cases of IEEE 754-2019, 9.2.1. By MPFR.
[[nodiscard]] float power(float x, float y);

/// MPFR's version, for evidence that rests on it.
[[nodiscard]] const char* mpfr_library_version();

}  // namespace touchstone
