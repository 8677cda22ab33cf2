#include "touchstone/op/losses.h"

#include <gtest/gtest.h>

#include <cmath>

#include "evaluate.h"

namespace touchstone {
namespace {

using evaluation::Floats;
using evaluation::forward;
using evaluation::Ints;
using evaluation::Operand;
using evaluation::vjp;

const Attributes sum{{"reduction", std::string("sum")}};

Floats waves(int count, float step) {
  Floats out;
  for (int i = 0; i < count; ++i) out.push_back(std::sin(static_cast<float>(i) * step) * 4);
  return out;
}

TEST(MseLoss, ByHand) {
  const std::vector<Operand> x{{{2, 2}, Floats{1, 2, 3, 4}}, {{2, 2}, Floats{0, 4, 3, 1}}};
  EXPECT_EQ(forward(Op::mse_loss, {}, x, 3), Floats{3.5F});
  EXPECT_EQ(forward(Op::mse_loss, sum, x), Floats{14});
  EXPECT_EQ(vjp(Op::mse_loss, {}, x, 0, {2}, 3), (Floats{1, -2, 0, 3}));
  EXPECT_EQ(vjp(Op::mse_loss, sum, x, 0, {2}), (Floats{4, -8, 0, 12}));
  EXPECT_EQ(vjp(Op::mse_loss, {}, x, 1, {2}), (Floats{-1, 2, 0, -3}));
}

TEST(MseLoss, OfNothing) {
  const std::vector<Operand> nothing(2, Operand{{0}, Floats{}});
  EXPECT_TRUE(std::isnan(forward(Op::mse_loss, {}, nothing)[0]));
  EXPECT_EQ(forward(Op::mse_loss, sum, nothing), Floats{0});
  EXPECT_EQ(vjp(Op::mse_loss, {}, nothing, 0, {1}), Floats{});
}

TEST(MseLoss, SumsCanonically) {
  Floats squares;
  const Floats x = waves(300, 1.7F);
  for (const float e : x) squares.push_back(e * e);
  const Floats zero(300, 0);
  EXPECT_EQ(forward(Op::mse_loss, sum, {{{3, 100}, x}, {{3, 100}, zero}}),
            forward(Op::reduce_sum, {}, {{{300}, squares}}));
}

TEST(CrossEntropyLoss, IsTheNegatedLogSoftmaxAtTheTarget) {
  const Operand x{{2, 3}, waves(6, 1.3F)};
  const Floats y = forward(Op::log_softmax, {{"axis", std::int64_t{1}}}, {x});
  EXPECT_EQ(forward(Op::cross_entropy_loss, sum, {x, {{2}, Ints{2, 0}}}), Floats{-y[2] + -y[3]});
  EXPECT_EQ(forward(Op::cross_entropy_loss, {}, {x, {{2}, Ints{-1, -3}}}),
            Floats{(-y[2] + -y[3]) / 2});
}

TEST(CrossEntropyLoss, AlongAnotherAxis) {
  const Attributes first{{"axis", std::int64_t{0}}};
  const Operand x{{2, 2}, Floats{0, 300, 0, 0}};
  // At the first column two equal classes, at the second the less likely one of two.
  const Floats loss = forward(Op::cross_entropy_loss, first, {x, {{2}, Ints{0, 1}}});
  EXPECT_EQ(loss, Floats{(0x1.62e43p-1F + 300) / 2});
  EXPECT_EQ(forward(Op::cross_entropy_loss, first, {{{1}, Floats{5}}, {{}, Ints{0}}}), Floats{0});
}

TEST(CrossEntropyLoss, GradientsByHand) {
  const Operand x{{2, 2}, Floats{3, 3, 0, -200}};
  const Operand target{{2}, Ints{0, -1}};
  EXPECT_EQ(vjp(Op::cross_entropy_loss, sum, {x, target}, 0, {4}), (Floats{-2, 2, 4, -4}));
  EXPECT_EQ(vjp(Op::cross_entropy_loss, {}, {x, target}, 0, {4}, 3), (Floats{-1, 1, 2, -2}));
}

TEST(CrossEntropyLoss, OfNoTargetsAndOfNaN) {
  const std::vector<Operand> nothing{{{0, 3}, Floats{}}, {{0}, Ints{}}};
  EXPECT_TRUE(std::isnan(forward(Op::cross_entropy_loss, {}, nothing)[0]));
  EXPECT_EQ(forward(Op::cross_entropy_loss, sum, nothing), Floats{0});
  EXPECT_EQ(vjp(Op::cross_entropy_loss, {}, nothing, 0, {1}), Floats{});
  const std::vector<Operand> spoiled{{{1, 2}, Floats{NAN, 1}}, {{1}, Ints{1}}};
  EXPECT_TRUE(std::isnan(forward(Op::cross_entropy_loss, {}, spoiled)[0]));
}

}  // namespace
}  // namespace touchstone
