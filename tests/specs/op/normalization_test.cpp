#include "touchstone/op/normalization.h"

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
constexpr float largest = std::numeric_limits<float>::max();

Attributes over(Integers axes, float epsilon) {
  return {{"axes", std::move(axes)}, {"epsilon", epsilon}};
}

Floats waves(int count, float step) {
  Floats out;
  for (int i = 0; i < count; ++i) out.push_back(std::sin(static_cast<float>(i) * step) * 4);
  return out;
}

Floats part(const Floats& x, std::ptrdiff_t from, std::ptrdiff_t count) {
  return Floats(x.begin() + from, x.begin() + from + count);
}

TEST(LayerNorm, ByHand) {
  // Mean 3, variance 4, and with epsilon 12 a deviation of 4.
  const Operand x{{2, 2}, Floats{1, 5, 5, 1}};
  const Operand scale{{2}, Floats{2, 4}};
  const Operand bias{{2}, Floats{10, 20}};
  const Attributes rows = over({-1}, 12);
  EXPECT_EQ(forward(Op::layer_norm, rows, {x}), (Floats{-0.5F, 0.5F, 0.5F, -0.5F}));
  EXPECT_EQ(forward(Op::layer_norm, rows, {x, scale}), (Floats{-1, 2, 1, -2}));
  EXPECT_EQ(forward(Op::layer_norm, rows, {x, scale, bias}, 2), (Floats{9, 22, 11, 18}));
  EXPECT_EQ(forward(Op::layer_norm, over({0}, 12), {x}), (Floats{-0.5F, 0.5F, 0.5F, -0.5F}));
}

TEST(LayerNorm, GradientsByHand) {
  const Operand x{{1, 2}, Floats{1, 5}};
  const Operand scale{{2}, Floats{2, 4}};
  const Operand bias{{2}, Floats{10, 20}};
  const Attributes rows = over({1}, 12);
  // h = (8, 0), mean 4; n = (−½, ½), mean(h · n) = −2; (±4 − n · (−2)) / 4.
  EXPECT_EQ(vjp(Op::layer_norm, rows, {x, scale, bias}, 0, {4, 0}), (Floats{0.75F, -0.75F}));
  EXPECT_EQ(vjp(Op::layer_norm, rows, {x, scale, bias}, 1, {4, 6}), (Floats{-2, 3}));
  EXPECT_EQ(vjp(Op::layer_norm, rows, {x, scale, bias}, 2, {4, 6}), (Floats{4, 6}));
  EXPECT_EQ(vjp(Op::layer_norm, rows, {x}, 0, {8, 0}), (Floats{0.75F, -0.75F}));
}

TEST(LayerNorm, OfAConstantRowIsExactlyTheBias) {
  for (const int length : {1, 2, 3, 7, 100, 300, 4225}) {
    for (const float value : {0.1F, -3.3333333F, 1e-38F, 1e-45F, 1e33F, 16777217.0F}) {
      const std::int64_t n = length;
      const Operand x{{n}, Floats(static_cast<std::size_t>(length), value)};
      const Operand scale{{n}, waves(length, 0.3F)};
      const Operand bias{{n}, waves(length, 0.7F)};
      EXPECT_EQ(forward(Op::layer_norm, {}, {x, scale, bias}), waves(length, 0.7F))
          << value << " " << length;
    }
  }
  // The twin: a row whose sum overflows.
  EXPECT_TRUE(std::isnan(forward(Op::layer_norm, {}, {{{2}, Floats{largest, largest}}})[0]));
}

TEST(LayerNorm, OverSeveralAxesTakesTheParametersInAscendingOrder) {
  // Axes 0 and 2 of [2,2,2] form two rows; scale [2,2] picks one element of each.
  const Operand x{{2, 2, 2}, Floats{0, 8, 4, 8, 8, 0, 8, 4}};
  const Operand scale{{2, 2}, Floats{1, 2, 4, 8}};
  for (const Integers& axes : {Integers{0, 2}, Integers{-1, 0}}) {
    EXPECT_EQ(forward(Op::layer_norm, over(axes, 0), {x, scale}),
              (Floats{-1, 2, -1, 2, 4, -8, 4, -8}));
  }
  EXPECT_EQ(vjp(Op::layer_norm, over({0, 2}, 0), {x, scale}, 1, {1, 1, 10, 10, 1, 1, 10, 10}, 3),
            (Floats{-11, 11, 11, -11}));
}

TEST(LayerNorm, OverAllAxesOrAnEmptyOne) {
  const Operand x{{2, 1}, Floats{1, 5}};
  EXPECT_EQ(forward(Op::layer_norm, over({}, 12), {x}), (Floats{-0.5F, 0.5F}));
  EXPECT_EQ(forward(Op::layer_norm, {}, {{{2, 0}, Floats{}}}), Floats{});
  const std::vector<Operand> no_rows{{{0, 2}, Floats{}}, {{2}, Floats{1, 1}}};
  EXPECT_EQ(forward(Op::layer_norm, {}, no_rows), Floats{});
  EXPECT_EQ(vjp(Op::layer_norm, {}, no_rows, 1, {}), (Floats{0, 0}));
}

TEST(RowNorms, NaNAndInfinitySpoilTheirRowOnly) {
  for (const Op op : {Op::layer_norm, Op::rms_norm}) {
    const Floats y = forward(op, over({1}, 0), {{{2, 2}, Floats{1, NAN, -3, 3}}});
    EXPECT_TRUE(std::isnan(y[0]) && std::isnan(y[1]));
    EXPECT_EQ(part(y, 2, 2), (Floats{-1, 1}));
  }
  EXPECT_TRUE(std::isnan(forward(Op::rms_norm, {}, {{{1}, Floats{inf}}})[0]));
}

TEST(RmsNorm, ByHand) {
  // Mean square 4, and with epsilon 12 a root of 4.
  const Operand x{{1, 2}, Floats{2, -2}};
  const Operand scale{{2}, Floats{2, 4}};
  EXPECT_EQ(forward(Op::rms_norm, over({-1}, 12), {x}), (Floats{0.5F, -0.5F}));
  EXPECT_EQ(forward(Op::rms_norm, over({-1}, 12), {x, scale}), (Floats{1, -2}));
  // h = (8, 0), mean(h · n) = 2; (h − n · 2) / 4.
  EXPECT_EQ(vjp(Op::rms_norm, over({-1}, 12), {x, scale}, 0, {4, 0}), (Floats{1.75F, 0.25F}));
  EXPECT_EQ(vjp(Op::rms_norm, over({-1}, 12), {x, scale}, 1, {4, 6}), (Floats{2, -3}));
}

TEST(RowNorms, ABatchIsItsElementsOneByOne) {
  const Floats both = waves(600, 1.1F);
  const Floats g = waves(600, 0.9F);
  const Operand scale{{300}, waves(300, 0.4F)};
  for (const Op op : {Op::layer_norm, Op::rms_norm}) {
    const std::vector<Operand> together{{{2, 300}, both}, scale};
    const Floats y = forward(op, {}, together, 3);
    const Floats dx = vjp(op, {}, together, 0, g, 3);
    for (const std::ptrdiff_t from : {0, 300}) {
      const std::vector<Operand> alone{{{1, 300}, part(both, from, 300)}, scale};
      EXPECT_EQ(part(y, from, 300), forward(op, {}, alone));
      EXPECT_EQ(part(dx, from, 300), vjp(op, {}, alone, 0, part(g, from, 300)));
    }
  }
}

/// Two channels of deviation 2 and 4.
std::vector<Operand> batch_norm_operands() {
  return {{{2, 2, 1}, Floats{5, 3, 1, 11}},
          {{2}, Floats{2, 4}},
          {{2}, Floats{10, 20}},
          {{2}, Floats{3, 7}},
          {{2}, Floats{1, 13}}};
}

TEST(BatchNorm, GradientsOfEveryOperandByHand) {
  const Attributes attributes{{"epsilon", 3.0F}};
  const std::vector<Operand> x = batch_norm_operands();
  const Floats g{1, 2, 3, 4};
  EXPECT_EQ(forward(Op::batch_norm, attributes, x), (Floats{12, 16, 8, 24}));
  EXPECT_EQ(vjp(Op::batch_norm, attributes, x, 0, g), (Floats{1, 2, 3, 4}));
  EXPECT_EQ(vjp(Op::batch_norm, attributes, x, 1, g), (Floats{-2, 2}));
  EXPECT_EQ(vjp(Op::batch_norm, attributes, x, 2, g), (Floats{4, 6}));
  EXPECT_EQ(vjp(Op::batch_norm, attributes, x, 3, g), (Floats{-4, -6}));
  // Sums of (g · scale) · (x − mean): −8 and 32; · r · (−½) / (variance + epsilon).
  EXPECT_EQ(vjp(Op::batch_norm, attributes, x, 4, g, 2), (Floats{0.5F, -0.25F}));
}

TEST(BatchNorm, OfNoBatchHasZeroParameterGradients) {
  std::vector<Operand> x = batch_norm_operands();
  x[0] = {{0, 2, 1}, Floats{}};
  for (const std::size_t value : {std::size_t{1}, std::size_t{2}}) {
    EXPECT_EQ(vjp(Op::batch_norm, {}, x, value, {}), (Floats{0, 0}));
  }
}

}  // namespace
}  // namespace touchstone
