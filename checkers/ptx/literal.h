#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "form.h"

namespace touchstone::ptx {

/// A constant as it is written, before an instruction gives it a type (PTX ISA 9.0, 4.5).
struct Literal {
  enum class Kind : std::uint8_t {
    integer,        ///< `bits` is its 64-bit two's complement
    single,         ///< 0f3F800000: `bits` of a binary32
    floating_point  ///< 0d… or 1.5: `bits` of a binary64
  };
  Kind kind = Kind::integer;
  std::uint64_t bits = 0;
};

/// Reads a number token. None where it is no constant of PTX, or does not fit 64 bits.
[[nodiscard]] std::optional<Literal> literal_of(std::string_view token);

/// The same with a minus before it. None for 0f… and 0d…, which take no sign.
[[nodiscard]] std::optional<Literal> negative_literal_of(std::string_view token);

/// What an operand or a variable of this type takes: integers keep their low bits, numbers are
/// rounded to nearest, a predicate is whether the integer is not zero. None where the type does not
/// take such a constant (4.5.5).
[[nodiscard]] std::optional<std::uint64_t> bits_as(const Literal& literal, Type type);

}  // namespace touchstone::ptx
