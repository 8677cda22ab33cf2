#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "small_kernel.h"
#include "touchstone/ptx/semantics.h"

namespace touchstone::ptx {
namespace {

using testing::HasSubstr;

const std::string start =
    "mov.u32 %r0, %tid.x;\nld.param.u64 %d0, [x];\nld.param.u64 %d1, [y];\n"
    "mul.wide.u32 %d2, %r0, 4;\nadd.s64 %d3, %d0, %d2;\nadd.s64 %d4, %d1, %d2;\n"
    "ld.global.f32 %f0, [%d3];\n";

Execution run(Symbols& symbols, const std::string& body, std::uint32_t threads = 1,
              const std::string& declarations = {}) {
  const Program program = small_program(module_text("u64 x, u64 y", body, declarations));
  const std::vector<Buffer> buffers{symbol_buffer("x", 0, threads), empty_buffer("y", threads)};
  auto out = execute(program, {"k", {1, 1, 1}, {threads, 1, 1}, 0, {pointer(0), pointer(1)}},
                     buffers, &symbols, {});
  if (!out) throw std::runtime_error(out.error().text());
  return std::move(*out);
}

TermId made(Symbols& symbols, const std::string& opcode, std::vector<TermId> operands) {
  return symbols.apply(*resolve(opcode), operands);
}

TEST(SymbolicRun, ArithmeticIsTheDefinitionsOwn) {
  Symbols symbols;
  const auto out =
      run(symbols, start + "fma.rn.f32 %f1, %f0, %f0, 0f3F800000;\nst.global.f32 [%d4], %f1;");
  ASSERT_TRUE(out.defects.empty());
  const TermId x = symbols.input(0, 0);
  EXPECT_EQ(out.buffers[1].terms[0],
            symbols.arena().make({TermKind::fma, x, x, symbols.word(0x3F800000)}));
  EXPECT_FALSE(out.data_dependent);
}

TEST(SymbolicRun, OperandsMayChangePlaces) {
  Symbols symbols;
  const std::string store = "st.global.f32 [%d4], %f1;";
  const auto one = run(symbols, start + "add.rn.f32 %f1, %f0, 0f3F800000;\n" + store);
  const auto other =
      run(symbols, start + "mov.f32 %f2, 0f3F800000;\nadd.rn.f32 %f1, %f2, %f0;\n" + store);
  EXPECT_EQ(one.buffers[1].terms, other.buffers[1].terms);
  const auto open = run(symbols, start + "add.f32 %f1, %f0, 0f3F800000;\n" + store);
  EXPECT_NE(one.buffers[1].terms, open.buffers[1].terms);
}

TEST(SymbolicRun, BranchesOnDataBecomeSelects) {
  Symbols symbols;
  const auto out = run(
      symbols,
      start +
          "setp.gt.f32 %p1, %f0, 0f00000000;\n@%p1 bra YES;\nmov.f32 %f1, 0f40000000;\nbra MEET;\n"
          "YES:\nadd.rn.f32 %f1, %f0, %f0;\nMEET:\nst.global.f32 [%d4], %f1;");
  ASSERT_TRUE(out.defects.empty());
  ASSERT_FALSE(out.stop) << out.stop->reason;
  const TermId x = symbols.input(0, 0);
  const TermId above = made(symbols, "setp.gt.f32", {x, symbols.word(0)});
  EXPECT_EQ(out.buffers[1].terms[0],
            symbols.select(above, symbols.arena().make({TermKind::add, x, x}),
                           symbols.word(0x40000000), Type::b32));
  EXPECT_TRUE(out.data_dependent);
  EXPECT_EQ(out.buffers[1].writers[0], 1);
}

TEST(SymbolicRun, StoresOnBothSidesBecomeOne) {
  Symbols symbols;
  const std::string both = start +
                           "setp.gt.f32 %p1, %f0, 0f00000000;\n@%p1 bra YES;\nst.global.f32 [%d4], "
                           "0f40000000;\nbra MEET;\n"
                           "YES:\nst.global.f32 [%d4], %f0;\nMEET:\n";
  const auto out = run(symbols, both);
  const TermId x = symbols.input(0, 0);
  const TermId above = made(symbols, "setp.gt.f32", {x, symbols.word(0)});
  EXPECT_EQ(out.buffers[1].terms[0], symbols.select(above, x, symbols.word(0x40000000), Type::b32));
  EXPECT_EQ(out.buffers[1].writers[0], 1);
  const auto one = run(symbols, start +
                                    "setp.gt.f32 %p1, %f0, 0f00000000;\n@!%p1 bra MEET;\n"
                                    "st.global.f32 [%d4], %f0;\nMEET:\n");
  EXPECT_EQ(one.buffers[1].writers[0], 0);
}

TEST(SymbolicRun, NestedBranchesAndSharedMemory) {
  Symbols symbols;
  const auto out = run(
      symbols,
      start +
          "mov.u32 %r5, s;\nst.shared.f32 [%r5], %f0;\nsetp.gt.f32 %p1, %f0, 0f00000000;\n@!%p1 "
          "bra MEET;\n"
          "setp.gt.f32 %p2, %f0, 0f3F800000;\n@!%p2 bra INNER;\nst.shared.f32 [%r5], "
          "0f3F800000;\nINNER:\n"
          "ld.shared.f32 %f2, [%r5];\nadd.rn.f32 %f2, %f2, %f2;\nst.shared.f32 [%r5], %f2;\nMEET:\n"
          "ld.shared.f32 %f3, [%r5];\nst.global.f32 [%d4], %f3;",
      1, ".shared .align 4 .b8 s[4];");
  ASSERT_FALSE(out.stop) << out.stop->reason;
  const TermId x = symbols.input(0, 0);
  const TermId one = symbols.word(0x3F800000);
  const TermId positive = made(symbols, "setp.gt.f32", {x, symbols.word(0)});
  const TermId above = made(symbols, "setp.gt.f32", {x, one});
  const TermId inner = symbols.select(symbols.opposite(above), x, one, Type::b32);
  const TermId twice = symbols.arena().make({TermKind::add, inner, inner});
  EXPECT_EQ(out.buffers[1].terms[0],
            symbols.select(symbols.opposite(positive), x, twice, Type::b32));
}

TEST(SymbolicRun, EarlyReturnOnDataWritesNothingCertain) {
  Symbols symbols;
  const auto out = run(symbols, start +
                                    "setp.gt.f32 %p1, %f0, 0f00000000;\n@%p1 bra GO;\nret;\nGO:\n"
                                    "st.global.f32 [%d4], %f0;");
  EXPECT_FALSE(out.stop);
  EXPECT_EQ(out.buffers[1].writers[0], 0);
}

TEST(SymbolicRun, WhatMustNotDependOnData) {
  Symbols symbols;
  const auto address = run(
      symbols, start +
                   "ld.global.u32 %r3, [%d3];\nmul.wide.u32 %d5, %r3, 4;\n"
                   "add.s64 %d6, %d0, %d5;\nld.global.f32 %f1, [%d6];\nst.global.f32 [%d4], %f1;");
  ASSERT_TRUE(address.stop);
  EXPECT_THAT(address.stop->reason, HasSubstr("address"));
  const auto barrier =
      run(symbols, start +
                       "setp.gt.f32 %p1, %f0, 0f00000000;\n@%p1 bra MEET;\nbar.sync 0;\n"
                       "MEET:\nst.global.f32 [%d4], %f0;");
  ASSERT_EQ(barrier.defects.size(), 1U);
  EXPECT_EQ(barrier.defects[0].kind, DefectKind::barrier_divergence);
  EXPECT_TRUE(barrier.data_dependent);
  const auto loop =
      run(symbols, start +
                       "L:\nmul.rn.f32 %f0, %f0, 0f3F000000;\nsetp.gt.f32 %p1, %f0, 0f3F800000;\n"
                       "@%p1 bra L;\nst.global.f32 [%d4], %f0;");
  ASSERT_TRUE(loop.stop);
  EXPECT_THAT(loop.stop->reason, HasSubstr("trip count"));
}

TEST(SymbolicRun, ABoundedLoopThatDataMayLeave) {
  Symbols symbols;
  const auto out =
      run(symbols, start +
                       "mov.u32 %r3, 0;\nL:\nsetp.gt.f32 %p1, %f0, 0f3F800000;\n@%p1 bra OUT;\n"
                       "add.rn.f32 %f0, %f0, %f0;\nadd.s32 %r3, %r3, 1;\nsetp.lt.u32 %p2, %r3, "
                       "3;\n@%p2 bra L;\nOUT:\n"
                       "st.global.f32 [%d4], %f0;");
  EXPECT_FALSE(out.stop);
  EXPECT_EQ(out.buffers[1].writers[0], 1);
}

TEST(SymbolicRun, ShufflesCarryTerms) {
  Symbols symbols;
  const auto out =
      run(symbols, start + "shfl.sync.bfly.b32 %f1|%p1, %f0, 1, 31, -1;\nst.global.f32 [%d4], %f1;",
          32);
  ASSERT_TRUE(out.defects.empty());
  EXPECT_EQ(out.buffers[1].terms[0], symbols.input(0, 1));
  EXPECT_EQ(out.buffers[1].terms[31], symbols.input(0, 30));
}

TEST(SymbolicRun, PartsOfWordsUnderAConditionAreNotForgotten) {
  Symbols symbols;
  const std::string declarations = ".shared .align 4 .b8 s[4];";
  const std::string before = start +
                             "mov.u32 %r5, s;\nst.shared.u8 [%r5], 0;\nsetp.gt.f32 %p1, %f0, "
                             "0f00000000;\n@!%p1 bra MEET;\n";
  const std::string after =
      "MEET:\nld.shared.u8 %r6, [%r5];\ncvt.rn.f32.u32 %f1, %r6;\n"
      "st.global.f32 [%d4], %f1;";
  EXPECT_TRUE(run(symbols, before + "st.shared.u8 [%r5], 1;\n" + after, 1, declarations).stop);
  EXPECT_FALSE(run(symbols, before + after, 1, declarations).stop);
}

TEST(SymbolicRun, SeveralThreadsUnderConditionsOfTheirOwn) {
  Symbols symbols;
  const std::string declarations = ".shared .align 4 .b8 s[4];";
  const std::string body =
      start +
      "mov.u32 %r5, s;\nst.shared.u32 [%r5], 0;\nbar.sync 0;\n"
      "setp.gt.f32 %p1, %f0, 0f00000000;\n@!%p1 bra MEET;\nst.shared.u32 [%r5], 1;\nMEET:\n"
      "bar.sync 0;\nld.shared.u32 %r6, [%r5];\nst.global.u32 [%d4], %r6;";
  const auto several = run(symbols, body, 32, declarations);
  EXPECT_TRUE(several.stop || !several.defects.empty());
  const auto one = run(symbols, body, 1, declarations);
  EXPECT_FALSE(one.stop);
  EXPECT_TRUE(one.defects.empty());
}

TEST(SymbolicRun, NanOfArithmeticStaysOpenInMemory) {
  Symbols symbols;
  const std::string declarations = ".shared .align 4 .b8 s[4];";
  const std::string body =
      start +
      "mov.u32 %r5, s;\nmov.f32 %f1, 0f00000000;\n"
      "mul.rn.f32 %f1, %f1, 0f7F800000;\nst.shared.f32 [%r5], %f1;\nld.shared.u32 %r6, [%r5];\n"
      "setp.eq.u32 %p1, %r6, 0x7FC00000;\n@%p1 bra MEET;\nadd.rn.f32 %f0, %f0, %f0;\nMEET:\n"
      "st.global.f32 [%d4], %f0;";
  EXPECT_TRUE(run(symbols, body, 1, declarations).data_dependent);
}

TEST(SymbolicRun, WhatOutlivesALaunchIsNoFunctionOfItsArguments) {
  Symbols symbols;
  const auto text = [](const std::string& space) {
    return ".version 8.0\n.target sm_80\n.address_size 64\n" + space +
           " .align 4 .u32 g = 5;\n"
           ".visible .entry k(.param .u64 y)\n{\n.reg .b32 %r<4>;\n.reg .b64 %d<4>;\n"
           "ld.param.u64 %d0, [y];\nld" +
           space + ".u32 %r0, [g];\nst.global.u32 [%d0], %r0;\nret;\n}\n";
  };
  const std::vector<Buffer> buffers{empty_buffer("y", 1)};
  const Launch launch{"k", {1, 1, 1}, {1, 1, 1}, 0, {pointer(0)}};
  const auto variable = execute(small_program(text(".global")), launch, buffers, &symbols, {});
  ASSERT_TRUE(variable);
  EXPECT_TRUE(variable->stop);
  const auto constant = execute(small_program(text(".const")), launch, buffers, &symbols, {});
  ASSERT_TRUE(constant);
  EXPECT_FALSE(constant->stop);
  EXPECT_EQ(constant->buffers[0].terms[0], symbols.word(5));
}

TEST(SymbolicRun, WhereBuffersLieDecidesNothing) {
  Symbols symbols;
  const std::string store =
      "@%p1 bra MEET;\nadd.rn.f32 %f0, %f0, %f0;\nMEET:\nst.global.f32 [%d4], %f0;";
  for (const std::string wrong :
       {"setp.lt.u64 %p1, %d0, %d1;\n", "and.b64 %d5, %d0, 4095;\nsetp.eq.s64 %p1, %d5, 0;\n",
        "sub.s64 %d5, %d1, %d0;\nsetp.gt.s64 %p1, %d5, 0;\n"}) {
    EXPECT_TRUE(run(symbols, start + wrong + store).stop) << wrong;
  }
  for (const std::string right :
       {"setp.lt.u64 %p1, %d0, %d3;\n", "sub.s64 %d5, %d3, %d0;\nsetp.gt.s64 %p1, %d5, 0;\n"}) {
    EXPECT_FALSE(run(symbols, start + right + store).stop) << right;
  }
}

}  // namespace
}  // namespace touchstone::ptx
