#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "evaluate.h"

namespace touchstone::evaluation {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

Operand list(const Floats& x) { return {{static_cast<std::int64_t>(x.size())}, x}; }

Floats gradient(Op op, const Floats& x, const Attributes& attributes = {}, float g = 5) {
  return vjp(op, attributes, {list(x)}, 0, Floats(x.size(), g));
}

void expect_bits(const Floats& got, const Floats& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(canonical_bits(got[i]), canonical_bits(expected[i]))
        << "element " << i << " is " << got[i] << ", expected " << expected[i];
  }
}

TEST(Unary, Values) {
  expect_bits(forward(Op::neg, {}, {list({1, -0.0F, 0.0F, -inf})}), {-1, 0.0F, -0.0F, inf});
  expect_bits(forward(Op::abs, {}, {list({-1, -0.0F, -inf, nan})}), {1, 0.0F, inf, nan});
  expect_bits(forward(Op::sqrt, {}, {list({4, -0.0F, -1, inf})}), {2, -0.0F, nan, inf});
  expect_bits(forward(Op::inv, {}, {list({4, -0.0F, -inf})}), {0.25, -inf, -0.0F});
  expect_bits(forward(Op::relu, {}, {list({-3, -0.0F, 3, nan, inf, -inf})}),
              {0, 0, 3, nan, inf, 0});
  expect_bits(forward(Op::rsqrt, {}, {list({4, -0.0F, -1, inf})}), {0.5, -inf, nan, 0});
  expect_bits(forward(Op::scale, {{"factor", -0.5F}}, {list({4, 0.0F})}), {-2, -0.0F});
}

TEST(Unary, KinksGetNothing) {
  expect_bits(gradient(Op::relu, {-1, -0.0F, 0.0F, 1}), {0, 0, 0, 5});
  expect_bits(gradient(Op::abs, {-1, -0.0F, 0.0F, 1}), {-5, 0, 0, 5});
  // Never a product: where the operation is flat the gradient is +0, whatever comes in.
  expect_bits(gradient(Op::relu, {-1, -0.0F}, {}, nan), {0, 0});
  expect_bits(gradient(Op::abs, {0.0F}, {}, inf), {0});
}

TEST(Unary, Gradients) {
  expect_bits(gradient(Op::neg, {7}), {-5});
  expect_bits(gradient(Op::sqrt, {4, 0.0F}), {1.25, inf});
  expect_bits(gradient(Op::inv, {2, -2, inf}), {-1.25, -1.25, -0.0F});
  expect_bits(gradient(Op::rsqrt, {4, inf, 0x1p-100F}), {-0.3125F, -0.0F, -inf});
  expect_bits(gradient(Op::rsqrt, {0x1p-60F}, {}, 1), {-0x1p+89F});
  expect_bits(gradient(Op::scale, {7}, {{"factor", -0.5F}}), {-2.5});
}

TEST(Unary, ClampKeepsTheGradientAtItsBounds) {
  const Attributes unit{{"min", 0.0F}, {"max", 1.0F}};
  const Floats x{-2, -0.0F, 0.0F, 0.5, 1, 2, nan, inf, -inf};
  expect_bits(forward(Op::clamp, unit, {list(x)}), {0, 0, 0, 0.5, 1, 1, nan, 1, 0});
  // −0 is below +0 here, as in maximum.
  expect_bits(gradient(Op::clamp, x, unit), {0, 0, 5, 5, 5, 0, 5, 0, 0});
  const Attributes point{{"min", 2.0F}, {"max", 2.0F}};
  expect_bits(forward(Op::clamp, point, {list({1, 2, 3})}), {2, 2, 2});
  expect_bits(gradient(Op::clamp, {1, 2, 3}, point), {0, 5, 0});
}

}  // namespace
}  // namespace touchstone::evaluation
