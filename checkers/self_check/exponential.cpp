#include "exponential.h"

#include <mpfr.h>

#include "touchstone/number/soft_binary32.h"

namespace touchstone {

namespace {

constexpr std::uint32_t sign_bit = 0x80000000U;
constexpr std::uint32_t infinity = 0x7F800000U;
constexpr std::uint32_t nan = 0x7FC00000U;

/// Two variables of 128 bits, made once per thread.
struct Wide {
  mpfr_t x;
  mpfr_t y;
  Wide() {
    mpfr_init2(x, 128);
    mpfr_init2(y, 128);
  }
  ~Wide() {
    mpfr_clear(x);
    mpfr_clear(y);
    mpfr_free_cache();
  }
  Wide(const Wide&) = delete;
  Wide& operator=(const Wide&) = delete;
};

}  // namespace

std::uint32_t exponential_bits(std::uint32_t bits) {
  const std::uint32_t magnitude = bits & ~sign_bit;
  const bool negative = (bits & sign_bit) != 0;
  if (magnitude > infinity) return nan;
  if (magnitude == infinity) return negative ? 0 : infinity;
  // From |x| = 128 on the result is far outside binary32's range.
  if (magnitude >= 0x43000000U) return negative ? 0 : infinity;

  thread_local Wide wide;
  const std::uint32_t biased = magnitude >> 23U;
  const long significand = static_cast<long>(magnitude & 0x7FFFFFU) + (biased == 0 ? 0 : 0x800000);
  const long exponent = (biased == 0 ? 1 : static_cast<long>(biased)) - 150;
  mpfr_set_si_2exp(wide.x, negative ? -significand : significand, exponent, MPFR_RNDN);
  mpfr_exp(wide.y, wide.x, MPFR_RNDZ);

  // y = m · 2^e with m of 62 bits, truncated; e^x is irrational but at 0, so a sticky remainder is
  // what was truncated, or the error of MPFR's own truncation.
  const mpfr_exp_t e = mpfr_get_exp(wide.y) - 62;
  mpfr_set_exp(wide.y, 62);
  const auto m = static_cast<std::uint64_t>(mpfr_get_ui(wide.y, MPFR_RNDZ));
  return soft::round_scaled(m, static_cast<int>(e), significand != 0);
}

}  // namespace touchstone
