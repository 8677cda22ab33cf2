#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "evaluate.h"

namespace touchstone::evaluation {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

Operand scalar(float x) { return {{}, Floats{x}}; }
Operand list(Floats x) { return {{static_cast<std::int64_t>(x.size())}, std::move(x)}; }

float of(Op op, float x, float y) { return forward(op, {}, {scalar(x), scalar(y)})[0]; }

/// The gradients by x and y where the result's is g.
std::pair<float, float> gradients(Op op, float x, float y, float g = 1) {
  return {vjp(op, {}, {scalar(x), scalar(y)}, 0, {g})[0],
          vjp(op, {}, {scalar(x), scalar(y)}, 1, {g})[0]};
}

std::uint32_t bits(float x) { return canonical_bits(x); }

TEST(Elementwise, ComputesByBroadcasting) {
  const Operand column{{2, 1}, Floats{8, 9}};
  const Operand row = list({2, 4});
  EXPECT_EQ(forward(Op::div, {}, {column, row}), (Floats{4, 2, 4.5, 2.25}));
  EXPECT_EQ(forward(Op::max, {}, {column, row}, 3), (Floats{8, 8, 9, 9}));
  EXPECT_EQ(forward(Op::min, {}, {column, row}), (Floats{2, 4, 2, 4}));
  EXPECT_EQ(forward(Op::pow, {}, {column, row}), (Floats{64, 4096, 81, 6561}));
  EXPECT_EQ(forward(Op::max, {}, {Operand{{0, 1}, Floats{}}, row}), Floats{});
}

TEST(Elementwise, NanReachesTheResultFromEitherOperandOfMaxAndMin) {
  for (const Op op : {Op::max, Op::min}) {
    for (const float other : {1.0F, 0.0F, inf, -inf, nan}) {
      EXPECT_TRUE(std::isnan(of(op, nan, other))) << other;
      EXPECT_TRUE(std::isnan(of(op, other, nan))) << other;
    }
  }
  EXPECT_EQ(bits(of(Op::max, -0.0F, 0.0F)), bits(0.0F));
  EXPECT_EQ(bits(of(Op::min, 0.0F, -0.0F)), bits(-0.0F));
}

TEST(Elementwise, MaxAndMinGiveAllToTheFirstOfThoseThatTie) {
  using Pair = std::pair<float, float>;
  for (const Op op : {Op::max, Op::min}) {
    EXPECT_EQ(gradients(op, 2, 2, 5), (Pair{5, 0}));
    EXPECT_EQ(gradients(op, inf, inf, 5), (Pair{5, 0}));
    EXPECT_EQ(gradients(op, nan, nan, 5), (Pair{5, 0}));
    // A NaN alone is the result, so it has the gradient.
    EXPECT_EQ(gradients(op, 2, nan, 5), (Pair{0, 5}));
    EXPECT_EQ(gradients(op, nan, 2, 5), (Pair{5, 0}));
  }
  EXPECT_EQ(gradients(Op::max, 1, 2, 5), (Pair{0, 5}));
  EXPECT_EQ(gradients(Op::min, 1, 2, 5), (Pair{5, 0}));
  EXPECT_EQ(gradients(Op::max, -0.0F, 0.0F, 5), (Pair{0, 5}));
  EXPECT_EQ(gradients(Op::min, -0.0F, 0.0F, 5), (Pair{5, 0}));
  // The other's part is +0, whatever the gradient: nothing is multiplied.
  EXPECT_EQ(bits(gradients(Op::max, 1, 2, nan).first), 0U);
  EXPECT_EQ(bits(gradients(Op::min, 1, 2, -inf).second), 0U);
}

TEST(Elementwise, GradientsAreSummedOverTheBroadcast) {
  const Operand column{{2, 1}, Floats{8, 9}};
  const Operand row = list({2, 4});
  EXPECT_EQ(vjp(Op::div, {}, {column, row}, 0, {1, 1, 1, 2}), (Floats{0.75, 1}));
  EXPECT_EQ(vjp(Op::div, {}, {column, row}, 1, {1, 1, 1, 2}), (Floats{-4.25, -1.625}));
  EXPECT_EQ(vjp(Op::max, {}, {column, row}, 0, {1, 2, 3, 4}), (Floats{3, 7}));
  EXPECT_EQ(vjp(Op::sub, {}, {column, row}, 1, {1, 2, 3, 4}), (Floats{-4, -6}));
}

TEST(Elementwise, GradientOfADivisionDoesNotSquareTheDivisor) {
  const auto [by_x, by_y] = gradients(Op::div, 1, 0x1p-70F);
  EXPECT_EQ(by_x, 0x1p+70F);
  EXPECT_EQ(by_y, -inf);
  EXPECT_EQ(gradients(Op::div, 0x1p+100F, 0x1p+100F).second, -0x1p-100F);
}

TEST(Elementwise, PowerByItsBase) {
  EXPECT_EQ(gradients(Op::pow, 3, 2).first, 6);
  EXPECT_EQ(gradients(Op::pow, -3, 3).first, 27);
  EXPECT_EQ(gradients(Op::pow, 0, 2).first, 0);
  EXPECT_EQ(gradients(Op::pow, 0, 1).first, 1);
  EXPECT_EQ(gradients(Op::pow, 0, 0.5F).first, inf);
  // x^0 is 1 everywhere.
  for (const float x : {0.0F, -0.0F, 2.0F, -2.0F, inf, -inf, nan}) {
    EXPECT_EQ(bits(gradients(Op::pow, x, 0.0F).first), 0U) << x;
    EXPECT_EQ(bits(gradients(Op::pow, x, -0.0F).first), 0U) << x;
  }
}

TEST(Elementwise, PowerByItsExponent) {
  EXPECT_EQ(gradients(Op::pow, 1, 5).second, 0);
  EXPECT_FLOAT_EQ(gradients(Op::pow, 2, 3).second, 8 * std::log(2.0F));
  // Where the power is 0 and its logarithm has a pole, no NaN leaks.
  EXPECT_EQ(bits(gradients(Op::pow, 0, 2).second), 0U);
  EXPECT_EQ(bits(gradients(Op::pow, -0.0F, 3).second), 0U);
  EXPECT_EQ(bits(gradients(Op::pow, 0, 0).second), 0U);
  EXPECT_EQ(bits(gradients(Op::pow, inf, -2).second), 0U);
  EXPECT_EQ(gradients(Op::pow, 0, -1).second, -inf);
  EXPECT_TRUE(std::isnan(gradients(Op::pow, -2, 3).second));
}

}  // namespace
}  // namespace touchstone::evaluation
