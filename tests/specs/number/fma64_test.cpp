#include "touchstone/number/functions/fma64.h"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <ios>
#include <limits>
#include <random>
#include <vector>

#include "touchstone/number/fma.h"

namespace touchstone {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double least = 0x1p-1074;
constexpr double greatest = std::numeric_limits<double>::max();

std::uint64_t canonical(double x) {
  return x != x ? 0x7FF8000000000000U : std::bit_cast<std::uint64_t>(x);
}

/// MPFR rounds fma once, to binary64's precision and exponents.
double by_mpfr(double a, double b, double c) {
  std::array<mpfr_t, 4> v;
  for (mpfr_t& x : v) mpfr_init2(x, 53);
  mpfr_set_d(v[0], a, MPFR_RNDN);
  mpfr_set_d(v[1], b, MPFR_RNDN);
  mpfr_set_d(v[2], c, MPFR_RNDN);
  int ternary = mpfr_fma(v[3], v[0], v[1], v[2], MPFR_RNDN);
  const mpfr_exp_t low = mpfr_get_emin();
  const mpfr_exp_t high = mpfr_get_emax();
  mpfr_set_emin(-1073);
  mpfr_set_emax(1024);
  ternary = mpfr_check_range(v[3], ternary, MPFR_RNDN);
  mpfr_subnormalize(v[3], ternary, MPFR_RNDN);
  const double result = mpfr_get_d(v[3], MPFR_RNDN);
  mpfr_set_emin(low);
  mpfr_set_emax(high);
  for (mpfr_t& x : v) mpfr_clear(x);
  return result;
}

void expect_rounded_once(double a, double b, double c) {
  const double value = by_mpfr(a, b, c);
  ASSERT_EQ(canonical(ExactFma64::fma(a, b, c)), canonical(value))
      << std::hexfloat << a << " · " << b << " + " << c << ": " << ExactFma64::fma(a, b, c)
      << ", expected " << value;
  if (!has_hardware_fma()) return;
  ASSERT_EQ(canonical(HardwareFma64::fma(a, b, c)), canonical(value))
      << std::hexfloat << a << " · " << b << " + " << c << " with the instruction";
}

TEST(Fma64, SpecialValues) {
  const std::vector<double> values{0.0,
                                   -0.0,
                                   1,
                                   -1,
                                   inf,
                                   -inf,
                                   nan,
                                   least,
                                   -least,
                                   greatest,
                                   -greatest,
                                   0x1p-1022,
                                   0x1.fffffffffffffp-1023,
                                   0x1p-537,
                                   0x1p-538,
                                   1.5,
                                   0x1p+512};
  for (const double a : values) {
    for (const double b : values) {
      for (const double c : values) expect_rounded_once(a, b, c);
    }
  }
}

TEST(Fma64, SeededBits) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 200'000; ++i) {
    expect_rounded_once(std::bit_cast<double>(random()), std::bit_cast<double>(random()),
                        std::bit_cast<double>(random()));
    if (HasFatalFailure()) return;
  }
}

/// The addend near the product, so that most cancels, or half a unit of it away.
TEST(Fma64, SeededCancellation) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> unit(1, 2);
  std::uniform_int_distribution<int> shift(-60, 60);
  for (int i = 0; i < 200'000; ++i) {
    const int low = i % 5 == 0 ? -1020 : 0;  // into the subnormals
    const double a = std::ldexp(unit(random), low / 2);
    const double b = std::ldexp(unit(random), low / 2);
    const double near = -a * b * (1 + std::ldexp(1.0, -20 - i % 40));
    expect_rounded_once(a, b, i % 2 == 0 ? -a * b : near);
    expect_rounded_once(a, b, std::ldexp(unit(random), low + shift(random)));
    expect_rounded_once(a, -b, std::ldexp(1.0, low + shift(random)));
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace touchstone
