#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace touchstone {

/// The radices of the Fourier transform of this length >= 1, outermost first: 4 as often as it
/// divides what is left of the length, then 2, 3, 5, then the other primes ascending. Their product
/// is the length, which alone decides them. Takes the square root of the largest prime in steps.
[[nodiscard]] std::vector<std::int64_t> transform_radices(std::int64_t length);

/// Number of entries of the half-spectrum of that many reals.
[[nodiscard]] inline std::int64_t half_spectrum_length(std::int64_t reals) { return reals / 2 + 1; }

/// Whether the transform of n reals is real at k.
[[nodiscard]] inline bool is_real_frequency(std::int64_t k, std::int64_t n) {
  return k == 0 || 2 * k == n;
}

/// How many values one transform copies and adds up: the length times (1 + the sum of its radices),
/// so about the square of
/// a prime. Nothing where that does not fit in 63 bits. A length of any size is answered quickly,
/// with more than the truth where it has a factor beyond 2^40 whose primes all exceed 2^20.
[[nodiscard]] std::optional<std::int64_t> transform_steps(std::int64_t length);

}  // namespace touchstone
