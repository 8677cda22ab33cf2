#include "touchstone/op/movement.h"

#include <gtest/gtest.h>

#include "samples.h"

namespace touchstone::evaluation {
namespace {

Attributes slice_along(std::int64_t axis, std::int64_t start, std::int64_t step,
                       std::int64_t count) {
  return {{"axes", Integers{axis}},
          {"starts", Integers{start}},
          {"steps", Integers{step}},
          {"counts", Integers{count}}};
}

const Operand matrix{{2, 3}, Floats{1, 2, 3, 4, 5, 6}};

TEST(Pad, PutsTheValueAround) {
  const Attributes pads{
      {"pads_begin", Integers{1, 0}}, {"pads_end", Integers{0, 2}}, {"value", -7.0F}};
  EXPECT_EQ(forward(Op::pad, pads, {matrix}),
            (Floats{-7, -7, -7, -7, -7, 1, 2, 3, -7, -7, 4, 5, 6, -7, -7}));
  EXPECT_EQ(vjp(Op::pad, pads, {matrix}, 0, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}),
            (Floats{6, 7, 8, 11, 12, 13}));
  const Attributes around_nothing{
      {"pads_begin", Integers{1}}, {"pads_end", Integers{1}}, {"value", -0.0F}};
  EXPECT_EQ(bits(forward(Op::pad, around_nothing, {{{0}, Floats{}}})), bits({-0.0F, -0.0F}));
}

TEST(Slice, GradientIsZeroWhereNothingWasTaken) {
  EXPECT_EQ(bits(vjp(Op::slice, slice_along(1, 2, -2, 2), {matrix}, 0, {1, 2, -0.0F, 4})),
            bits({2, 0, 1, 4, 0, -0.0F}));
  EXPECT_EQ(bits(vjp(Op::slice, slice_along(1, INT64_MIN, -1, 0), {matrix}, 0, {})),
            bits(Floats(6, 0.0F)));
  EXPECT_EQ(bits(vjp(Op::slice, slice_along(1, 1, INT64_MIN, 1), {matrix}, 0, {7, 8})),
            bits({0, 7, 0, 0, 8, 0}));
}

TEST(Slice, UndoesPad) {
  Samples samples(1);
  const Operand x = samples.wild({3, 4});
  const Attributes pads{{"pads_begin", Integers{0, 2}}, {"pads_end", Integers{0, 1}}};
  const Operand wide = applied(Op::pad, pads, {x});
  EXPECT_EQ(bits(forward(Op::slice, slice_along(1, 2, 1, 4), {wide})), bits(floats(x)));
  // Each is the other's gradient.
  const Operand back = gradient(Op::slice, slice_along(1, 2, 1, 4), {wide}, 0, x);
  EXPECT_EQ(bits(floats(back)), bits(floats(wide)));
}

TEST(Concat, GradientIsThePartThatTheOperandBecame) {
  const Attributes along{{"axis", std::int64_t{-1}}};
  const std::vector<Operand> operands{
      {{2, 1}, Floats{1, 2}}, {{2, 0}, Floats{}}, {{2, 2}, Floats{3, 4, 5, 6}}};
  const Floats g{1, 2, 3, 4, 5, 6};
  EXPECT_EQ(vjp(Op::concat, along, operands, 0, g), (Floats{1, 4}));
  EXPECT_EQ(vjp(Op::concat, along, operands, 1, g), (Floats{}));
  EXPECT_EQ(vjp(Op::concat, along, operands, 2, g), (Floats{2, 3, 5, 6}));
}

TEST(Permute, GradientGoesBack) {
  Samples samples(2);
  const Operand x = samples.wild({2, 3, 4});
  const Attributes rotate{{"axes", Integers{2, 0, 1}}};
  const Operand y = applied(Op::permute, rotate, {x});
  EXPECT_EQ(y.extents, (std::vector<std::int64_t>{4, 2, 3}));
  EXPECT_EQ(bits(vjp(Op::permute, rotate, {x}, 0, floats(y))), bits(floats(x)));
}

TEST(Reshape, GradientKeepsTheRowMajorOrder) {
  const Floats g{6, 5, 4, 3, 2, -0.0F};
  EXPECT_EQ(bits(vjp(Op::reshape, {{"shape", Integers{3, -1}}}, {matrix}, 0, g)), bits(g));
  EXPECT_EQ(bits(vjp(Op::flatten, {}, {matrix}, 0, g)), bits(g));
}

TEST(Broadcast, GradientIsTheCanonicalSumOfWhatReadAnElement) {
  // Of three: elements 0 and 2 first, then 1.
  const Attributes three{{"shape", Integers{3, 1}}};
  EXPECT_EQ(vjp(Op::broadcast, three, {{{1}, Floats{0}}}, 0, {1, 16777216, 1}), (Floats{16777218}));
  EXPECT_EQ(bits(vjp(Op::broadcast, three, {{{3, 1}, Floats{0, 0, 0}}}, 0, {1, -0.0F, 2})),
            bits({1, -0.0F, 2}));
  const Attributes none{{"shape", Integers{0, 2}}};
  EXPECT_EQ(bits(vjp(Op::broadcast, none, {{{2}, Floats{1, 2}}}, 0, {})), bits({0, 0}));
}

}  // namespace
}  // namespace touchstone::evaluation
