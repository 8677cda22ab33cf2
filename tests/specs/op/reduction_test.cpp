#include "touchstone/op/reduction.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "evaluate.h"

namespace touchstone {
namespace {

using evaluation::Floats;
using evaluation::forward;
using evaluation::Operand;
using evaluation::vjp;

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

Attributes over(Integers axes, bool keepdims = true) {
  return {{"axes", std::move(axes)}, {"keepdims", keepdims}};
}

std::vector<std::uint32_t> bits(const Floats& x) {
  std::vector<std::uint32_t> out;
  for (const float element : x) out.push_back(canonical_bits(element));
  return out;
}

TEST(Reduction, OverEachSetOfAxes) {
  const Operand x{{2, 3}, Floats{1, 2, 4, 8, 16, 32}};
  EXPECT_EQ(forward(Op::reduce_sum, over({}), {x}), Floats{63});
  EXPECT_EQ(forward(Op::reduce_sum, over({0}), {x}), (Floats{9, 18, 36}));
  EXPECT_EQ(forward(Op::reduce_sum, over({-1}, false), {x}), (Floats{7, 56}));
  EXPECT_EQ(forward(Op::reduce_mean, over({0}), {x}), (Floats{4.5F, 9, 18}));
  EXPECT_EQ(forward(Op::reduce_max, over({1, 0}), {x}), Floats{32});
  EXPECT_EQ(forward(Op::reduce_max, over({0}), {x}), (Floats{8, 16, 32}));
  EXPECT_EQ(forward(Op::reduce_sum, {}, {{{}, Floats{5}}}), Floats{5});
}

TEST(Reduction, GradientsReachEveryElementOfTheirGroup) {
  const Operand x{{2, 3}, Floats{1, 2, 4, 8, 16, 32}};
  EXPECT_EQ(vjp(Op::reduce_sum, over({0}), {x}, 0, {1, 2, 3}), (Floats{1, 2, 3, 1, 2, 3}));
  EXPECT_EQ(vjp(Op::reduce_sum, over({1}, false), {x}, 0, {1, 2}), (Floats{1, 1, 1, 2, 2, 2}));
  EXPECT_EQ(vjp(Op::reduce_mean, over({}), {x}, 0, {3}), Floats(6, 0.5F));
  EXPECT_EQ(vjp(Op::reduce_max, over({1}), {x}, 0, {5, 7}, 2), (Floats{0, 0, 5, 0, 0, 7}));
}

TEST(Reduction, OfNothing) {
  const Operand hollow{{2, 0}, Floats{}};
  EXPECT_EQ(forward(Op::reduce_sum, over({1}), {hollow}), (Floats{0, 0}));
  EXPECT_TRUE(std::isnan(forward(Op::reduce_mean, over({1}), {hollow})[0]));
  EXPECT_EQ(forward(Op::reduce_sum, over({0}), {hollow}), Floats{});
  EXPECT_THROW((void)forward(Op::reduce_max, over({1}), {hollow}), std::invalid_argument);
  EXPECT_EQ(forward(Op::reduce_max, over({0}), {hollow}), Floats{});
  EXPECT_EQ(vjp(Op::reduce_sum, over({1}), {hollow}, 0, {1, 1}), Floats{});
}

/// Which of the elements of one row gets the gradient of its maximum.
std::vector<std::uint32_t> chosen(const Floats& row) {
  const Operand x{{static_cast<std::int64_t>(row.size())}, row};
  return bits(vjp(Op::reduce_max, {}, {x}, 0, {3}));
}

TEST(ReduceMax, GradientGoesToTheFirstMaximalElement) {
  EXPECT_EQ(chosen({7}), bits({3}));
  EXPECT_EQ(chosen({1, 5, 5, 2}), bits({0, 3, 0, 0}));
  EXPECT_EQ(chosen({-inf, -inf}), bits({3, 0}));
  EXPECT_EQ(chosen({-0.0F, 0.0F, -0.0F, 0.0F}), bits({0, 3, 0, 0}));
  EXPECT_EQ(chosen({0.0F, -0.0F}), bits({3, 0}));
  EXPECT_EQ(chosen({1, nan, inf, nan}), bits({0, 3, 0, 0}));
}

TEST(ReduceMax, FollowsIeeeMaximum) {
  EXPECT_EQ(bits(forward(Op::reduce_max, {}, {{{2}, Floats{-0.0F, 0.0F}}})), bits({0.0F}));
  EXPECT_TRUE(std::isnan(forward(Op::reduce_max, {}, {{{3}, Floats{inf, nan, 1}}})[0]));
}

TEST(Reduction, ABatchIsItsElementsOneByOne) {
  Floats both;
  for (int i = 0; i < 600; ++i) both.push_back(std::sin(static_cast<float>(i) * 3.7F));
  const Floats first(both.begin(), both.begin() + 300);
  const Floats second(both.begin() + 300, both.end());
  for (const Op op : {Op::reduce_sum, Op::reduce_mean, Op::reduce_max}) {
    const Floats together = forward(op, over({1}), {{{2, 300}, both}}, 3);
    EXPECT_EQ(together[0], forward(op, over({1}), {{{1, 300}, first}})[0]);
    EXPECT_EQ(together[1], forward(op, over({1}), {{{1, 300}, second}})[0]);
  }
}

}  // namespace
}  // namespace touchstone
