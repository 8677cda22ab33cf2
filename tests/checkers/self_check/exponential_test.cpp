#include "touchstone/self_check/exponential.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "touchstone/number/binary32.h"

namespace touchstone {
namespace {

TEST(Exponential, AgreesWithTheKernelsByAnotherWay) {
  std::mt19937 random(9);
  std::uniform_real_distribution<float> near(-105.0F, 90.0F);
  for (int i = 0; i < 200'000; ++i) {
    const float x =
        i % 4 == 0 ? std::bit_cast<float>(static_cast<std::uint32_t>(random())) : near(random);
    ASSERT_EQ(exponential_bits(std::bit_cast<std::uint32_t>(x)),
              canonical_bits(correctly_rounded_exp(x)))
        << std::hexfloat << x;
  }
}

TEST(Exponential, Limits) {
  EXPECT_EQ(exponential_bits(0x00000000), 0x3F800000U);
  EXPECT_EQ(exponential_bits(0x80000000), 0x3F800000U);
  EXPECT_EQ(exponential_bits(0x00000001), 0x3F800000U);
  EXPECT_EQ(exponential_bits(0x7F800000), 0x7F800000U);
  EXPECT_EQ(exponential_bits(0xFF800000), 0x00000000U);
  EXPECT_EQ(exponential_bits(0xFFC00001), 0x7FC00000U);
  EXPECT_EQ(exponential_bits(0x42B17217), 0x7F7FFF84U);  // the last that is finite
  EXPECT_EQ(exponential_bits(0x42B17218), 0x7F800000U);
}

}  // namespace
}  // namespace touchstone
