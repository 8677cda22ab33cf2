#pragma once

#include <cstdint>

namespace touchstone {

/// Bits of the binary32 number nearest to e^x, x given by its bits, ties to even, for the judging
/// side of the self-check: MPFR at 128 bits, brought to binary32 by integer operations alone. It
/// shares MPFR (A-MPFR) with the kernels' exponential, and neither its shortcuts nor its rounding.
[[nodiscard]] std::uint32_t exponential_bits(std::uint32_t bits);

}  // namespace touchstone
