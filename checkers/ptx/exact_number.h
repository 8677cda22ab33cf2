#pragma once

#include <cstdint>

#include "form.h"

/// IEEE 754 arithmetic of any binary format up to 64 bits and any rounding direction, by integer
/// operations alone: results do not depend on the processor or on its floating-point environment.
/// An operation gives its result exactly, or so far that what is missing cannot change a rounding;
/// `rounded` rounds it, once.
namespace touchstone::ptx::exact {

__extension__ using Wide = unsigned __int128;

/// A binary interchange format, or bfloat16, which is one of another shape.
struct Format {
  int exponent_bits;
  int fraction_bits;

  [[nodiscard]] constexpr int bits() const { return 1 + exponent_bits + fraction_bits; }
  [[nodiscard]] constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  /// The exponent of the last place of a subnormal number.
  [[nodiscard]] constexpr int lowest() const { return 1 - bias() - fraction_bits; }
  [[nodiscard]] constexpr std::uint64_t sign() const { return std::uint64_t{1} << (bits() - 1); }
  [[nodiscard]] constexpr std::uint64_t infinity() const {
    return ((std::uint64_t{1} << exponent_bits) - 1) << fraction_bits;
  }
  [[nodiscard]] constexpr std::uint64_t one() const {
    return static_cast<std::uint64_t>(bias()) << fraction_bits;
  }
  /// All bits but the sign, which is what NVIDIA processors give as a NaN.
  [[nodiscard]] constexpr std::uint64_t nan() const { return sign() - 1; }

  [[nodiscard]] constexpr bool is_nan(std::uint64_t bits) const {
    return (bits & nan()) > infinity();
  }
  [[nodiscard]] constexpr bool is_subnormal(std::uint64_t bits) const {
    const std::uint64_t magnitude = bits & nan();
    return magnitude != 0 && magnitude < (std::uint64_t{1} << fraction_bits);
  }
  /// A zero of the same sign in place of a subnormal number.
  [[nodiscard]] constexpr std::uint64_t flushed(std::uint64_t bits) const {
    return is_subnormal(bits) ? bits & sign() : bits;
  }
};

inline constexpr Format half{5, 10};
inline constexpr Format bfloat{8, 7};
inline constexpr Format single{8, 23};
inline constexpr Format binary64{11, 52};

/// Of a scalar type, or of the parts of a packed one.
[[nodiscard]] Format format_of(Type type);

enum class Kind : std::uint8_t { zero, finite, infinite, nan };

/// ±significand · 2^exponent; `sticky` adds less than one unit to the significand. Significands are
/// below 2^127.
struct Number {
  Kind kind = Kind::zero;
  bool negative = false;
  int exponent = 0;
  Wide significand = 0;
  bool sticky = false;
};

[[nodiscard]] Number number(std::uint64_t bits, Format format);
[[nodiscard]] Number integer(std::uint64_t magnitude, bool negative);

/// The number in this format, rounded once; a NaN is `format.nan()`. Only the direction of
/// `rounding` matters; none is rn.
[[nodiscard]] std::uint64_t rounded(const Number& value, Format format, Rounding rounding);

/// |value| rounded to an integer in this direction, at most 2^64.
[[nodiscard]] Wide rounded_magnitude(const Number& value, Rounding rounding);

/// The nearest integer in this direction, as a number of the same sign.
[[nodiscard]] Number integral(const Number& value, Rounding rounding);

/// The direction decides only the sign of an exact zero sum: − for rm, + otherwise.
[[nodiscard]] Number sum(const Number& x, const Number& y, Rounding rounding);
[[nodiscard]] Number product(const Number& x, const Number& y);
[[nodiscard]] Number quotient(const Number& x, const Number& y);
[[nodiscard]] Number root(const Number& x);
[[nodiscard]] Number negated(Number x);

}  // namespace touchstone::ptx::exact
