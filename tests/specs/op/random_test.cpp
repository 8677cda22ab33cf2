#include <gtest/gtest.h>

#include <algorithm>

#include "evaluate.h"
#include "touchstone/op/philox.h"

namespace touchstone::evaluation {
namespace {

Attributes source(Integers shape, std::int64_t seed, const std::string& stream) {
  return {{"shape", std::move(shape)}, {"seed", seed}, {"stream", stream}};
}

Operand step(std::int64_t value) { return {{}, Ints{value}}; }

/// The lines "philox4x32 10" of tests/kat_vectors, Random123 1.14.0.
TEST(Philox, KnownAnswers) {
  using Words = std::array<std::uint32_t, 4>;
  constexpr std::uint32_t ones = 0xFFFFFFFF;
  EXPECT_EQ(philox::words({0, 0, 0, 0}, {0, 0}),
            (Words{0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8}));
  EXPECT_EQ(philox::words({ones, ones, ones, ones}, {ones, ones}),
            (Words{0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD}));
  EXPECT_EQ(
      philox::words({0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344}, {0xA4093822, 0x299F31D0}),
      (Words{0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1}));
}

TEST(Philox, StreamsAreNamedByTheirDigest) {
  // SHA-256 of "abc" begins ba 78 16 bf (FIPS 180-4), that of the empty string e3 b0 c4 42.
  EXPECT_EQ(philox::stream_word("abc"), 0xBF1678BAU);
  EXPECT_EQ(philox::stream_word(""), 0x42C4B0E3U);
}

TEST(Philox, TheSourcePutsIndexStreamStepAndSeedInTheirPlaces) {
  const std::int64_t seed = 0x299F31D0A4093822;
  const std::int64_t index = std::int64_t{5} << 32U | 7;
  const philox::Source drawn(seed, "abc", (std::int64_t{9} << 32U) | 3);
  EXPECT_EQ(drawn.draw(index),
            philox::words({7, 5, 0xBF1678BA, 3}, {0xA4093822, 0x299F31D0})[0] >> 8U);
}

TEST(Random, UniformIsTheFirstWordsTopBits) {
  const Floats x = forward(Op::rand_uniform, source({2, 2}, 0, "abc"), {});
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t word = philox::words({i, 0, 0xBF1678BA, 0}, {0, 0})[0];
    EXPECT_EQ(x[i], static_cast<float>(word >> 8U) / 16777216.0F);
    EXPECT_GE(x[i], 0);
    EXPECT_LT(x[i], 1);
  }
  EXPECT_EQ(forward(Op::rand_uniform, source({2, 2}, 0, "abc"), {}, 3), x);
  EXPECT_EQ(forward(Op::rand_uniform, source({4}, 0, "abc"), {}), x);
  EXPECT_EQ(forward(Op::rand_uniform, source({0}, 0, "abc"), {}), Floats{});
}

TEST(Random, SeedStreamAndStepMakeDifferentNumbers) {
  const Attributes some = source({8}, 1, "a");
  const Floats x = forward(Op::rand_uniform, some, {});
  EXPECT_EQ(forward(Op::rand_uniform, some, {step(0)}), x);
  EXPECT_NE(forward(Op::rand_uniform, some, {step(1)}), x);
  EXPECT_EQ(forward(Op::rand_uniform, some, {step(std::int64_t{1} << 32U)}), x);
  EXPECT_NE(forward(Op::rand_uniform, source({8}, 2, "a"), {}), x);
  EXPECT_NE(forward(Op::rand_uniform, source({8}, std::int64_t{1} << 32U | 1, "a"), {}), x);
  EXPECT_NE(forward(Op::rand_uniform, source({8}, 1, "b"), {}), x);
  EXPECT_NE(forward(Op::rand_uniform, source({8}, -1, "a"), {}), x);
}

TEST(Random, BernoulliKeepsWhereTheUniformNumberIsBelowP) {
  Attributes attributes = source({100}, 3, "dropout");
  const Floats uniform = forward(Op::rand_uniform, attributes, {step(2)});
  for (const float p : {0.0F, 0.25F, uniform[7], 1.0F}) {
    attributes.set("p", p);
    const Floats mask = forward(Op::bernoulli_mask, attributes, {step(2)});
    for (std::size_t i = 0; i < mask.size(); ++i) {
      ASSERT_EQ(mask[i], uniform[i] < p ? 1.0F : 0.0F) << i << " at " << p;
    }
    const auto kept = std::count(mask.begin(), mask.end(), 1.0F);
    EXPECT_EQ(kept == 0, p == 0) << p;
    EXPECT_EQ(kept == 100, p == 1) << p;
  }
}

TEST(Random, HasNoGradient) {
  EXPECT_FALSE(operation(Op::rand_uniform).differentiable);
  EXPECT_FALSE(operation(Op::bernoulli_mask).differentiable);
  EXPECT_TRUE(operation(Op::bernoulli_mask).gives_mask);
}

}  // namespace
}  // namespace touchstone::evaluation
