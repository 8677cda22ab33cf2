#include "exact_number.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace touchstone::ptx::exact {
namespace {

/// Room for a carry below the limit of significands.
constexpr int top = 125;

int highest_bit(Wide value) {
  const auto high = static_cast<std::uint64_t>(value >> 64U);
  if (high != 0) return 127 - std::countl_zero(high);
  return 63 - std::countl_zero(static_cast<std::uint64_t>(value));
}

Number special(Kind kind, bool negative) { return {kind, negative, 0, 0, false}; }
Number not_a_number() { return special(Kind::nan, false); }

/// The same number with its significand's highest bit at `top`.
Number normalized(Number x) {
  const int shift = top - highest_bit(x.significand);
  x.significand <<= static_cast<unsigned>(shift);
  x.exponent -= shift;
  return x;
}

/// A significand without its lowest bits, and what they were.
struct Shifted {
  Wide kept = 0;
  bool odd = false;
  bool above_half = false;  ///< the rest exceeds half a unit of `kept`
  bool is_half = false;
  bool inexact = false;
};

Shifted shifted_right(Wide significand, int shift, bool sticky) {
  if (shift <= 0) {
    const Wide kept = significand << static_cast<unsigned>(-shift);
    return {kept, (kept & 1U) != 0, false, false, sticky};
  }
  if (shift >= 128) return {0, false, false, false, significand != 0 || sticky};
  const auto distance = static_cast<unsigned>(shift);
  const Wide kept = significand >> distance;
  const Wide rest = significand - (kept << distance);
  const Wide half_unit = Wide{1} << (distance - 1);
  return {kept, (kept & 1U) != 0, rest > half_unit || (rest == half_unit && sticky),
          rest == half_unit && !sticky, rest != 0 || sticky};
}

bool rounds_up(const Shifted& x, bool negative, Rounding rounding) {
  switch (rounding) {
    case Rounding::rz:
    case Rounding::rzi: return false;
    case Rounding::rm:
    case Rounding::rmi: return negative && x.inexact;
    case Rounding::rp:
    case Rounding::rpi: return !negative && x.inexact;
    case Rounding::rna: return x.above_half || x.is_half;
    default: return x.above_half || (x.is_half && x.odd);
  }
}

/// What lies beyond the largest number.
std::uint64_t overflow(bool negative, Format format, Rounding rounding) {
  const Shifted beyond{0, false, true, false, true};
  return rounds_up(beyond, negative, rounding) ? format.infinity() : format.infinity() - 1;
}

std::uint64_t rounded_finite(const Number& value, Format format, Rounding rounding) {
  const int high = value.exponent + highest_bit(value.significand);
  const int unit = std::max(high - format.fraction_bits, format.lowest());
  const Shifted x = shifted_right(value.significand, unit - value.exponent, value.sticky);
  if (high > format.bias()) return overflow(value.negative, format, rounding);
  const auto kept = static_cast<std::uint64_t>(x.kept);
  // The implicit bit, where there is one, makes the exponent field one larger.
  const std::uint64_t field = static_cast<std::uint64_t>(unit - format.lowest())
                              << static_cast<unsigned>(format.fraction_bits);
  const std::uint64_t bits = field + kept + (rounds_up(x, value.negative, rounding) ? 1 : 0);
  return bits >= format.infinity() ? overflow(value.negative, format, rounding) : bits;
}

/// The sum of two nonzero finite numbers.
Number finite_sum(Number x, Number y, Rounding rounding) {
  x = normalized(x);
  y = normalized(y);
  if (std::pair(x.exponent, x.significand) < std::pair(y.exponent, y.significand)) std::swap(x, y);
  const Shifted smaller = shifted_right(y.significand, x.exponent - y.exponent, false);
  Number result = x;
  result.sticky = smaller.inexact;
  if (x.negative == y.negative) {
    result.significand += smaller.kept;
    return result;
  }
  result.significand -= smaller.kept + (smaller.inexact ? 1 : 0);
  if (result.significand == 0) {
    return special(Kind::zero, rounding == Rounding::rm || rounding == Rounding::rmi);
  }
  return result;
}

}  // namespace

Format format_of(Type type) {
  switch (type) {
    case Type::f16:
    case Type::f16x2: return half;
    case Type::bf16:
    case Type::bf16x2: return bfloat;
    case Type::f64: return binary64;
    default: return single;
  }
}

Number number(std::uint64_t bits, Format format) {
  const bool negative = (bits & format.sign()) != 0;
  const std::uint64_t magnitude = bits & format.nan();
  if (magnitude > format.infinity()) return not_a_number();
  if (magnitude == format.infinity()) return special(Kind::infinite, negative);
  if (magnitude == 0) return special(Kind::zero, negative);
  const auto fraction_bits = static_cast<unsigned>(format.fraction_bits);
  const std::uint64_t implicit = std::uint64_t{1} << fraction_bits;
  const auto field = static_cast<int>(magnitude >> fraction_bits);
  const std::uint64_t fraction = magnitude & (implicit - 1);
  return {Kind::finite, negative, format.lowest() + std::max(field, 1) - 1,
          field == 0 ? fraction : fraction | implicit, false};
}

Number integer(std::uint64_t magnitude, bool negative) {
  if (magnitude == 0) return special(Kind::zero, false);
  return {Kind::finite, negative, 0, magnitude, false};
}

std::uint64_t rounded(const Number& value, Format format, Rounding rounding) {
  const std::uint64_t sign = value.negative ? format.sign() : 0;
  switch (value.kind) {
    case Kind::nan: return format.nan();
    case Kind::zero: return sign;
    case Kind::infinite: return sign | format.infinity();
    case Kind::finite: break;
  }
  return sign | rounded_finite(value, format, rounding);
}

Wide rounded_magnitude(const Number& value, Rounding rounding) {
  constexpr Wide limit = Wide{1} << 64U;
  if (value.kind == Kind::infinite) return limit;
  if (value.kind != Kind::finite) return 0;
  if (value.exponent + highest_bit(value.significand) >= 64) return limit;
  const Shifted x = shifted_right(value.significand, -value.exponent, value.sticky);
  return x.kept + (rounds_up(x, value.negative, rounding) ? 1 : 0);
}

Number integral(const Number& value, Rounding rounding) {
  // From 2^64 on, every number of these formats is an integer.
  if (value.kind != Kind::finite || value.exponent + highest_bit(value.significand) >= 64) {
    return value;
  }
  const Wide magnitude = rounded_magnitude(value, rounding);
  if (magnitude == 0) return special(Kind::zero, value.negative);
  return {Kind::finite, value.negative, 0, magnitude, false};
}

Number sum(const Number& x, const Number& y, Rounding rounding) {
  if (x.kind == Kind::nan || y.kind == Kind::nan) return not_a_number();
  if (x.kind == Kind::infinite || y.kind == Kind::infinite) {
    if (x.kind == y.kind && x.negative != y.negative) return not_a_number();
    return x.kind == Kind::infinite ? x : y;
  }
  if (x.kind == Kind::zero && y.kind == Kind::zero) {
    const bool down = rounding == Rounding::rm;
    return special(Kind::zero, down ? x.negative || y.negative : x.negative && y.negative);
  }
  if (x.kind == Kind::zero) return y;
  if (y.kind == Kind::zero) return x;
  return finite_sum(x, y, rounding);
}

Number product(const Number& x, const Number& y) {
  const bool negative = x.negative != y.negative;
  if (x.kind == Kind::nan || y.kind == Kind::nan) return not_a_number();
  if (x.kind == Kind::infinite || y.kind == Kind::infinite) {
    const bool with_zero = x.kind == Kind::zero || y.kind == Kind::zero;
    return with_zero ? not_a_number() : special(Kind::infinite, negative);
  }
  if (x.kind == Kind::zero || y.kind == Kind::zero) return special(Kind::zero, negative);
  return {Kind::finite, negative, x.exponent + y.exponent, x.significand * y.significand, false};
}

Number quotient(const Number& x, const Number& y) {
  const bool negative = x.negative != y.negative;
  if (x.kind == Kind::nan || y.kind == Kind::nan) return not_a_number();
  if (x.kind == y.kind && x.kind != Kind::finite) return not_a_number();  // 0 / 0, ∞ / ∞
  if (x.kind == Kind::infinite || y.kind == Kind::zero) return special(Kind::infinite, negative);
  if (x.kind == Kind::zero || y.kind == Kind::infinite) return special(Kind::zero, negative);
  // The divisor has at most 53 bits, so the quotient has at least 72.
  const Number dividend = normalized(x);
  const Wide digits = dividend.significand / y.significand;
  return {Kind::finite, negative, dividend.exponent - y.exponent, digits,
          digits * y.significand != dividend.significand};
}

Number root(const Number& x) {
  if (x.kind == Kind::nan || x.kind == Kind::zero) return x;
  if (x.negative) return not_a_number();
  if (x.kind == Kind::infinite) return x;
  Number square = normalized(x);
  if (square.exponent % 2 != 0) {
    square.significand >>= 1U;
    square.exponent += 1;
  }
  Wide digits = 0;
  for (Wide bit = Wide{1} << 62U; bit != 0; bit >>= 1U) {
    const Wide tried = digits | bit;
    if (tried * tried <= square.significand) digits = tried;
  }
  return {Kind::finite, false, square.exponent / 2, digits, digits * digits != square.significand};
}

Number negated(Number x) {
  x.negative = !x.negative;
  return x;
}

}  // namespace touchstone::ptx::exact
