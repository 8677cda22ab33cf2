#pragma once

#include <optional>
#include <span>

#include "number_range.h"
#include "symbols.h"

namespace touchstone::ptx {

/// The floating-point type of which a term may be a NaN of arithmetic, whose bits the ISA leaves
/// open; Type::none where its bits are fixed. Of a 64-bit pair: Type::f32x2.
[[nodiscard]] Type open_nan_type(const Symbols& symbols, NumberRanges& ranges, TermId term);

/// Why equal terms need not be equal values.
enum class Openness : std::uint8_t {
  nan_read_as_bits,  ///< a NaN of arithmetic may be read as bits
  fusable,           ///< an addition or product that ptxas may fuse with others (9.7.3)
  zero_divisor,      ///< an integer division whose divisor may be zero (9.7.1.8)
};

/// Whether this application is open although its operands are known.
[[nodiscard]] std::optional<Openness> openness_of(const Symbols& symbols, NumberRanges& ranges,
                                                  const TermNode& application);

}  // namespace touchstone::ptx
