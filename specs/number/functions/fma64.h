#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "../strict_float.h"

namespace touchstone {

/// The processor's binary64 instruction, never the C library's function of the same name. Callers
/// must know that the processor has it (`has_hardware_fma`).
struct HardwareFma64 {
  static constexpr const char* name = "hardware";
  static double fma(double a, double b, double c) {
#if defined(__FP_FAST_FMA)
    return __builtin_fma(a, b, c);
#elif defined(__x86_64__)
    // Written out for the reason given at HardwareFma.
    __asm__("vfmadd231sd %2, %1, %0" : "+x"(c) : "x"(a), "x"(b));
    return c;
#else
#error "how to reach this processor's fma instruction is not known yet"
#endif
  }
};

/// The same value from integer operations: product and addend as 128-bit significands, added with
/// all that is shifted out kept as one sticky bit, and rounded once.
struct ExactFma64 {
  static constexpr const char* name = "exact";

  static double fma(double a, double b, double c) {
    if (!std::isfinite(a) || !std::isfinite(b) || a == 0 || b == 0) return a * b + c;
    if (!std::isfinite(c)) return c;
    if (c == 0) return a * b;
    return rounded(sum(product(part(a), part(b)), normalized(part(c))));
  }

 private:
  __extension__ using Significand = unsigned __int128;

  /// (−1)^negative · significand · 2^exponent
  struct Number {
    bool negative = false;
    int exponent = 0;
    Significand significand = 0;
  };

  /// Of a finite number other than 0.
  static Number part(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const int field = static_cast<int>((bits >> 52U) & 0x7FFU);
    const std::uint64_t fraction = bits & 0xFFFFFFFFFFFFFU;
    const bool normal = field != 0;
    return {bits >> 63U != 0, (normal ? field : 1) - 1075,
            normal ? fraction | std::uint64_t{1} << 52U : fraction};
  }

  static int leading_zeros(Significand x) {
    const auto high = static_cast<std::uint64_t>(x >> 64U);
    return high != 0 ? std::countl_zero(high)
                     : 64 + std::countl_zero(static_cast<std::uint64_t>(x));
  }

  /// With the highest bit at 126, which leaves room for a carry. Exact from below.
  static Number normalized(Number x) {
    const int shift = leading_zeros(x.significand) - 1;
    if (shift < 0) return {x.negative, x.exponent + 1, shifted_right(x.significand, 1)};
    return {x.negative, x.exponent - shift, x.significand << static_cast<unsigned>(shift)};
  }

  /// Bit 0 of the result says whether anything was shifted out.
  static Significand shifted_right(Significand x, int shift) {
    if (shift <= 0) return x;
    if (shift > 127) return 1;
    const auto places = static_cast<unsigned>(shift);
    const Significand kept = x >> places;
    return (kept << places) == x ? kept : kept | 1U;
  }

  static Number product(Number a, Number b) {
    return normalized(
        {a.negative != b.negative, a.exponent + b.exponent, a.significand * b.significand});
  }

  /// Where the sticky bit is set the shift was beyond the zeros at the end of the smaller, at least
  /// 20 places, so that the difference keeps its highest bits and the sticky bit stays far below.
  static Number sum(Number a, Number b) {
    if (a.exponent < b.exponent || (a.exponent == b.exponent && a.significand < b.significand)) {
      return sum(b, a);
    }
    const Significand smaller = shifted_right(b.significand, a.exponent - b.exponent);
    if (a.negative == b.negative) return {a.negative, a.exponent, a.significand + smaller};
    // An exact zero is +0 in round to nearest.
    if (a.significand == smaller) return {};
    return {a.negative, a.exponent, a.significand - smaller};
  }

  static double rounded(Number x) {
    if (x.significand == 0) return 0;
    x = normalized(x);
    // The last place of a normal number with this highest bit, 126 − 52, or that of subnormals.
    const int least = -1074 - x.exponent;
    const int drop = least > 74 ? least : 74;
    const Significand kept = drop > 127 ? 0 : x.significand >> static_cast<unsigned>(drop);
    auto fraction = static_cast<std::uint64_t>(kept);
    const Significand twice_rest =
        drop > 127 ? 1 : (x.significand - (kept << static_cast<unsigned>(drop))) << 1U;
    const Significand unit =
        drop > 126 ? Significand{1} << 127U : Significand{1} << static_cast<unsigned>(drop);
    if (twice_rest > unit || (twice_rest == unit && (fraction & 1U) != 0)) ++fraction;
    // The field counts from the subnormals' last place; the implied bit and a carry add to it.
    const int field = drop > 74 || least == 74 ? 0 : -least + 74;
    std::uint64_t bits = fraction + (static_cast<std::uint64_t>(field) << 52U);
    if (field >= 2046 || bits > 0x7FF0000000000000U) bits = 0x7FF0000000000000U;
    return std::bit_cast<double>(bits | (x.negative ? std::uint64_t{1} << 63U : 0));
  }
};

}  // namespace touchstone
