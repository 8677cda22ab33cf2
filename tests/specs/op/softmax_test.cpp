#include "touchstone/op/softmax.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "evaluate.h"

namespace touchstone {
namespace {

using evaluation::Floats;
using evaluation::forward;
using evaluation::Masks;
using evaluation::Operand;
using evaluation::vjp;

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr Op family[] = {Op::hard_masked_softmax, Op::log_softmax, Op::softmax};

std::vector<std::uint32_t> bits(const Floats& x) {
  std::vector<std::uint32_t> out;
  for (const float element : x) out.push_back(canonical_bits(element));
  return out;
}

Operand row(Floats x) {
  const auto length = static_cast<std::int64_t>(x.size());
  return {{length}, std::move(x)};
}

/// Operands of an operation of the family with nothing masked.
std::vector<Operand> unmasked(Op op, const Operand& x) {
  std::vector<Operand> out{x};
  if (op == Op::hard_masked_softmax) out.push_back({{}, Masks{true}});
  return out;
}

Floats waves(int count, float step) {
  Floats out;
  for (int i = 0; i < count; ++i) out.push_back(std::sin(static_cast<float>(i) * step) * 4);
  return out;
}

TEST(Softmax, OfEqualElementsIsTheirShare) {
  EXPECT_EQ(forward(Op::softmax, {}, {row({3, 3, 3, 3})}), Floats(4, 0.25F));
  EXPECT_EQ(forward(Op::log_softmax, {}, {row({3, 3})}), Floats(2, -0x1.62e43p-1F));
  EXPECT_EQ(forward(Op::softmax, {}, {row({-7})}), Floats{1});
  EXPECT_EQ(bits(forward(Op::log_softmax, {}, {row({-7})})), bits({0}));
}

TEST(Softmax, AlongAnAxis) {
  const Operand x{{2, 2}, Floats{0, -200, 0, 200}};
  const Attributes first{{"axis", std::int64_t{0}}};
  EXPECT_EQ(forward(Op::softmax, first, {x}), (Floats{0.5F, 0, 0.5F, 1}));
  EXPECT_EQ(forward(Op::softmax, {}, {x}, 3), (Floats{1, 0, 0, 1}));
  EXPECT_EQ(forward(Op::log_softmax, {}, {x}), (Floats{0, -200, -200, 0}));
}

TEST(Softmax, AnInfiniteMaximumOrANaNGivesNaN) {
  for (const Op op : family) {
    for (const Floats& x : {Floats{-inf, -inf}, Floats{1, inf}, Floats{1, nan}}) {
      for (const float y : forward(op, {}, unmasked(op, row(x)))) EXPECT_TRUE(std::isnan(y));
    }
  }
  EXPECT_EQ(forward(Op::softmax, {}, {row({-inf, 0})}), (Floats{0, 1}));
  EXPECT_EQ(forward(Op::log_softmax, {}, {row({-inf, 0})}), (Floats{-inf, 0}));
}

TEST(Softmax, AShiftThatSubtractsExactlyChangesNoBit) {
  Floats x;
  Floats shifted;
  for (int i = 0; i < 300; ++i) {
    x.push_back(static_cast<float>((i * 37) % 64) / 16);
    shifted.push_back(x.back() + 1024);
  }
  for (const Op op : family) {
    EXPECT_EQ(forward(op, {}, unmasked(op, row(x))), forward(op, {}, unmasked(op, row(shifted))));
  }
}

TEST(Softmax, WithNothingMaskedTheMaskedOneIsTheSame) {
  const Operand x{{2, 300}, waves(600, 1.3F)};
  const Operand all{{2, 300}, Masks(600, true)};
  const Floats g = waves(600, 0.7F);
  EXPECT_EQ(forward(Op::hard_masked_softmax, {}, {x, all}), forward(Op::softmax, {}, {x}));
  EXPECT_EQ(vjp(Op::hard_masked_softmax, {}, {x, all}, 0, g), vjp(Op::softmax, {}, {x}, 0, g));
}

TEST(MaskedSoftmax, IsSoftmaxOfTheElementsLeftIn) {
  const Operand x{{2, 4}, Floats{nan, 5, inf, 5, 1, 2, 3, 4}};
  const Operand mask{{2, 4}, Masks{false, true, false, true, false, false, false, false}};
  const Floats y = forward(Op::hard_masked_softmax, {}, {x, mask}, 2);
  EXPECT_EQ(bits(y), bits({0, 0.5F, 0, 0.5F, 0, 0, 0, 0}));
  const Floats dx = vjp(Op::hard_masked_softmax, {}, {x, mask}, 0, {nan, 4, 9, 0, nan, 1, 1, 1});
  EXPECT_EQ(bits(dx), bits({0, 1, 0, -1, 0, 0, 0, 0}));
}

TEST(MaskedSoftmax, BroadcastsTheMask) {
  const Operand x{{2, 2}, Floats{1, 1, 7, 7}};
  const auto y = [&](const Operand& mask) {
    return forward(Op::hard_masked_softmax, {}, {x, mask});
  };
  EXPECT_EQ(y({{2}, Masks{true, false}}), (Floats{1, 0, 1, 0}));
  EXPECT_EQ(y({{2, 1}, Masks{true, false}}), (Floats{0.5F, 0.5F, 0, 0}));
  EXPECT_EQ(y({{}, Masks{false}}), Floats(4, 0));
}

TEST(Softmax, GradientsByHand) {
  // y = (¼, ¾): up to the roundings of numbers below 1.
  const Operand x = row({0, 0x1.193ea8p+0F});
  const Floats dx = vjp(Op::softmax, {}, {x}, 0, {1, 0});
  EXPECT_NEAR(dx[0], 0.1875, 1e-7);
  EXPECT_NEAR(dx[1], -0.1875, 1e-7);
  const Floats dlog = vjp(Op::log_softmax, {}, {x}, 0, {1, 0});
  EXPECT_NEAR(dlog[0], 0.75, 1e-7);
  EXPECT_NEAR(dlog[1], -0.75, 1e-7);
  EXPECT_EQ(vjp(Op::softmax, {}, {row({5})}, 0, {2}), Floats{0});
  EXPECT_EQ(vjp(Op::log_softmax, {}, {row({5})}, 0, {2}), Floats{0});
}

TEST(Softmax, ABatchIsItsElementsOneByOne) {
  const Floats both = waves(600, 1.1F);
  const Floats g = waves(600, 0.9F);
  const auto half = [](const Floats& x, std::ptrdiff_t which) {
    return Floats(x.begin() + which * 300, x.begin() + (which + 1) * 300);
  };
  for (const Op op : family) {
    const auto together = unmasked(op, {{2, 300}, both});
    const Floats y = forward(op, {}, together, 3);
    const Floats dx = vjp(op, {}, together, 0, g, 3);
    for (const std::ptrdiff_t which : {0, 1}) {
      const auto alone = unmasked(op, {{1, 300}, half(both, which)});
      EXPECT_EQ(half(y, which), forward(op, {}, alone));
      EXPECT_EQ(half(dx, which), vjp(op, {}, alone, 0, half(g, which)));
    }
  }
}

TEST(Softmax, OfNoRows) {
  for (const Op op : family) {
    EXPECT_EQ(forward(op, {}, unmasked(op, {{0, 3}, Floats{}})), Floats{});
    EXPECT_EQ(vjp(op, {}, unmasked(op, {{0, 3}, Floats{}}), 0, {}), Floats{});
    EXPECT_THROW((void)forward(op, {}, unmasked(op, {{3, 0}, Floats{}})), std::invalid_argument);
  }
}

}  // namespace
}  // namespace touchstone
