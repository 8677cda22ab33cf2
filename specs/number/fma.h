#pragma once

#include <bit>
#include <cstdint>

#include "strict_float.h"

namespace touchstone {

/// The processor's instruction, never the C library's function of the same name. Callers must know
/// that the processor has it (`has_hardware_fma`).
struct HardwareFma {
  static constexpr const char* name = "hardware";
  static float fma(float a, float b, float c) {
#if defined(__FP_FAST_FMAF)
    return __builtin_fmaf(a, b, c);
#elif defined(__x86_64__)
    // Written out, so that code compiled for every x86-64 can hold both kinds side by side: flags
    // that allow the builtin would also let the compiler use AVX in functions shared with the rest.
    __asm__("vfmadd231ss %2, %1, %0" : "+x"(c) : "x"(a), "x"(b));
    return c;
#else
#error "how to reach this processor's fma instruction is not known yet"
#endif
  }
};

[[nodiscard]] inline bool has_hardware_fma() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("fma") != 0;
#else
  return true;  // a part of the base AArch64 instruction set
#endif
}

/// The same value from binary64 operations. The product of two binary32 numbers is exact in
/// binary64. Its sum with c is rounded to odd: where it is inexact and the last bit is even, it is
/// moved one step towards the exact sum. Rounding an odd-rounded binary64 number to binary32 is
/// innocuous, since 53 >= 24 + 2 (Boldo and Melquiond, "Emulation of FMA and correctly rounded
/// sums: proved algorithms using rounding to odd", IEEE Trans. Computers 57(4), 2008, theorem 1).
/// The residual is that of Knuth's TwoSum. Products lie in 2^-298 … 2^256, so neither subnormals
/// nor overflow occur in binary64.
struct ExactFma {
  static constexpr const char* name = "exact";
  static float fma(float a, float b, float c) {
    const double p = static_cast<double>(a) * static_cast<double>(b);
    const double z = c;
    const double sum = p + z;
    const double z_part = sum - p;
    const double residual = (p - (sum - z_part)) + (z - z_part);
    // Infinities and NaN make the residual NaN, which compares false here.
    const bool inexact = residual < 0 || residual > 0;
    const auto bits = std::bit_cast<std::uint64_t>(sum);
    if (!inexact || (bits & 1U) != 0) return static_cast<float>(sum);
    const bool away_from_zero = (residual > 0) == (sum > 0);
    return static_cast<float>(std::bit_cast<double>(away_from_zero ? bits + 1 : bits - 1));
  }
};

}  // namespace touchstone
