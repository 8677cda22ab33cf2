#include "touchstone/number/environment.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <limits>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace touchstone {
namespace {

float product(float x, float y) {
  const volatile float a = x;
  const volatile float b = y;
  return a * b;
}

TEST(FloatEnvironment, RoundsToNearestInsideAndRestoresOutside) {
  std::fesetround(FE_UPWARD);
  const float outside = product(1.0F + 0x1p-23F, 1.0F + 0x1p-23F);
  float inside = 0;
  {
    const FloatEnvironment environment;
    inside = product(1.0F + 0x1p-23F, 1.0F + 0x1p-23F);
  }
  const int after = std::fegetround();
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(inside, 1.0F + 0x1p-22F);
  EXPECT_GT(outside, inside);
  EXPECT_EQ(after, FE_UPWARD);
}

#if defined(__x86_64__)
TEST(FloatEnvironment, KeepsSubnormalsInsideAndRestoresFlushing) {
  constexpr unsigned flush = 0x8040;  // FTZ and DAZ
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | flush);
  const float outside = product(0x1p-149F, 1.0F);
  float inside = 0;
  {
    const FloatEnvironment environment;
    inside = product(0x1p-149F, 1.0F);
  }
  const unsigned after = _mm_getcsr();
  _mm_setcsr(before);
  EXPECT_EQ(outside, 0.0F);
  EXPECT_EQ(inside, 0x1p-149F);
  EXPECT_EQ(after & flush, flush);
}
#endif

}  // namespace
}  // namespace touchstone
