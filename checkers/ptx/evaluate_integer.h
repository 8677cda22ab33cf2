#pragma once

#include "semantics.h"

namespace touchstone::ptx {

/// Of the integer and bitwise rules, setp, set, selp and slct apart.
[[nodiscard]] ValueFunction integer_function(const Form& form);

/// The lowest bits_of(type) bits.
[[nodiscard]] std::uint64_t low_bits(Type type, std::uint64_t bits);
/// The integer that these bits are of this type; of unsigned types of 64 bits modulo 2^64.
[[nodiscard]] std::int64_t integer_of(Type type, std::uint64_t bits);

}  // namespace touchstone::ptx
