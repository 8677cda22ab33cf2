#include "touchstone/ptx/openness.h"

#include <gtest/gtest.h>

#include <cmath>

#include "term_fixture.h"

namespace touchstone::ptx {
namespace {

class OpenTermTest : public TermTest {
 protected:
  [[nodiscard]] std::optional<OpenKind> openness(TermId term) const {
    const std::array<TermId, 1> roots{term};
    const auto cause = open_cause(symbols, roots, false);
    return cause ? std::optional(cause->kind) : std::nullopt;
  }
};

TEST_F(OpenTermTest, BitsOfAnArithmeticNan) {
  const TermId sum = apply("add.rn.f32", {x, y});
  EXPECT_EQ(openness(apply("and.b32", {sum, word(1)})), OpenKind::nan_read_as_bits);
  EXPECT_EQ(openness(apply("shl.b32", {apply("max.f32", {x, y}), word(1)})),
            OpenKind::nan_read_as_bits);
  EXPECT_EQ(openness(apply("copysign.f32", {sum, x})), OpenKind::nan_read_as_bits);
  const TermId chosen = symbols.select(apply("setp.lt.f32", {x, y}), x, sum, Type::f32);
  EXPECT_EQ(openness(apply("and.b32", {chosen, word(1)})), OpenKind::nan_read_as_bits);
  // As a number it may be read, and the bits of an input are what they are.
  EXPECT_FALSE(openness(apply("mul.rn.f32", {sum, x})));
  EXPECT_FALSE(openness(apply("max.f32", {sum, x})));
  EXPECT_FALSE(openness(apply("copysign.f32", {x, sum})));
  EXPECT_FALSE(openness(apply("and.b32", {x, word(1)})));
}

TEST_F(OpenTermTest, BitsOfANumberThatIsNeverNan) {
  // The exponent trick of expf: a saturated number times a constant plus a constant.
  const TermId part = apply("cvt.sat.f32.f32", {x});
  const TermId shifted = apply("fma.rm.f32", {part, number(252.0F), number(12582913.0F)});
  EXPECT_FALSE(openness(apply("shl.b32", {shifted, word(23)})));
  const TermId unbounded = apply("fma.rm.f32", {x, number(252.0F), number(12582913.0F)});
  EXPECT_EQ(openness(apply("shl.b32", {unbounded, word(23)})), OpenKind::nan_read_as_bits);
  EXPECT_FALSE(openness(apply("shl.b32", {apply("cvt.rn.f32.s32", {x}), word(1)})));
}

TEST_F(OpenTermTest, WhatMayBeFusedAndDivisionByZero) {
  EXPECT_EQ(openness(apply("add.f32", {x, y})), OpenKind::fusable);
  EXPECT_EQ(openness(make(TermKind::mul, apply("mul.f32", {x, y}), x)), OpenKind::fusable);
  EXPECT_FALSE(openness(apply("add.rn.f32", {x, y})));
  EXPECT_EQ(openness(apply("div.s32", {x, y})), OpenKind::zero_divisor);
  EXPECT_EQ(openness(apply("rem.u64", {symbols.pair(x, y), symbols.wide(0)})),
            OpenKind::zero_divisor);
  EXPECT_FALSE(openness(apply("div.s32", {x, word(7)})));
}

class NumberRangeTest : public TermTest {
 protected:
  [[nodiscard]] bool known(TermId term) { return NumberRanges(symbols).of(term).has_value(); }
};

TEST_F(NumberRangeTest, ContainsWhatIsEvaluated) {
  const TermId part = apply("cvt.sat.f32.f32", {x});
  const TermId term = apply("sub.rn.f32", {apply("mul.rn.f32", {part, number(-3)}), number(0.1F)});
  const auto range = NumberRanges(symbols).of(term);
  ASSERT_TRUE(range.has_value());
  for (const std::uint32_t bits : {0U, one_bits, two_bits, nan_bits, 0x3EAAAAABU, 0xFF800000U}) {
    const auto result = std::bit_cast<float>(static_cast<std::uint32_t>(value(term, {bits})));
    EXPECT_LE(range->least, result);
    EXPECT_GE(range->greatest, result);
  }
  // The exact bounds are −3 − 0.1f and −0.1f. Each of two operations moves one by at most half an
  // ulp, for its rounding, and one step outward.
  const double ulp_of_three = std::ldexp(1.0, 1 - 23);
  const double ulp_of_tenth = std::ldexp(1.0, -4 - 23);
  EXPECT_NEAR(range->least, -3.0 - double{0.1F}, 2 * 1.5 * ulp_of_three);
  EXPECT_NEAR(range->greatest, -double{0.1F}, 2 * 1.5 * ulp_of_tenth);
}

TEST_F(NumberRangeTest, GivesUpWhereNanMayBe) {
  const TermId part = apply("cvt.sat.f32.f32", {x});
  const TermId large = make(TermKind::mul, part, number(3e38F));
  EXPECT_TRUE(known(large));
  const TermId infinite = make(TermKind::mul, large, number(3e38F));
  EXPECT_TRUE(known(infinite));
  EXPECT_FALSE(known(make(TermKind::mul, infinite, part)));  // infinity times zero
  EXPECT_FALSE(known(x));
  EXPECT_FALSE(known(word(nan_bits)));
  EXPECT_FALSE(known(make(TermKind::maximum, x, part)));
  EXPECT_TRUE(known(apply("max.f32", {x, part})));
  EXPECT_FALSE(known(apply("max.NaN.f32", {x, part})));
  EXPECT_TRUE(known(make(TermKind::sqrt, part)));
  EXPECT_FALSE(known(make(TermKind::sqrt, make(TermKind::neg, part))));
}

}  // namespace
}  // namespace touchstone::ptx
