#include "touchstone/self_check/elementary.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <random>
#include <vector>

#include "touchstone/number/binary32.h"

namespace touchstone {
namespace {

constexpr std::array functions{Elementary::exp,     Elementary::log,      Elementary::sin,
                               Elementary::cos,     Elementary::tanh,     Elementary::erf,
                               Elementary::sigmoid, Elementary::softplus, Elementary::silu,
                               Elementary::gelu,    Elementary::rsqrt};

/// Zeros, ends of the ranges, ones and their neighbours, ties of silu, infinities, NaN.
constexpr std::array<std::uint32_t, 24> specials{
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x00000003, 0x80000005, 0x007FFFFF, 0x807FFFFF,
    0x00800000, 0x80800000, 0x3F800000, 0xBF800000, 0x3F800001, 0x3F7FFFFF, 0x33800000, 0x40490FDB,
    0xC2AEAC50, 0x437FFFFF, 0xC3800001, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000, 0xFFC00001};

void expect_same(Elementary f, std::uint32_t x) {
  ASSERT_EQ(elementary_bits(f, x), canonical_bits(correctly_rounded(f, std::bit_cast<float>(x))))
      << "function " << static_cast<int>(f) << " at " << std::hex << x;
}

TEST(Elementary, AgreesWithTheKernelsByAnotherWay) {
  std::mt19937 random(9);
  std::uniform_real_distribution<float> near(-20.0F, 20.0F);
  std::uniform_real_distribution<float> wide(-160.0F, 90.0F);
  for (const Elementary f : functions) {
    for (const std::uint32_t x : specials) expect_same(f, x);
    for (int i = 0; i < 3'000; ++i) {
      const std::array<std::uint32_t, 3> inputs{static_cast<std::uint32_t>(random()),
                                                std::bit_cast<std::uint32_t>(near(random)),
                                                std::bit_cast<std::uint32_t>(wide(random))};
      expect_same(f, inputs[static_cast<std::size_t>(i) % 3]);
    }
  }
}

TEST(Elementary, Limits) {
  struct Row {
    Elementary f;
    std::uint32_t x;
    std::uint32_t value;
  };
  const std::vector<Row> table{
      {Elementary::exp, 0x00000000, 0x3F800000},      {Elementary::exp, 0x00000001, 0x3F800000},
      {Elementary::exp, 0xFF800000, 0x00000000},      {Elementary::exp, 0x42B17217, 0x7F7FFF84},
      {Elementary::exp, 0x42B17218, 0x7F800000},      {Elementary::log, 0x80000000, 0xFF800000},
      {Elementary::log, 0xBF800000, 0x7FC00000},      {Elementary::log, 0x3F800000, 0x00000000},
      {Elementary::sin, 0x80000000, 0x80000000},      {Elementary::cos, 0x7F800000, 0x7FC00000},
      {Elementary::tanh, 0xFF800000, 0xBF800000},     {Elementary::erf, 0x80000000, 0x80000000},
      {Elementary::sigmoid, 0x80000000, 0x3F000000},  {Elementary::sigmoid, 0xC3700000, 0x00000000},
      {Elementary::softplus, 0xFF800000, 0x00000000}, {Elementary::silu, 0xFF800000, 0x80000000},
      {Elementary::silu, 0x00000001, 0x00000001},     {Elementary::silu, 0x80000001, 0x80000000},
      {Elementary::gelu, 0xFF7FFFFF, 0x80000000},     {Elementary::rsqrt, 0x80000000, 0xFF800000},
      {Elementary::rsqrt, 0xFFC00001, 0x7FC00000}};
  for (const Row& row : table) {
    EXPECT_EQ(elementary_bits(row.f, row.x), row.value)
        << "function " << static_cast<int>(row.f) << " at " << std::hex << row.x;
  }
}

void expect_same_power(std::uint32_t x, std::uint32_t y) {
  ASSERT_EQ(power_bits(x, y),
            canonical_bits(power(std::bit_cast<float>(x), std::bit_cast<float>(y))))
      << std::hex << x << " ^ " << y;
}

TEST(Elementary, PowersAgreeOnAllPairsOfSpecialValues) {
  std::vector<std::uint32_t> bits(specials.begin(), specials.end());
  // ±2, ±3, ½, ¼, 4097, 9, −149, −150, 2^24, 2^25.
  bits.insert(bits.end(), {0x40000000, 0xC0000000, 0x40400000, 0xC0400000, 0x3F000000, 0x3E800000,
                           0x45800800, 0x41100000, 0xC3150000, 0xC3160000, 0x4B800000, 0x4C000000});
  for (const std::uint32_t x : bits) {
    for (const std::uint32_t y : bits) expect_same_power(x, y);
  }
}

TEST(Elementary, PowersAgreeOnSeededInputs) {
  std::mt19937 random(10);
  std::uniform_real_distribution<float> bases(0.001F, 50.0F);
  std::uniform_real_distribution<float> exponents(-40.0F, 40.0F);
  for (int i = 0; i < 3'000; ++i) {
    const float x = bases(random);
    const float y = exponents(random);
    expect_same_power(std::bit_cast<std::uint32_t>(x), std::bit_cast<std::uint32_t>(y));
    const auto base = static_cast<float>(random() % 5000);
    const auto exponent = static_cast<float>(random() % 64) / 4 - 4;
    expect_same_power(std::bit_cast<std::uint32_t>(base), std::bit_cast<std::uint32_t>(exponent));
  }
}

}  // namespace
}  // namespace touchstone
