#pragma once

#include <cstdint>

#include "touchstone/number/correctly_rounded.h"

namespace touchstone {

/// Bits of the binary32 number nearest to the exact f(x), x given by its bits, for the judging side
/// of the self-check. It shares MPFR (A-MPFR) with the kernels' functions, and neither their
/// shortcuts, nor their formulas where there is another, nor their rounding: intervals narrow until
/// both ends give the same bits by integer operations alone.
[[nodiscard]] std::uint32_t elementary_bits(Elementary f, std::uint32_t x);

/// The same for x^y: IEEE 754-2019, 9.2.1, exact powers by integer arithmetic, and e^(y log |x|).
[[nodiscard]] std::uint32_t power_bits(std::uint32_t x, std::uint32_t y);

}  // namespace touchstone
