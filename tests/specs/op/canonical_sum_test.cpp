#include "touchstone/op/canonical_sum.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "touchstone/number/binary32.h"

namespace touchstone::op {
namespace {

/// A scalar that writes down the order of additions.
struct Written {
  std::string text;
  friend Written operator+(const Written& x, const Written& y) {
    return {"(" + x.text + "+" + y.text + ")"};
  }
};

struct WrittenDomain {
  [[nodiscard]] Written constant(float) const { return {"zero"}; }
};

std::vector<Written> elements(std::size_t count) {
  std::vector<Written> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back({std::to_string(i)});
  return out;
}

std::string order_of(std::size_t count) {
  const std::vector<Written> values = elements(count);
  return canonical_sum(WrittenDomain{}, std::span<const Written>(values)).text;
}

TEST(CanonicalSum, OfNothingIsZeroAndOfOneIsItself) {
  EXPECT_EQ(order_of(0), "zero");
  EXPECT_EQ(order_of(1), "0");
}

TEST(CanonicalSum, HalvesLanes) {
  EXPECT_EQ(order_of(2), "(0+1)");
  EXPECT_EQ(order_of(3), "((0+2)+1)");
  EXPECT_EQ(order_of(4), "((0+2)+(1+3))");
  EXPECT_EQ(order_of(5), "(((0+4)+2)+(1+3))");
}

TEST(CanonicalSum, LaneTakesEvery128thElementInOrder) {
  const std::string order = order_of(300);
  EXPECT_NE(order.find("((0+128)+256)"), std::string::npos);
  EXPECT_NE(order.find("((43+171)+299)"), std::string::npos);
  EXPECT_NE(order.find("(44+172)"), std::string::npos);
  EXPECT_EQ(order.find("(44+172)+"), order.find("(44+172)+("));  // lane 44 has no third element
}

TEST(CanonicalSum, ChunksHave4096ElementsAndAreSummedByTheSameRule) {
  const std::string first = order_of(4096);
  EXPECT_EQ(order_of(4097), "(" + first + "+4096)");
  // Three chunks: their sums are lanes 0, 1, 2 of the next level.
  const std::string three = order_of(2 * 4096 + 1);
  EXPECT_EQ(three.rfind("("
                        "(" +
                            first + "+8192)",
                        0),
            0U);
}

/// The rule written a second time, from the text, over plain floats.
float by_the_text(std::vector<float> x) {
  if (x.empty()) return 0;
  while (true) {
    std::vector<float> sums;
    for (std::size_t begin = 0; begin < x.size(); begin += 4096) {
      const std::size_t n = std::min<std::size_t>(4096, x.size() - begin);
      float lane[128];
      bool holds[128] = {};
      for (std::size_t i = 0; i < n; ++i) {
        lane[i % 128] = holds[i % 128] ? lane[i % 128] + x[begin + i] : x[begin + i];
        holds[i % 128] = true;
      }
      for (std::size_t h = 64; h >= 1; h /= 2) {
        for (std::size_t l = 0; l < h; ++l) {
          if (holds[l + h]) lane[l] = lane[l] + lane[l + h];
        }
      }
      sums.push_back(lane[0]);
    }
    if (sums.size() == 1) return sums[0];
    x = sums;
  }
}

struct Domain32 {
  [[nodiscard]] Binary32<ExactFma> constant(float x) const { return {x}; }
};

TEST(CanonicalSum, AgreesWithTheRuleWrittenASecondTime) {
  std::uint32_t state = 1;
  for (const std::size_t n : std::initializer_list<std::size_t>{
           0, 1, 2, 127, 128, 129, 255, 256, 300, 4095, 4096, 4097, 4225, 12289}) {
    std::vector<float> x;
    std::vector<Binary32<ExactFma>> values;
    for (std::size_t i = 0; i < n; ++i) {
      state = state * 1664525U + 1013904223U;
      x.push_back(static_cast<float>(static_cast<std::int32_t>(state)) * 0x1p-20F);
      values.push_back({x.back()});
    }
    EXPECT_EQ(canonical_sum(Domain32{}, std::span<const Binary32<ExactFma>>(values)).value,
              by_the_text(x))
        << n;
  }
}

}  // namespace
}  // namespace touchstone::op
