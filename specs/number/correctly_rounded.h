#pragma once

namespace touchstone {

/// The binary32 number nearest to the exact e^x, ties to even, with IEEE overflow and gradual
/// underflow; exp(−∞) = +0. Computed by MPFR (assumption A-MPFR). Safe to call from any thread.
[[nodiscard]] float correctly_rounded_exp(float x);

/// MPFR's version, for evidence that rests on it.
[[nodiscard]] const char* mpfr_library_version();

}  // namespace touchstone
