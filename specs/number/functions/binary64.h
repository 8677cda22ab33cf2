#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "../strict_float.h"
#include "../truth.h"
#include "fma64.h"

namespace touchstone {

/// 64 bits as an integer: what the functions of `functions/` do with the bits of a binary64 number.
struct Bits64 {
  std::uint64_t value = 0;

  friend Bits64 operator+(Bits64 x, Bits64 y) { return {x.value + y.value}; }
  friend Bits64 operator-(Bits64 x, Bits64 y) { return {x.value - y.value}; }
  friend Bits64 operator&(Bits64 x, Bits64 y) { return {x.value & y.value}; }
  friend Bits64 operator|(Bits64 x, Bits64 y) { return {x.value | y.value}; }
  friend Bits64 operator^(Bits64 x, Bits64 y) { return {x.value ^ y.value}; }
  friend Bits64 operator<<(Bits64 x, unsigned n) { return {x.value << n}; }
  friend Bits64 operator>>(Bits64 x, unsigned n) { return {x.value >> n}; }
};

/// IEEE 754 binary64, round to nearest even, every operation rounded on its own and one rounding in
/// fma: the scalar of one element in which the functions of `functions/` compute. They are
/// templates over a type that offers what this one does (`Wide`), so that lanes of vectors and
/// symbolic terms read the same source: the operators, sqrt, fma, comparisons that give something
/// `select` takes, bits and back, and the look-up in a table of a power-of-two size at most, whose
/// index is taken modulo that size.
template <class Fma>
struct Binary64 {
  using Bits = Bits64;

  double value = 0;

  friend Binary64 operator+(Binary64 x, Binary64 y) { return {x.value + y.value}; }
  friend Binary64 operator-(Binary64 x, Binary64 y) { return {x.value - y.value}; }
  friend Binary64 operator*(Binary64 x, Binary64 y) { return {x.value * y.value}; }
  friend Binary64 operator/(Binary64 x, Binary64 y) { return {x.value / y.value}; }
  friend Binary64 operator-(Binary64 x) { return {-x.value}; }
  friend Binary64 sqrt(Binary64 x) { return {__builtin_sqrt(x.value)}; }
  friend Binary64 fma(Binary64 x, Binary64 y, Binary64 z) {
    return {Fma::fma(x.value, y.value, z.value)};
  }
  friend Truth equal(Binary64 x, Binary64 y) { return {x.value == y.value}; }
  friend Truth less(Binary64 x, Binary64 y) { return {x.value < y.value}; }
  friend Binary64 select(Truth b, Binary64 x, Binary64 y) { return b.value ? x : y; }
  friend Bits64 bits(Binary64 x) { return {std::bit_cast<std::uint64_t>(x.value)}; }

  static Binary64 from_bits(Bits64 x) { return {std::bit_cast<double>(x.value)}; }
  template <std::size_t n>
  static Binary64 lookup(const std::array<double, n>& table, Bits64 index) {
    static_assert(std::has_single_bit(n));
    return {table[index.value & (n - 1)]};
  }
  /// Exact.
  static Binary64 widen(float x) { return {static_cast<double>(x)}; }
  /// Rounded to nearest, ties to even.
  friend float narrow(Binary64 x) { return static_cast<float>(x.value); }
};

}  // namespace touchstone
