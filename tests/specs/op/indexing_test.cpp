#include "touchstone/op/indexing.h"

#include <gtest/gtest.h>

#include "samples.h"

namespace touchstone::evaluation {
namespace {

Attributes along(std::int64_t axis) { return {{"axis", axis}}; }

TEST(Gather, GradientAddsInAscendingOrderOntoZero) {
  const Operand x{{3}, Floats{1, 2, 3}};
  const Operand chosen{{4}, Ints{0, -1, 2, -3}};
  EXPECT_EQ(forward(Op::gather, {}, {x, chosen}), (Floats{1, 3, 3, 1}));
  // 2^24 + 1 + 1: each addition alone is a tie that rounds down, in this order.
  EXPECT_EQ(vjp(Op::gather, {}, {{{2}, Floats{0, 0}}, {{3}, Ints{1, 1, 1}}}, 0, {16777216, 1, 1}),
            (Floats{0, 16777216}));
  EXPECT_EQ(vjp(Op::gather, {}, {{{2}, Floats{0, 0}}, {{3}, Ints{1, 1, 1}}}, 0, {1, 1, 16777216}),
            (Floats{0, 16777218}));
}

TEST(Gather, NoGradientIsNegativeZero) {
  const std::vector<Operand> operands{{{2}, Floats{1, 2}}, {{1}, Ints{1}}};
  EXPECT_EQ(bits(vjp(Op::gather, {}, operands, 0, {-0.0F})), bits({0.0F, 0.0F}));
}

TEST(Gather, GradientIsScatterAddOntoZeros) {
  Samples samples(1);
  for (const std::int64_t axis : {0, 1, 2}) {
    const Operand x = samples.wild({3, 2, 4});
    const Operand chosen = samples.indices({2, 3}, x.extents[static_cast<std::size_t>(axis)]);
    const Operand g = samples.wild(applied(Op::gather, along(axis), {x, chosen}).extents);
    const Operand zeros{x.extents, Floats(floats(x).size(), 0.0F)};
    EXPECT_EQ(bits(vjp(Op::gather, along(axis), {x, chosen}, 0, floats(g))),
              bits(forward(Op::scatter_add, along(axis), {zeros, chosen, g})));
  }
}

TEST(Gather, GradientOfNothingTakesNoTime) {
  constexpr std::int64_t many = std::int64_t{1} << 40U;
  const std::vector<Operand> operands{{{0, many}, Floats{}}, {{0}, Ints{}}};
  EXPECT_EQ(vjp(Op::gather, {}, operands, 0, {}), Floats{});
}

TEST(ScatterAdd, ThenGatherFindsTheSums) {
  Samples samples(2);
  const Operand base = samples.wild({2, 5, 3});
  const Operand chosen{{3}, Ints{4, 0, -3}};  // distinct
  const Operand updates = samples.wild({2, 3, 3});
  const Operand sums = applied(Op::scatter_add, along(1), {base, chosen, updates});
  const Operand before = applied(Op::gather, along(1), {base, chosen});
  EXPECT_EQ(bits(forward(Op::gather, along(1), {sums, chosen})),
            bits(forward(Op::add, {}, {before, updates})));
}

TEST(ScatterAdd, LeavesTheRestOfTheBaseAsItIs) {
  const Operand base{{4}, Floats{-0.0F, -0.0F, 1, 2}};
  const Operand chosen{{3}, Ints{1, -1, 3}};
  EXPECT_EQ(bits(forward(Op::scatter_add, {}, {base, chosen, {{3}, Floats{-0.0F, 10, 100}}})),
            bits({-0.0F, -0.0F, 1, 112}));
  EXPECT_EQ(forward(Op::scatter_add, {}, {base, {{0}, Ints{}}, {{0}, Floats{}}}), floats(base));
}

TEST(ScatterAdd, GradientsAreTheCotangentAndWhatIsGatheredFromIt) {
  const std::vector<Operand> operands{
      {{2, 2}, Floats{1, 2, 3, 4}}, {{3}, Ints{1, 0, -1}}, {{3, 2}, Floats{1, 2, 3, 4, 5, 6}}};
  const Floats g{1, -0.0F, 3, 4};
  EXPECT_EQ(bits(vjp(Op::scatter_add, {}, operands, 0, g)), bits(g));
  EXPECT_EQ(bits(vjp(Op::scatter_add, {}, operands, 1, g)), bits({3, 4, 1, -0.0F, 3, 4}));
}

TEST(Embedding, IsGatherAlongTheFirstAxis) {
  Samples samples(3);
  for (const std::vector<std::int64_t>& extents :
       {std::vector<std::int64_t>{}, {4}, {2, 3}, {0, 2}}) {
    const Operand weight = samples.wild({5, 3});
    const Operand chosen = samples.indices(extents, 5);
    const Operand rows = applied(Op::embedding, {}, {weight, chosen});
    EXPECT_EQ(bits(floats(rows)), bits(forward(Op::gather, {}, {weight, chosen})));
    const Operand g = samples.wild(rows.extents);
    EXPECT_EQ(bits(vjp(Op::embedding, {}, {weight, chosen}, 0, floats(g))),
              bits(vjp(Op::gather, {}, {weight, chosen}, 0, floats(g))));
  }
}

}  // namespace
}  // namespace touchstone::evaluation
