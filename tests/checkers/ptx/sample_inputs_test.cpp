#include "touchstone/ptx/sample_inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

namespace touchstone::ptx {
namespace {

using ::testing::Contains;
using ::testing::Each;

constexpr std::uint64_t a_round = 120;

TEST(SampleInputs, HaveTheCountsAskedForAndAreAlwaysTheSame) {
  const std::array<std::size_t, 3> counts{5, 0, 2};
  for (std::uint64_t number = 0; number < a_round; ++number) {
    const InputValues inputs = sample_inputs(counts, number);
    ASSERT_EQ(inputs.size(), 3U);
    EXPECT_EQ(inputs[0].size(), 5U);
    EXPECT_TRUE(inputs[1].empty());
    EXPECT_EQ(inputs[2].size(), 2U);
    EXPECT_EQ(inputs, sample_inputs(counts, number));
  }
  EXPECT_TRUE(sample_inputs({}, 3).empty());
}

TEST(SampleInputs, HoldEachSpecialValueEverywhereAndAlone) {
  const std::array<std::size_t, 2> counts{40, 40};
  for (const std::uint32_t special : {0x7FC00000U, 0x80000000U, 0x7F800000U, 0x00000001U}) {
    std::set<std::ptrdiff_t> shares;
    for (std::uint64_t number = 0; number < a_round; ++number) {
      const InputValues inputs = sample_inputs(counts, number);
      std::ptrdiff_t share = 0;
      for (const auto& operand : inputs) {
        share += std::count(operand.begin(), operand.end(), special);
      }
      shares.insert(share);
    }
    EXPECT_THAT(shares, Contains(80)) << special;
    EXPECT_THAT(shares, Contains(1)) << special;
    EXPECT_THAT(shares, Contains(40)) << special;
  }
}

TEST(SampleInputs, BeginWithSmallIntegers) {
  const std::array<std::size_t, 1> counts{100};
  const InputValues inputs = sample_inputs(counts, 0);
  // A binary32 number of magnitude 1 to 8 that is an integer has its last 20 bits clear.
  EXPECT_THAT(inputs[0], Each(::testing::Truly([](std::uint32_t bits) {
                return (bits & 0xFFFFFU) == 0 && (bits & 0x7FFFFFFFU) <= 0x41000000U;
              })));
  EXPECT_NE(inputs, sample_inputs(counts, a_round));
}

}  // namespace
}  // namespace touchstone::ptx
