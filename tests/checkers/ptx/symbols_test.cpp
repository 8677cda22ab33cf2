#include "touchstone/ptx/symbols.h"

#include <gtest/gtest.h>

#include "term_fixture.h"
#include "touchstone/ptx/operand_reading.h"

namespace touchstone::ptx {
namespace {

class SymbolsTest : public TermTest {};

TEST_F(SymbolsTest, FixedArithmeticIsThatOfDefinitions) {
  EXPECT_EQ(apply("add.rn.f32", {x, y}), make(TermKind::add, x, y));
  EXPECT_EQ(apply("sub.rn.f32", {x, y}), make(TermKind::sub, x, y));
  EXPECT_EQ(apply("mul.rn.f32", {x, y}), make(TermKind::mul, x, y));
  EXPECT_EQ(apply("fma.rn.f32", {x, y, z}), make(TermKind::fma, x, y, z));
  EXPECT_EQ(apply("mad.rn.f32", {x, y, z}), make(TermKind::fma, x, y, z));
  EXPECT_EQ(apply("div.rn.f32", {x, y}), make(TermKind::div, x, y));
  EXPECT_EQ(apply("rcp.rn.f32", {x}), make(TermKind::div, word(one_bits), x));
  EXPECT_EQ(apply("sqrt.rn.f32", {x}), make(TermKind::sqrt, x));
  EXPECT_EQ(apply("neg.f32", {x}), make(TermKind::neg, x));
  EXPECT_EQ(apply("abs.f32", {x}), make(TermKind::abs, x));
  EXPECT_EQ(apply("max.NaN.f32", {x, y}), make(TermKind::maximum, x, y));
  EXPECT_EQ(apply("min.NaN.f32", {x, y}), make(TermKind::minimum, x, y));
}

TEST_F(SymbolsTest, OtherArithmeticIsAnApplication) {
  for (const char* const opcode :
       {"add.f32", "add.rn.ftz.f32", "add.rz.f32", "add.rn.sat.f32", "mul.f32", "max.f32",
        "max.ftz.NaN.f32", "min.xorsign.abs.f32", "div.approx.f32", "div.full.f32"}) {
    const TermId term = apply(opcode, {x, y});
    ASSERT_EQ(kind(term), TermKind::apply2) << opcode;
    EXPECT_EQ(text_of(symbols.form(symbols.arena().nodes()[term])), text_of(*resolve(opcode)));
  }
  EXPECT_EQ(kind(apply("fma.rz.f32", {x, y, z})), TermKind::apply3);
  EXPECT_EQ(kind(apply("neg.ftz.f32", {x})), TermKind::apply1);
}

TEST_F(SymbolsTest, KeepsTheOperandsOfAnApplication) {
  const auto operands = [this](TermId term) {
    const OperandTerms of = symbols.operands(symbols.arena().nodes()[term]);
    return std::vector<TermId>(of.all().begin(), of.all().end());
  };
  EXPECT_EQ(operands(apply("popc.b32", {x})), (std::vector<TermId>{x}));
  EXPECT_EQ(operands(apply("shl.b32", {y, x})), (std::vector<TermId>{y, x}));
  EXPECT_EQ(operands(apply("prmt.b32", {z, x, y})), (std::vector<TermId>{z, x, y}));
  const TermId five = word(5);
  EXPECT_EQ(operands(apply("bfi.b32", {z, x, y, five})), (std::vector<TermId>{z, x, y, five}));
  // An operand that is a pair is no list of operands.
  const TermId wide = symbols.pair(x, y);
  EXPECT_EQ(operands(apply("mad.lo.s64", {wide, wide, wide})),
            (std::vector<TermId>{wide, wide, wide}));
}

TEST_F(SymbolsTest, CommutativeOperandsHaveOneOrder) {
  for (const char* const opcode : {"add.f32", "add.s32", "mul.lo.s32", "mul.wide.u32", "and.b32",
                                   "or.b32", "xor.b32", "max.f32", "min.s32", "setp.eq.b32"}) {
    EXPECT_EQ(apply(opcode, {x, y}), apply(opcode, {y, x})) << opcode;
  }
  for (const char* const opcode : {"sub.s32", "shl.b32", "div.u32", "copysign.f32"}) {
    EXPECT_NE(apply(opcode, {x, y}), apply(opcode, {y, x})) << opcode;
  }
  EXPECT_EQ(apply("mad.lo.s32", {x, y, z}), apply("mad.lo.s32", {y, x, z}));
  EXPECT_NE(apply("mad.lo.s32", {x, y, z}), apply("mad.lo.s32", {x, z, y}));
}

TEST_F(SymbolsTest, FoldsConstants) {
  EXPECT_EQ(apply("add.s32", {word(2), word(3)}), word(5));
  EXPECT_EQ(apply("add.rn.f32", {number(1), number(2)}), number(3));
  EXPECT_EQ(apply("mul.wide.u32", {word(0x80000000U), word(2)}), symbols.wide(0x100000000U));
  EXPECT_EQ(apply("popc.b64", {symbols.wide(7)}), word(3));
  EXPECT_EQ(apply("setp.lt.s32", {word(0xFFFFFFFFU), word(0)}), symbols.truth(true));
  EXPECT_EQ(apply("setp.lt.u32", {word(0xFFFFFFFFU), word(0)}), symbols.truth(false));
  EXPECT_NE(apply("add.s32", {x, word(0)}), x);
}

TEST_F(SymbolsTest, DoesNotFoldWhatTheIsaLeavesOpen) {
  EXPECT_EQ(kind(apply("add.f32", {number(1), number(2)})), TermKind::apply2);
  EXPECT_EQ(kind(apply("ex2.approx.f32", {number(1)})), TermKind::apply1);
  EXPECT_EQ(kind(apply("div.u32", {word(1), word(0)})), TermKind::apply2);
  EXPECT_EQ(apply("div.u32", {word(6), word(2)}), word(3));
}

TEST_F(SymbolsTest, AFoldedNanIsNeverReadAsBits) {
  const TermId nan = apply("sub.rn.f32", {word(infinity_bits), word(infinity_bits)});
  EXPECT_EQ(nan, word(open_nan));
  EXPECT_EQ(apply("add.rn.f32", {nan, number(1)}), nan);
  EXPECT_EQ(apply("setp.eq.f32", {nan, nan}), symbols.truth(false));
  EXPECT_EQ(kind(apply("and.b32", {nan, word(0xFFU)})), TermKind::apply2);
  EXPECT_EQ(kind(apply("copysign.f32", {nan, number(1)})), TermKind::apply2);
  EXPECT_EQ(kind(symbols.pair(nan, word(0))), TermKind::pair);
  // The bits of another NaN are as given.
  EXPECT_EQ(apply("and.b32", {word(nan_bits), word(0xFFU)}), word(1));
  EXPECT_EQ(kind(symbols.pair(word(nan_bits), word(0))), TermKind::wide);
}

TEST_F(SymbolsTest, ComparisonsOfNumbersFollowIeee) {
  struct Row {
    const char* opcode;
    bool less, equal, greater, unordered;
  };
  for (const Row& row :
       {Row{"setp.eq.f32", false, true, false, false}, Row{"setp.ne.f32", true, false, true, false},
        Row{"setp.lt.f32", true, false, false, false}, Row{"setp.le.f32", true, true, false, false},
        Row{"setp.gt.f32", false, false, true, false}, Row{"setp.ge.f32", false, true, true, false},
        Row{"setp.equ.f32", false, true, false, true}, Row{"setp.neu.f32", true, false, true, true},
        Row{"setp.ltu.f32", true, false, false, true}, Row{"setp.leu.f32", true, true, false, true},
        Row{"setp.gtu.f32", false, false, true, true}, Row{"setp.geu.f32", false, true, true, true},
        Row{"setp.num.f32", true, true, true, false},
        Row{"setp.nan.f32", false, false, false, true}}) {
    const TermId term = apply(row.opcode, {x, y});
    EXPECT_EQ(value(term, {one_bits, two_bits}), row.less) << row.opcode;
    EXPECT_EQ(value(term, {0, minus_zero_bits}), row.equal) << row.opcode;
    EXPECT_EQ(value(term, {two_bits, one_bits}), row.greater) << row.opcode;
    EXPECT_EQ(value(term, {nan_bits, one_bits}), row.unordered) << row.opcode;
    EXPECT_EQ(value(term, {one_bits, nan_bits}), row.unordered) << row.opcode;
    EXPECT_EQ(second(row.opcode, {x, y}), symbols.opposite(term)) << row.opcode;
  }
  EXPECT_EQ(apply("setp.gt.f32", {x, y}), make(TermKind::less, y, x));
}

TEST_F(SymbolsTest, TwoComparisonsOfIntegersSayAll) {
  const auto lt = apply("setp.lt.s32", {x, y});
  EXPECT_EQ(apply("setp.gt.s32", {y, x}), lt);
  EXPECT_EQ(apply("setp.ge.s32", {x, y}), symbols.opposite(lt));
  EXPECT_EQ(apply("setp.le.s32", {y, x}), symbols.opposite(lt));
  EXPECT_EQ(apply("setp.ne.s32", {x, y}), symbols.opposite(apply("setp.eq.s32", {x, y})));
  EXPECT_NE(apply("setp.lt.u32", {x, y}), lt);
}

TEST_F(SymbolsTest, SetpCombinesWithAPredicate) {
  const TermId p = apply("setp.eq.b32", {z, word(0)});
  const TermId compared = apply("setp.lt.f32", {x, y});
  EXPECT_EQ(apply("setp.lt.and.f32", {x, y, p}), symbols.both(compared, p));
  EXPECT_EQ(apply("setp.lt.or.f32", {x, y, p}), symbols.either(compared, p));
  EXPECT_EQ(second("setp.lt.and.f32", {x, y, p}), symbols.both(symbols.opposite(compared), p));
  const TermId exclusive = apply("setp.lt.xor.f32", {x, y, p});
  EXPECT_EQ(value(exclusive, {one_bits, two_bits, 0}), 0U);
  EXPECT_EQ(value(exclusive, {one_bits, two_bits, 1}), 1U);
  EXPECT_EQ(value(exclusive, {two_bits, one_bits, 0}), 1U);
}

TEST_F(SymbolsTest, PredicatesAreStatements) {
  const TermId p = apply("setp.lt.f32", {x, y});
  const TermId q = apply("setp.lt.f32", {y, z});
  EXPECT_EQ(apply("and.pred", {p, q}), make(TermKind::both, p, q));
  EXPECT_EQ(apply("or.pred", {p, q}), make(TermKind::either, p, q));
  EXPECT_EQ(apply("not.pred", {apply("not.pred", {p})}), p);
  EXPECT_EQ(apply("mov.pred", {p}), p);
  EXPECT_EQ(apply("selp.f32", {x, y, p}), make(TermKind::select, p, x, y));
  EXPECT_EQ(apply("selp.b32", {x, x, p}), x);
  EXPECT_EQ(apply("selp.b32", {x, y, symbols.truth(false)}), y);
  EXPECT_EQ(symbols.both(p, symbols.truth(true)), p);
  EXPECT_EQ(symbols.both(p, symbols.truth(false)), symbols.truth(false));
  EXPECT_EQ(symbols.either(p, symbols.truth(true)), symbols.truth(true));
  EXPECT_EQ(symbols.either(symbols.truth(false), p), p);
}

TEST_F(SymbolsTest, SelectsOfAnyType) {
  const TermId p = apply("setp.lt.f32", {x, y});
  const TermId q = apply("setp.lt.f32", {y, z});
  const TermId wide = symbols.select(p, symbols.pair(x, y), symbols.wide(7), Type::b64);
  EXPECT_EQ(symbols.low(wide), symbols.select(p, x, word(7), Type::b32));
  EXPECT_EQ(symbols.high(wide), symbols.select(p, y, word(0), Type::b32));
  const TermId chosen = symbols.select(p, q, symbols.opposite(q), Type::pred);
  EXPECT_EQ(value(chosen, {one_bits, two_bits, two_bits}), 0U);
  EXPECT_EQ(value(chosen, {two_bits, one_bits, two_bits}), 0U);
  EXPECT_EQ(value(chosen, {two_bits, one_bits, one_bits}), 1U);
}

TEST_F(SymbolsTest, MovesAndWidthsAreStructure) {
  for (const char* const opcode : {"mov.b32", "mov.f32", "mov.u32", "cvt.u32.s32"}) {
    EXPECT_EQ(apply(opcode, {x}), x) << opcode;
  }
  const TermId wide = symbols.pair(x, y);
  EXPECT_EQ(apply("mov.b64", {x, y}), wide);
  EXPECT_EQ(symbols.low(wide), x);
  EXPECT_EQ(symbols.high(wide), y);
  EXPECT_EQ(value(apply("mov.b32", {x, y}), {0x1234, 0xABCD}), 0xABCD1234U);
  EXPECT_EQ(value(apply("mov.b64", {x, y, y, x}), {1, 2}), 0x0001000200020001U);
  EXPECT_EQ(apply("cvt.u32.u64", {wide}), x);
  EXPECT_EQ(apply("cvt.u64.u32", {x}), symbols.pair(x, word(0)));
  EXPECT_EQ(kind(apply("cvt.s64.s32", {x})), TermKind::apply1);
  EXPECT_EQ(kind(apply("cvt.u32.u16", {x})), TermKind::apply1);  // of a wider register, perhaps
  EXPECT_EQ(symbols.pair(word(1), word(2)), symbols.wide(0x200000001U));
  EXPECT_EQ(symbols.high(symbols.wide(0x200000001U)), word(2));
}

TEST_F(SymbolsTest, HalvesOfAnApplicationAreItAgain) {
  const TermId sum = apply("add.s64", {symbols.pair(x, y), symbols.pair(y, z)});
  const TermId low = symbols.low(sum);
  const TermId high = symbols.high(sum);
  EXPECT_EQ(symbols.pair(low, high), sum);
  EXPECT_NE(symbols.pair(high, low), sum);
  EXPECT_EQ(value(low, {0xFFFFFFFFU, 1, 5}), 0U);
  EXPECT_EQ(value(high, {0xFFFFFFFFU, 1, 5}), 7U);
}

TEST_F(SymbolsTest, PackedNumbersAreTwo) {
  const TermId packed =
      apply("fma.rn.f32x2", {symbols.pair(x, y), symbols.pair(y, z), symbols.pair(z, x)});
  EXPECT_EQ(packed, symbols.pair(make(TermKind::fma, x, y, z), make(TermKind::fma, y, z, x)));
  const TermId flushed = apply("add.rn.ftz.f32x2", {symbols.pair(x, y), symbols.pair(y, z)});
  EXPECT_EQ(flushed,
            symbols.pair(apply("add.rn.ftz.f32", {x, y}), apply("add.rn.ftz.f32", {y, z})));
}

}  // namespace
}  // namespace touchstone::ptx
