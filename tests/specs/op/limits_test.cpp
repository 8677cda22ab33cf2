#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

#include "random_operands.h"

/// Definitions at their limits, where the tests beside the operations do not go.
namespace touchstone::evaluation {
namespace {

TEST(Limits, LayerNormOfAConstantRowIsTheBiasAtEveryExponentAndAlongAnyAxes) {
  std::mt19937_64 lengths(1);
  Draw constants(Mix::wide, 1);
  Draw parameters(Mix::moderate, 2);
  for (int i = 0; i < 400; ++i) {
    const auto n = static_cast<std::int64_t>(1 + lengths() % (i % 20 == 0 ? 9000 : 300));
    const float x = floats(constants.operand(shared({1}), 1))[0];
    if (std::abs(x) > largest / static_cast<float>(2 * n)) continue;  // the sum overflows
    const Operand row{{n, 1, 2}, Floats(static_cast<std::size_t>(2 * n), x)};
    const Operand scale = parameters.operand(shared({n, 2}), 1);
    const Operand bias = parameters.operand(shared({n, 2}), 1);
    EXPECT_EQ(bits(forward(Op::layer_norm, {{"axes", Integers{0, 2}}}, {row, scale, bias})),
              bits(floats(bias)))
        << x << " " << n;
  }
}

/// A row of multiples of 1/16 below 4, shifted.
Operand ladder(float shift) {
  Floats out;
  for (int i = 0; i < 300; ++i) out.push_back(static_cast<float>(i * 37 % 64) / 16 + shift);
  return {{300, 1}, out};
}

TEST(Limits, NoPowerOfTwoThatSubtractsExactlyChangesABitOfLogSoftmaxOrItsGradient) {
  const Attributes first{{"axis", std::int64_t{0}}};
  const Operand g = Draw(Mix::moderate, 1).operand(shared({300, 1}), 1);
  const auto everything = [&](float shift) {
    const std::vector<Operand> x{ladder(shift)};
    return std::pair{bits(forward(Op::log_softmax, first, x)),
                     bits(vjp(Op::log_softmax, first, x, 0, floats(g)))};
  };
  for (int k = -4; k <= 19; ++k) {
    EXPECT_EQ(everything(std::ldexp(1.0F, k)), everything(0)) << k;
    EXPECT_EQ(everything(-std::ldexp(1.0F, k)), everything(0)) << k;
  }
  EXPECT_NE(everything(0x1p+22F), everything(0));
}

/// The result of an operation and the gradients of all its values.
std::vector<Floats> everything(Op op, const Attributes& attributes,
                               const std::vector<Operand>& operands, const Floats& g) {
  std::vector<Floats> out{forward(op, attributes, operands)};
  for (const Pass pass : vjp_passes(operation(op), types_of(operands))) {
    out.push_back(vjp(op, attributes, operands, pass.value(), g));
  }
  return out;
}

Operand full(const Lengths& extents, const auto& x) {
  const Shape shape = Shape::of(Index(std::span<const std::int64_t>(extents)));
  using List = std::vector<std::decay_t<decltype(x)>>;
  return {extents, List(static_cast<std::size_t>(shape.element_count()), x)};
}

TEST(Limits, WhereEveryRowIsMaskedNothingIsLeftOfNaNForwardAndBackward) {
  const auto results = [](Op op, const Lengths& mask_extents, bool mask, std::int64_t keys) {
    if (op == Op::hard_masked_softmax) {
      const std::vector<Operand> x{full({2, keys}, nan), full(mask_extents, mask)};
      return everything(op, {}, x, floats(full({2, keys}, nan)));
    }
    const std::vector<Operand> x{full({1, 2, 2, 3}, nan), full({1, 1, keys, 3}, nan),
                                 full({1, 1, keys, 2}, nan), full(mask_extents, mask)};
    return everything(op, {}, x, floats(full({1, 2, 2, 2}, nan)));
  };
  for (const Op op :
       {Op::flash_attention, Op::hard_masked_softmax, Op::scaled_dot_product_attention}) {
    for (const std::int64_t keys : {1, 5, 130}) {
      for (const Lengths& extents : {Lengths{2, keys}, Lengths{2, 1}, Lengths{1}, Lengths{}}) {
        for (const Floats& y : results(op, extents, false, keys)) {
          EXPECT_EQ(bits(y), bits(Floats(y.size(), 0.0F))) << operation(op).name;
        }
        for (const Floats& y : results(op, extents, true, keys)) {
          EXPECT_EQ(bits(y), bits(Floats(y.size(), nan))) << operation(op).name;
        }
      }
    }
  }
}

TEST(Limits, WhereLeaksNothingIntoTheGradientOfABroadcastBranch) {
  const Operand condition{{3}, Masks{true, false, true}};
  const Operand one = full({}, nan);
  const Operand three = full({3}, inf);
  const auto by = [&](std::size_t branch, const Floats& g) {
    const std::vector<Operand> x = branch == 0 ? std::vector<Operand>{condition, one, three}
                                               : std::vector<Operand>{condition, three, one};
    return bits(vjp(Op::where, {}, x, branch, g));
  };
  EXPECT_EQ(by(0, {1, nan, 2}), bits({3}));
  EXPECT_EQ(by(0, {1, inf, -inf}), bits({-inf}));
  EXPECT_EQ(by(0, {1, 5, nan}), bits({nan}));
  EXPECT_EQ(by(1, {nan, 5, inf}), bits({5}));
  EXPECT_EQ(by(1, {1, nan, 2}), bits({nan}));
}

TEST(Limits, PaddedConvolutionIsPadThenConvolutionOfSpecialValuesToo) {
  const Attributes bare{{"strides", Integers{2, 1}}, {"groups", std::int64_t{2}}};
  Attributes padded = bare;
  padded.set("pads_begin", Integers{1, 0});
  padded.set("pads_end", Integers{2, 3});
  const Attributes pad{{"pads_begin", Integers{0, 0, 1, 0}}, {"pads_end", Integers{0, 0, 2, 3}}};
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Draw draw(Mix::special, seed);
    const Operand x = draw.operand(shared({2, 2, 4, 3}), 1);
    const std::vector<Operand> parameters{draw.operand(shared({4, 1, 2, 2}), 1),
                                          draw.operand(shared({4}), 1)};
    const std::vector<Operand> narrow{x, parameters[0], parameters[1]};
    const std::vector<Operand> wide{applied(Op::pad, pad, {x}), parameters[0], parameters[1]};
    const Operand y = applied(Op::conv, padded, narrow);
    EXPECT_EQ(bits(floats(y)), bits(forward(Op::conv, bare, wide)));
    const Operand g = draw.operand(shared(y.extents), 1);
    const Operand by_wide = gradient(Op::conv, bare, wide, 0, g);
    EXPECT_TRUE(
        same(gradient(Op::conv, padded, narrow, 0, g), gradient(Op::pad, pad, {x}, 0, by_wide)));
    for (const std::size_t parameter : {1U, 2U}) {
      EXPECT_TRUE(same(gradient(Op::conv, padded, narrow, parameter, g),
                       gradient(Op::conv, bare, wide, parameter, g)));
    }
  }
}

}  // namespace
}  // namespace touchstone::evaluation
