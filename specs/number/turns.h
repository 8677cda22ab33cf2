#pragma once

#include <cstdint>

namespace touchstone {

/// cos(2πk/n) and sin(2πk/n) rounded to the nearest binary32 number: the twiddle factors of Fourier
/// transforms. Every k is allowed, and 1 <= n <= 2^60. The angle is reduced exactly, on integers,
/// to an eighth of a turn, so that the values keep the symmetries of the functions bit for bit; a
/// zero is +0. By MPFR (assumption A-MPFR), one to two microseconds. Safe to call from any thread.
[[nodiscard]] float turn_cosine(std::int64_t k, std::int64_t n);
[[nodiscard]] float turn_sine(std::int64_t k, std::int64_t n);

}  // namespace touchstone
