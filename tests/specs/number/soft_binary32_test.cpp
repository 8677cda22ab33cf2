#include "touchstone/number/soft_binary32.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "touchstone/number/binary32.h"

namespace touchstone {
namespace {

constexpr std::array<std::uint32_t, 26> specials{
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x00000002, 0x007FFFFF, 0x807FFFFF,
    0x00800000, 0x80800000, 0x00800001, 0x3F800000, 0xBF800000, 0x3F800001, 0x3F7FFFFF,
    0x33800000, 0x33800001, 0x4B800000, 0x4B7FFFFF, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000,
    0xFF800000, 0x7FC00000, 0xFFC00001, 0x40490FDB, 0x00400000};

float real(std::uint32_t bits) { return std::bit_cast<float>(bits); }

/// The machine's answer with NaN canonical.
std::uint32_t machine(float x) { return canonical_bits(x); }

void expect_binary(std::uint32_t x, std::uint32_t y) {
  const volatile float a = real(x);
  const volatile float b = real(y);
  ASSERT_EQ(soft::add(x, y), machine(a + b)) << std::hex << x << " + " << y;
  ASSERT_EQ(soft::sub(x, y), machine(a - b)) << std::hex << x << " - " << y;
  ASSERT_EQ(soft::mul(x, y), machine(a * b)) << std::hex << x << " * " << y;
  ASSERT_EQ(soft::div(x, y), machine(a / b)) << std::hex << x << " / " << y;
}

void expect_fma(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  const std::uint32_t exact = machine(ExactFma::fma(real(x), real(y), real(z)));
  ASSERT_EQ(soft::fma(x, y, z), exact) << std::hex << x << " * " << y << " + " << z;
  if (!has_hardware_fma()) return;
  ASSERT_EQ(exact, machine(HardwareFma::fma(real(x), real(y), real(z))))
      << std::hex << x << " * " << y << " + " << z;
}

TEST(SoftBinary32, AgreesWithTheMachineOnAllPairsOfSpecialValues) {
  for (const std::uint32_t x : specials) {
    for (const std::uint32_t y : specials) expect_binary(x, y);
  }
}

TEST(SoftBinary32, AgreesWithTheMachineOnSeededPairs) {
  std::mt19937 random(1);
  for (int i = 0; i < 1'000'000; ++i) {
    const std::uint32_t x = static_cast<std::uint32_t>(random());
    // Every other pair has near exponents, so that sums cancel and round.
    const std::uint32_t y =
        i % 2 == 0 ? static_cast<std::uint32_t>(random())
                   : (x & 0x7F800000U) ^ (static_cast<std::uint32_t>(random()) & 0x81FFFFFFU);
    expect_binary(x, y);
  }
}

TEST(SoftBinary32, FmaAgreesWithBothFmasOnAllTriplesOfSpecialValues) {
  for (const std::uint32_t x : specials) {
    for (const std::uint32_t y : specials) {
      for (const std::uint32_t z : specials) expect_fma(x, y, z);
    }
  }
}

TEST(SoftBinary32, FmaAgreesWithBothFmasOnSeededTriples) {
  std::mt19937 random(2);
  for (int i = 0; i < 1'000'000; ++i) {
    const std::uint32_t x = static_cast<std::uint32_t>(random());
    const std::uint32_t y = static_cast<std::uint32_t>(random());
    // Every other addend nearly cancels the product.
    const std::uint32_t z =
        i % 2 == 0 ? static_cast<std::uint32_t>(random())
                   : machine(-(real(x) * real(y))) + static_cast<std::uint32_t>(random() % 9);
    expect_fma(x, y, z);
  }
}

TEST(SoftBinary32, FmaRoundsSubnormalResultsOnce) {
  // 2^-126 · 2^-1 + 2^-149 · … : products far below the least subnormal decide ties.
  std::mt19937 random(3);
  for (int i = 0; i < 300'000; ++i) {
    const std::uint32_t x = (0x1F000000U + static_cast<std::uint32_t>(random() % 0x02000000U));
    const std::uint32_t y = (0x1F000000U + static_cast<std::uint32_t>(random() % 0x02000000U));
    expect_fma(x, y | (static_cast<std::uint32_t>(random()) & 0x80000000U),
               static_cast<std::uint32_t>(random()) & 0x8000FFFFU);
  }
}

TEST(SoftBinary32, SqrtAgreesWithTheMachine) {
  for (const std::uint32_t x : specials) {
    ASSERT_EQ(soft::sqrt(x), machine(std::sqrt(real(x)))) << std::hex << x;
  }
  std::mt19937 random(4);
  for (int i = 0; i < 1'000'000; ++i) {
    const std::uint32_t x = static_cast<std::uint32_t>(random());
    ASSERT_EQ(soft::sqrt(x), machine(std::sqrt(real(x)))) << std::hex << x;
  }
}

TEST(SoftBinary32, MaximumFollowsIeee2019) {
  constexpr std::uint32_t nan = 0x7FC00000;
  EXPECT_EQ(soft::maximum(0x80000000, 0x00000000), 0x00000000U);
  EXPECT_EQ(soft::maximum(0x00000000, 0x80000000), 0x00000000U);
  EXPECT_EQ(soft::maximum(0x80000000, 0x80000000), 0x80000000U);
  EXPECT_EQ(soft::maximum(nan, 0x7F800000), nan);
  EXPECT_EQ(soft::maximum(0x7F800000, nan), nan);
  for (const std::uint32_t x : specials) {
    for (const std::uint32_t y : specials) {
      const std::uint32_t compiled =
          machine(maximum(Binary32<ExactFma>{real(x)}, Binary32<ExactFma>{real(y)}).value);
      ASSERT_EQ(soft::maximum(x, y), compiled) << std::hex << x << " " << y;
    }
  }
}

TEST(SoftBinary32, MinimumIsMaximumTurnedRound) {
  constexpr std::uint32_t nan = 0x7FC00000;
  EXPECT_EQ(soft::minimum(0x80000000, 0x00000000), 0x80000000U);
  EXPECT_EQ(soft::minimum(0x00000000, 0x80000000), 0x80000000U);
  EXPECT_EQ(soft::minimum(nan, 0xFF800000), nan);
  EXPECT_EQ(soft::minimum(0xFF800000, nan), nan);
  for (const std::uint32_t x : specials) {
    for (const std::uint32_t y : specials) {
      const std::uint32_t compiled =
          machine(minimum(Binary32<ExactFma>{real(x)}, Binary32<ExactFma>{real(y)}).value);
      ASSERT_EQ(soft::minimum(x, y), compiled) << std::hex << x << " " << y;
      ASSERT_EQ(soft::minimum(x, y), soft::neg(soft::maximum(soft::neg(x), soft::neg(y))));
    }
  }
}

TEST(SoftBinary32, ComparesAsTheMachineDoes) {
  std::mt19937 random(13);
  std::vector<std::uint32_t> bits(specials.begin(), specials.end());
  for (int i = 0; i < 500; ++i) bits.push_back(static_cast<std::uint32_t>(random()));
  for (const std::uint32_t x : bits) {
    ASSERT_EQ(soft::neg(x), machine(-real(x)));
    ASSERT_EQ(soft::abs(x), machine(std::fabs(real(x))));
    for (const std::uint32_t y : bits) {
      const Binary32<ExactFma> a{real(x)};
      const Binary32<ExactFma> b{real(y)};
      ASSERT_EQ(soft::equal(x, y), real(x) == real(y)) << std::hex << x << " " << y;
      ASSERT_EQ(soft::less(x, y), real(x) < real(y)) << std::hex << x << " " << y;
      ASSERT_EQ(soft::exceeds(x, y), exceeds(a, b).value) << std::hex << x << " " << y;
    }
  }
}

/// Who is the first maximal operand, NaN and zeros included.
TEST(SoftBinary32, ExceedsDecidesTies) {
  constexpr std::uint32_t nan = 0x7FC00000;
  EXPECT_TRUE(soft::exceeds(0x00000000, 0x80000000));
  EXPECT_FALSE(soft::exceeds(0x80000000, 0x00000000));
  EXPECT_FALSE(soft::exceeds(0x3F800000, 0x3F800000));
  EXPECT_TRUE(soft::exceeds(nan, 0x7F800000));
  EXPECT_FALSE(soft::exceeds(0x7F800000, nan));
  EXPECT_FALSE(soft::exceeds(nan, nan));
}

TEST(SoftBinary32, EveryNanIsOne) {
  EXPECT_EQ(soft::neg(0xFFC00001), 0x7FC00000U);
  EXPECT_EQ(soft::abs(0xFFC00001), 0x7FC00000U);
  EXPECT_EQ(soft::add(0xFFC00001, 0x3F800000), 0x7FC00000U);
  EXPECT_EQ(soft::mul(0x7F800000, 0x00000000), 0x7FC00000U);
  EXPECT_EQ(soft::sqrt(0xBF800000), 0x7FC00000U);
  EXPECT_EQ(soft::sub(0x3F800000, 0x7F800001), 0x7FC00000U);
}

}  // namespace
}  // namespace touchstone
