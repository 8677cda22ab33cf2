#include "soft_binary32.h"

#include <bit>
#include <utility>

namespace touchstone::soft {

namespace {

constexpr Bits sign_bit = 0x80000000U;
constexpr Bits infinity = 0x7F800000U;
constexpr Bits nan = 0x7FC00000U;
constexpr int least_exponent = -149;  // of the last place of a subnormal

bool is_nan(Bits x) { return (x & ~sign_bit) > infinity; }
bool is_infinite(Bits x) { return (x & ~sign_bit) == infinity; }
bool is_zero(Bits x) { return (x & ~sign_bit) == 0; }
bool is_negative(Bits x) { return (x & sign_bit) != 0; }
Bits zero(bool negative) { return negative ? sign_bit : 0; }

/// (−1)^negative · significand · 2^exponent, and `sticky` when a positive amount less than one unit
/// of the significand was dropped from the magnitude.
struct Finite {
  bool negative = false;
  int exponent = 0;
  std::uint64_t significand = 0;
  bool sticky = false;
};

Finite unpack(Bits x) {
  const int biased = static_cast<int>((x >> 23U) & 0xFFU);
  const std::uint64_t fraction = x & 0x7FFFFFU;
  if (biased == 0) return {is_negative(x), least_exponent, fraction, false};
  return {is_negative(x), biased - 150, fraction | 0x800000U, false};
}

/// The same number with the leading bit at position 61; requires a non-zero significand.
Finite normalized(Finite x) {
  const int shift = std::countl_zero(x.significand) - 2;
  if (shift > 0) {
    x.significand <<= static_cast<unsigned>(shift);
    x.exponent -= shift;
  }
  return x;
}

/// Shifts right by `places`, remembering whether anything was lost.
Finite shifted_right(Finite x, int places) {
  if (places <= 0) return x;
  if (places >= 64) return {x.negative, x.exponent + places, 0, x.sticky || x.significand != 0};
  const auto n = static_cast<unsigned>(places);
  const std::uint64_t kept = x.significand >> n;
  const bool lost = (kept << n) != x.significand;
  return {x.negative, x.exponent + places, kept, x.sticky || lost};
}

/// Nearest even, with overflow to infinity and gradual underflow.
Bits rounded(Finite x) {
  if (x.significand == 0 && !x.sticky) return zero(x.negative);
  const int leading = 63 - std::countl_zero(x.significand | 1U);
  int quantum = x.exponent + leading - 23;
  if (quantum < least_exponent) quantum = least_exponent;
  const int drop = quantum - x.exponent;
  std::uint64_t kept = 0;
  if (drop <= 0) {
    kept = x.significand << static_cast<unsigned>(-drop);
  } else {
    // One place short of the target, so that the last bit kept here is the rounding bit.
    const Finite nearly = shifted_right(x, drop - 1);
    kept = nearly.significand >> 1U;
    const bool half = (nearly.significand & 1U) != 0;
    if (half && (nearly.sticky || (kept & 1U) != 0)) ++kept;
  }
  // The significand's leading bit adds one to the exponent field, a carry one more.
  const std::uint64_t field = static_cast<std::uint64_t>(quantum - least_exponent) << 23U;
  const std::uint64_t magnitude = field + kept;
  return zero(x.negative) | (magnitude >= infinity ? infinity : static_cast<Bits>(magnitude));
}

/// The exact sum of two finite numbers of at most 48 bits, rounded once. An exact zero is +0 unless
/// both are negative (IEEE 754-2019, 6.3).
Bits rounded_sum(Finite x, Finite y) {
  if (x.significand == 0 && y.significand == 0) return zero(x.negative && y.negative);
  if (x.significand == 0) return rounded(y);
  if (y.significand == 0) return rounded(x);
  x = normalized(x);
  y = normalized(y);
  const bool ordered =
      x.exponent > y.exponent || (x.exponent == y.exponent && x.significand >= y.significand);
  if (!ordered) std::swap(x, y);
  y = shifted_right(y, x.exponent - y.exponent);
  if (x.negative == y.negative) {
    return rounded({x.negative, x.exponent, x.significand + y.significand, y.sticky});
  }
  // What was dropped from y is subtracted too: one unit less, and a remainder above it.
  const std::uint64_t difference = x.significand - y.significand - (y.sticky ? 1U : 0U);
  if (difference == 0 && !y.sticky) return zero(false);
  return rounded({x.negative, x.exponent, difference, y.sticky});
}

Finite product(Bits x, Bits y) {
  const Finite a = unpack(x);
  const Finite b = unpack(y);
  return {a.negative != b.negative, a.exponent + b.exponent, a.significand * b.significand, false};
}

/// floor(√n) by digits, one bit a step.
std::uint64_t integer_root(std::uint64_t n) {
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 31U; bit != 0; bit >>= 1U) {
    const std::uint64_t trial = root | bit;
    if (trial * trial <= n) root = trial;
  }
  return root;
}

/// Where a pattern that is no NaN stands in the order −∞ … −0 < +0 … +∞: the magnitudes of negative
/// numbers count downwards.
Bits place(Bits x) { return is_negative(x) ? ~x : x | sign_bit; }

}  // namespace

Bits add(Bits x, Bits y) {
  if (is_nan(x) || is_nan(y)) return nan;
  if (is_infinite(x) && is_infinite(y)) return x == y ? x : nan;
  if (is_infinite(x)) return x;
  if (is_infinite(y)) return y;
  return rounded_sum(unpack(x), unpack(y));
}

Bits sub(Bits x, Bits y) { return add(x, is_nan(y) ? y : y ^ sign_bit); }

Bits mul(Bits x, Bits y) {
  if (is_nan(x) || is_nan(y)) return nan;
  const bool negative = is_negative(x) != is_negative(y);
  if (is_infinite(x) || is_infinite(y)) {
    return is_zero(x) || is_zero(y) ? nan : zero(negative) | infinity;
  }
  return rounded(product(x, y));
}

Bits div(Bits x, Bits y) {
  if (is_nan(x) || is_nan(y)) return nan;
  const bool negative = is_negative(x) != is_negative(y);
  if (is_infinite(x)) return is_infinite(y) ? nan : zero(negative) | infinity;
  if (is_infinite(y)) return zero(negative);
  if (is_zero(y)) return is_zero(x) ? nan : zero(negative) | infinity;
  if (is_zero(x)) return zero(negative);
  const Finite a = normalized(unpack(x));
  const Finite b = unpack(y);
  // At least 62 − 24 = 38 quotient bits, more than the 26 that rounding needs.
  return rounded({negative, a.exponent - b.exponent, a.significand / b.significand,
                  a.significand % b.significand != 0});
}

Bits fma(Bits x, Bits y, Bits z) {
  if (is_nan(x) || is_nan(y) || is_nan(z)) return nan;
  const bool negative = is_negative(x) != is_negative(y);
  if (is_infinite(x) || is_infinite(y)) {
    const bool invalid = is_zero(x) || is_zero(y) || (is_infinite(z) && is_negative(z) != negative);
    return invalid ? nan : zero(negative) | infinity;
  }
  if (is_infinite(z)) return z;
  return rounded_sum(product(x, y), unpack(z));
}

Bits sqrt(Bits x) {
  if (is_nan(x)) return nan;
  if (is_zero(x)) return x;
  if (is_negative(x)) return nan;
  if (is_infinite(x)) return x;
  Finite a = normalized(unpack(x));
  if (a.exponent % 2 != 0) {
    a.significand <<= 1U;
    a.exponent -= 1;
  }
  const std::uint64_t root = integer_root(a.significand);
  return rounded({false, a.exponent / 2, root, root * root != a.significand});
}

Bits round_scaled(std::uint64_t significand, int exponent, bool sticky) {
  return rounded({false, exponent, significand, sticky});
}

Bits maximum(Bits x, Bits y) {
  if (is_nan(x) || is_nan(y)) return nan;
  return place(x) >= place(y) ? x : y;
}

Bits minimum(Bits x, Bits y) {
  if (is_nan(x) || is_nan(y)) return nan;
  return place(x) <= place(y) ? x : y;
}

Bits neg(Bits x) { return is_nan(x) ? nan : x ^ sign_bit; }

Bits abs(Bits x) { return is_nan(x) ? nan : x & ~sign_bit; }

bool equal(Bits x, Bits y) {
  if (is_nan(x) || is_nan(y)) return false;
  return x == y || (is_zero(x) && is_zero(y));
}

bool less(Bits x, Bits y) {
  if (is_nan(x) || is_nan(y) || equal(x, y)) return false;
  return place(x) < place(y);
}

bool exceeds(Bits x, Bits y) {
  if (is_nan(x) || is_nan(y)) return is_nan(x) && !is_nan(y);
  return place(x) > place(y);
}

}  // namespace touchstone::soft
