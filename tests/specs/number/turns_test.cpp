#include "touchstone/number/turns.h"

#include <gtest/gtest.h>
#include <mpfr.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>

namespace touchstone {
namespace {

std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }

/// By another road: no reduction but that of MPFR, at 400 bits, rounded once.
float at_400_bits(bool sine, std::int64_t k, std::int64_t n) {
  mpfr_t x;
  mpfr_init2(x, 400);
  mpfr_const_pi(x, MPFR_RNDN);
  mpfr_mul_2ui(x, x, 1, MPFR_RNDN);
  mpfr_mul_si(x, x, static_cast<long>(k), MPFR_RNDN);
  mpfr_div_si(x, x, static_cast<long>(n), MPFR_RNDN);
  if (sine) {
    mpfr_sin(x, x, MPFR_RNDN);
  } else {
    mpfr_cos(x, x, MPFR_RNDN);
  }
  const float out = mpfr_get_flt(x, MPFR_RNDN);
  mpfr_clear(x);
  return out;
}

TEST(Turns, RationalValuesAreExact) {
  EXPECT_EQ(bits(turn_cosine(0, 5)), bits(1.0F));
  EXPECT_EQ(bits(turn_sine(0, 5)), bits(0.0F));
  EXPECT_EQ(bits(turn_cosine(1, 1)), bits(1.0F));
  EXPECT_EQ(bits(turn_cosine(1, 2)), bits(-1.0F));
  EXPECT_EQ(bits(turn_sine(1, 2)), bits(0.0F));
  EXPECT_EQ(bits(turn_cosine(1, 4)), bits(0.0F));
  EXPECT_EQ(bits(turn_cosine(3, 4)), bits(0.0F));
  EXPECT_EQ(bits(turn_sine(1, 4)), bits(1.0F));
  EXPECT_EQ(bits(turn_sine(3, 4)), bits(-1.0F));
  EXPECT_EQ(bits(turn_cosine(1, 6)), bits(0.5F));
  EXPECT_EQ(bits(turn_cosine(1, 3)), bits(-0.5F));
  EXPECT_EQ(bits(turn_sine(1, 12)), bits(0.5F));
  EXPECT_EQ(bits(turn_sine(7, 12)), bits(-0.5F));
  EXPECT_EQ(bits(turn_sine(10, 24)), bits(0.5F));
}

TEST(Turns, OfAnEighthAreTheRoundedRootOfAHalf) {
  EXPECT_EQ(bits(turn_cosine(1, 8)), 0x3F3504F3U);
  EXPECT_EQ(bits(turn_sine(1, 8)), 0x3F3504F3U);
  EXPECT_EQ(bits(turn_cosine(3, 8)), 0xBF3504F3U);
  EXPECT_EQ(bits(turn_sine(5, 8)), 0xBF3504F3U);
}

TEST(Turns, AreTheRoundedValuesForEveryTurnOfSmallCircles) {
  for (std::int64_t n = 1; n <= 130; ++n) {
    for (std::int64_t k = -n; k <= 2 * n; ++k) {
      const float cosine = turn_cosine(k, n);
      const float sine = turn_sine(k, n);
      // Where the value is 0, the other road leaves what its π was off by.
      if (cosine != 0) {
        EXPECT_EQ(bits(cosine), bits(at_400_bits(false, k, n))) << k << "/" << n;
      }
      if (sine != 0) {
        EXPECT_EQ(bits(sine), bits(at_400_bits(true, k, n))) << k << "/" << n;
      }
      EXPECT_EQ(cosine == 0, n % 4 == 0 && (4 * k % n == 0) && 4 * k / n % 2 != 0);
      EXPECT_EQ(sine == 0, 2 * k % n == 0);
    }
  }
}

RC_GTEST_PROP(Turns, AreTheRoundedValuesOnLargeCircles, ()) {
  const auto n = *rc::gen::inRange<std::int64_t>(131, std::int64_t{1} << 60U);
  const auto k = *rc::gen::inRange<std::int64_t>(1, n);
  RC_PRE(2 * k % n != 0 && 4 * (k % n) % n != 0);
  RC_ASSERT(bits(turn_cosine(k, n)) == bits(at_400_bits(false, k, n)));
  RC_ASSERT(bits(turn_sine(k, n)) == bits(at_400_bits(true, k, n)));
}

RC_GTEST_PROP(Turns, KeepTheSymmetriesBitForBit, ()) {
  const auto n = *rc::gen::inRange<std::int64_t>(1, std::int64_t{1} << 40U);
  const auto k = *rc::gen::inRange<std::int64_t>(-4 * n, 4 * n);
  RC_ASSERT(bits(turn_cosine(-k, n)) == bits(turn_cosine(k, n)));
  RC_ASSERT(bits(turn_cosine(k + n, n)) == bits(turn_cosine(k, n)));
  RC_ASSERT(bits(turn_cosine(3 * k, 3 * n)) == bits(turn_cosine(k, n)));
  RC_ASSERT(turn_sine(-k, n) == -turn_sine(k, n));
  RC_ASSERT(bits(turn_sine(4 * k + n, 4 * n)) == bits(turn_cosine(k, n)));
  RC_ASSERT(!std::signbit(turn_sine(k, n)) || turn_sine(k, n) != 0);
}

TEST(Turns, NeedACircle) {
  EXPECT_THROW((void)turn_cosine(0, 0), std::logic_error);
  EXPECT_THROW((void)turn_sine(0, (std::int64_t{1} << 60U) + 1), std::logic_error);
  EXPECT_EQ(turn_cosine(std::int64_t{1} << 60U, std::int64_t{1} << 60U), 1.0F);
}

}  // namespace
}  // namespace touchstone
