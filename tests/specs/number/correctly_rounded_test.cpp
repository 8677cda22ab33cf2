#include "touchstone/number/correctly_rounded.h"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace touchstone {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

/// e^x at 200 bits, then rounded to binary32 by an argument of its own: the neighbours are
/// compared.
float nearest_exp(float x) {
  mpfr_t exact;
  mpfr_init2(exact, 200);
  mpfr_set_flt(exact, x, MPFR_RNDN);
  mpfr_exp(exact, exact, MPFR_RNDN);
  const double wide = mpfr_get_d(exact, MPFR_RNDN);
  float best = static_cast<float>(wide);
  mpfr_t distance;
  mpfr_init2(distance, 200);
  const auto away = [&](float candidate) {
    mpfr_sub_d(distance, exact, static_cast<double>(candidate), MPFR_RNDN);
    return std::fabs(mpfr_get_d(distance, MPFR_RNDN));
  };
  for (const float candidate : {std::nextafterf(best, 0), std::nextafterf(best, infinity)}) {
    if (std::isfinite(candidate) && away(candidate) < away(best)) best = candidate;
  }
  mpfr_clear(exact);
  mpfr_clear(distance);
  return best;
}

TEST(CorrectlyRoundedExp, LimitsAndSpecialValues) {
  EXPECT_EQ(correctly_rounded_exp(0.0F), 1.0F);
  EXPECT_EQ(correctly_rounded_exp(-0.0F), 1.0F);
  EXPECT_EQ(correctly_rounded_exp(infinity), infinity);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(correctly_rounded_exp(-infinity)), 0U);
  EXPECT_TRUE(std::isnan(correctly_rounded_exp(std::numeric_limits<float>::quiet_NaN())));
  EXPECT_EQ(correctly_rounded_exp(1.0F), 0x1.5bf0a8p+1F);
  EXPECT_EQ(correctly_rounded_exp(0x1p-149F), 1.0F);
}

TEST(CorrectlyRoundedExp, OverflowsAndUnderflowsWhereIeeeSays) {
  // The greatest x whose e^x is finite, and its successor.
  const float last_finite = 0x1.62e42ep+6F;
  EXPECT_TRUE(std::isfinite(correctly_rounded_exp(last_finite)));
  EXPECT_EQ(correctly_rounded_exp(std::nextafterf(last_finite, infinity)), infinity);
  EXPECT_EQ(correctly_rounded_exp(-104.0F), 0.0F);
  EXPECT_EQ(correctly_rounded_exp(-103.9F), 0x1p-149F);
  EXPECT_EQ(correctly_rounded_exp(-200.0F), 0.0F);
}

TEST(CorrectlyRoundedExp, IsNearestOnSeededInputs) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> inputs(-88.0F, 88.7F);
  for (int i = 0; i < 20'000; ++i) {
    const float x = inputs(random);
    ASSERT_EQ(correctly_rounded_exp(x), nearest_exp(x)) << std::hexfloat << x;
  }
}

TEST(CorrectlyRoundedExp, RoundsSubnormalResultsOnce) {
  std::mt19937 random(6);
  std::uniform_real_distribution<float> inputs(-104.0F, -87.0F);
  for (int i = 0; i < 5'000; ++i) {
    const float x = inputs(random);
    ASSERT_EQ(correctly_rounded_exp(x), nearest_exp(x)) << std::hexfloat << x;
  }
}

}  // namespace
}  // namespace touchstone
