#include "touchstone/ptx/lemma.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lemma_fixture.h"
#include "touchstone/ptx/term_text.h"

namespace touchstone::ptx {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST_F(LemmaTest, NumbersAreComparedWithOneNan) {
  const TermId flipped = apply("xor.b32", {x, word(minus_zero_bits)});
  EXPECT_TRUE(proved(flipped, make(TermKind::neg, x)));
  EXPECT_TRUE(refuted(flipped, x));
  // As numbers all NaNs are one, as bits they are not.
  const TermId other_nan =
      symbols.select(make(TermKind::equal, x, x), x, word(nan_bits), Type::f32);
  EXPECT_TRUE(proved(other_nan, x));
  LemmaCut bits;
  bits.bits = true;
  EXPECT_TRUE(refuted(other_nan, x, bits));
  EXPECT_TRUE(proved(apply("and.b32", {x, x}), x, bits));
}

TEST_F(LemmaTest, ZerosAreTwo) {
  EXPECT_TRUE(refuted(make(TermKind::add, x, word(0)), x));
  EXPECT_TRUE(proved(make(TermKind::add, x, word(minus_zero_bits)), x));
}

TEST_F(LemmaTest, WhatIsCutOffIsFree) {
  const TermId deep = make(TermKind::exp, make(TermKind::mul, x, y));
  EXPECT_TRUE(proved(make(TermKind::neg, make(TermKind::neg, deep)), deep));
  LemmaCut cut;
  const TermId sum = make(TermKind::add, x, y);
  const TermId magnitude = make(TermKind::abs, make(TermKind::abs, make(TermKind::abs, sum)));
  EXPECT_TRUE(proved(magnitude, make(TermKind::abs, sum)));
  cut.depth = 1;
  EXPECT_TRUE(refuted(magnitude, make(TermKind::abs, sum), cut));
  cut.depth = 12;
  cut.leaves = std::span(&sum, 1);
  EXPECT_THAT(lemma_of(symbols, magnitude, sum, cut)->smt_lib, Not(HasSubstr("fp.add")));
}

TEST_F(LemmaTest, LookingTheSameIsBeingTheSame) {
  const TermId u = symbols.input(7, 12);
  const TermId v = symbols.input(9, 1);
  const auto one = lemma_of(symbols, make(TermKind::sub, x, y), make(TermKind::add, x, y));
  const auto two = lemma_of(symbols, make(TermKind::sub, u, v), make(TermKind::add, u, v));
  EXPECT_EQ(one->smt_lib, two->smt_lib);
  EXPECT_EQ(one->text, "sub(x0, x1) = add(x0, x1)");
  EXPECT_NE(one->smt_lib,
            lemma_of(symbols, make(TermKind::sub, y, x), make(TermKind::add, x, y))->smt_lib);
}

TEST_F(LemmaTest, NoLemmaRestsOnWhatIsOpen) {
  const TermId sum = make(TermKind::add, x, y);
  EXPECT_FALSE(lemma_of(symbols, apply("and.b32", {sum, word(1)}), word(0)));
  EXPECT_TRUE(lemma_of(symbols, apply("and.b32", {x, word(1)}), word(0)));
  EXPECT_FALSE(lemma_of(symbols, apply("add.f32", {x, y}), sum));
  EXPECT_FALSE(lemma_of(symbols, apply("div.u32", {x, y}), x));
  EXPECT_TRUE(lemma_of(symbols, apply("div.u32", {x, word(3)}), x));
  LemmaCut bits;
  bits.bits = true;
  EXPECT_FALSE(lemma_of(symbols, sum, x, bits));
  EXPECT_TRUE(lemma_of(symbols, sum, x));
  // Cut off, its bits are still open.
  LemmaCut cut;
  cut.leaves = std::span(&sum, 1);
  EXPECT_FALSE(lemma_of(symbols, apply("and.b32", {sum, word(1)}), make(TermKind::neg, sum), cut));
  // Another type's terms are not compared.
  EXPECT_FALSE(lemma_of(symbols, symbols.pair(x, y), x));
}

TEST_F(LemmaTest, Integers) {
  EXPECT_TRUE(proved(apply("shl.b32", {x, word(1)}), apply("add.s32", {x, x})));
  EXPECT_TRUE(proved(apply("shl.b32", {x, word(32)}), word(0)));
  EXPECT_TRUE(proved(apply("shr.s32", {x, word(40)}), apply("shr.s32", {x, word(31)})));
  EXPECT_TRUE(refuted(apply("shr.u32", {x, word(1)}), apply("shr.s32", {x, word(1)})));
  EXPECT_TRUE(proved(apply("rem.u32", {x, word(8)}), apply("and.b32", {x, word(7)})));
  EXPECT_TRUE(refuted(apply("rem.s32", {x, word(8)}), apply("and.b32", {x, word(7)})));
  EXPECT_TRUE(
      proved(apply("cvt.u32.u64", {apply("mul.wide.u32", {x, y})}), apply("mul.lo.u32", {x, y})));
  EXPECT_TRUE(proved(apply("add.s64", {symbols.pair(x, word(0)), symbols.wide(0)}),
                     symbols.pair(x, word(0))));
  EXPECT_TRUE(
      proved(apply("cvt.u32.u8", {apply("cvt.u32.u16", {x})}), apply("and.b32", {x, word(0xFF)})));
  EXPECT_TRUE(proved(apply("max.u32", {x, word(0)}), x));
  EXPECT_TRUE(refuted(apply("max.s32", {x, word(0)}), x));
  EXPECT_TRUE(proved(apply("setp.lt.u32", {x, word(1)}), apply("setp.eq.u32", {x, word(0)})));
}

TEST_F(LemmaTest, Conversions) {
  EXPECT_TRUE(proved(apply("cvt.rni.f32.f32", {apply("cvt.rn.f32.s32", {x})}),
                     apply("cvt.rn.f32.s32", {x})));
  const TermId byte = apply("and.b32", {x, word(0xFF)});
  EXPECT_TRUE(proved(apply("cvt.rzi.u32.f32", {apply("cvt.rn.f32.u32", {byte})}), byte));
  EXPECT_TRUE(refuted(apply("cvt.rzi.u32.f32", {apply("cvt.rn.f32.u32", {x})}), x));
}

TEST(TermText, ReadsAsACall) {
  Symbols symbols;
  const TermId x = symbols.input(0, 3);
  const TermId y = symbols.input(1, 7);
  const auto text = [&](TermId term) { return term_text(symbols, term); };
  EXPECT_EQ(text(symbols.arena().make({TermKind::fma, x, y, symbols.word(0)})),
            "fma(x[3], y[7], +0)");
  EXPECT_EQ(text(symbols.word(0x3DCCCCCDU)), "0.1");
  EXPECT_EQ(text(symbols.input(6, 1)), "operand6[1]");
  const std::array<TermId, 2> operands{x, symbols.word(0x7FFFFFFFU)};
  EXPECT_EQ(text(symbols.apply(*resolve("and.b32"), operands)), "and.b32(x[3], 0x7fffffff)");
  TermId sum = x;
  for (int i = 0; i < 100; ++i) sum = symbols.arena().make({TermKind::add, sum, sum});
  TermTextStyle style;
  style.depth = 1000;
  EXPECT_LT(term_text(symbols, sum, style).size(), 2000U);
  EXPECT_THAT(text(sum), HasSubstr("…"));
}

}  // namespace
}  // namespace touchstone::ptx
