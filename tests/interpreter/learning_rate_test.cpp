#include "touchstone/interpreter/learning_rate.h"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(LearningRate, StaysConstant) {
  const LearningRate rate{.base = 0.3F};
  EXPECT_EQ(rate.at(0), 0.3F);
  EXPECT_EQ(rate.at(std::int64_t{1} << 40U), 0.3F);
}

TEST(LearningRate, WarmsUpInAStraightLine) {
  const LearningRate rate{.base = 0.5F, .warmup = 4};
  EXPECT_EQ(rate.at(0), 0.125F);
  EXPECT_EQ(rate.at(1), 0.25F);
  EXPECT_EQ(rate.at(3), 0.5F);
  EXPECT_EQ(rate.at(4), 0.5F);
  // (0.1 · 1) / 3, the binary32 of 0.1 taken exactly.
  const LearningRate third{.base = 0.1F, .warmup = 3};
  EXPECT_EQ(third.at(0), static_cast<float>(static_cast<double>(0.1F) / 3));
}

TEST(LearningRate, FallsByStepsAfterTheWarmUp) {
  const LearningRate rate{
      .base = 1, .warmup = 2, .decay = Decay::steps, .period = 3, .factor = 0.5F};
  EXPECT_EQ(rate.at(4), 1);
  EXPECT_EQ(rate.at(5), 0.5F);
  EXPECT_EQ(rate.at(7), 0.5F);
  EXPECT_EQ(rate.at(8), 0.25F);
  EXPECT_EQ(rate.at((std::int64_t{1} << 62U)), 0);
}

TEST(RateSequence, GivesTheRateOfEveryStep) {
  for (const float factor : {0.9F, 1.0F, 1.5F, 0.0F}) {
    for (const Decay decay : {Decay::none, Decay::steps, Decay::cosine}) {
      const LearningRate rate{
          .base = 0.1F, .warmup = 3, .decay = decay, .period = 7, .factor = factor};
      // From the first step, and from a later one as a resumed run asks for them.
      for (const std::int64_t begin : {0, 40}) {
        RateSequence sequence(rate);
        for (std::int64_t step = begin; step < 100; ++step) {
          double expected = 0.1F;
          for (std::int64_t i = 0; i < (step - 3) / 7; ++i) expected = expected * factor;
          const bool falls = decay == Decay::steps && step >= 3;
          EXPECT_EQ(sequence.at(step), falls ? static_cast<float>(expected) : rate.at(step));
        }
      }
    }
  }
}

TEST(RateSequence, TakesConstantTimeForAStep) {
  // Computed anew, these rates would take 5 · 10^11 products.
  RateSequence sequence({.base = 1, .decay = Decay::steps, .period = 1, .factor = 0x1.fffffep-1F});
  float last = 1;
  for (std::int64_t step = 0; step < 1000000; ++step) last = sequence.at(step);
  EXPECT_LT(last, 1);
}

TEST(LearningRate, FollowsHalfACosine) {
  const LearningRate rate{.base = 1, .decay = Decay::cosine, .period = 4, .minimum = 0.25F};
  EXPECT_EQ(rate.at(0), 1);
  EXPECT_EQ(rate.at(2), 0.625F);
  // cos(π/4) rounded to binary32 is 0x1.6a09e6p-1.
  EXPECT_EQ(rate.at(1), static_cast<float>(0.25 + 0.75 * ((1 + 0x1.6a09e6p-1) / 2)));
  EXPECT_EQ(rate.at(3), static_cast<float>(0.25 + 0.75 * ((1 - 0x1.6a09e6p-1) / 2)));
  EXPECT_EQ(rate.at(4), 0.25F);
  EXPECT_EQ(rate.at(5), 0.25F);
}

}  // namespace
}  // namespace touchstone
