#include "touchstone/ptx/prover.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernel_fixture.h"

namespace touchstone::ptx {
namespace {

using ::testing::HasSubstr;

void expect_proved(const Proof& proof) {
  EXPECT_EQ(proof.verdict, Verdict::proved) << told(proof);
  EXPECT_TRUE(proof.defects.empty());
  EXPECT_TRUE(proof.reason.empty());
  EXPECT_FALSE(proof.counterexample);
}

void expect_wrong_value(const Proof& proof) {
  ASSERT_EQ(proof.verdict, Verdict::refuted) << told(proof);
  ASSERT_EQ(proof.defects.size(), 1U);
  EXPECT_EQ(proof.defects.front().kind, DefectKind::wrong_value);
  EXPECT_NE(proof.defects.front().place.line, 0U);
  ASSERT_TRUE(proof.counterexample);
  EXPECT_NE(proof.counterexample->kernel_bits, proof.counterexample->expected_bits);
}

void expect_defect(const Proof& proof, DefectKind kind) {
  ASSERT_EQ(proof.verdict, Verdict::refuted) << told(proof);
  ASSERT_FALSE(proof.defects.empty());
  EXPECT_EQ(proof.defects.front().kind, kind) << told(proof);
  EXPECT_FALSE(proof.counterexample);
}

void expect_undecided(const Proof& proof, const std::string& reason) {
  EXPECT_EQ(proof.verdict, Verdict::undecided) << told(proof);
  EXPECT_THAT(proof.reason, HasSubstr(reason));
  EXPECT_TRUE(proof.lemmas.empty());
}

TEST(Prover, AnElementOfTheResultIsTheDefinitionsTerm) {
  const Proof proof = pointwise_proof(Op::add, 2, "add.rn.f32 %f0, %f1, %f2;");
  expect_proved(proof);
  EXPECT_EQ(proof.elements, 37);
  EXPECT_GT(proof.lane_instructions, 37U);
  EXPECT_EQ(proof.terms, 3 * 37U);
  EXPECT_TRUE(proof.lemmas.empty());
}

TEST(Prover, OperandsOfASumMayBeSwappedAndThoseOfADifferenceMayNot) {
  expect_proved(pointwise_proof(Op::add, 2, "add.rn.f32 %f0, %f2, %f1;"));
  expect_proved(pointwise_proof(Op::sub, 2, "sub.rn.f32 %f0, %f1, %f2;"));
  expect_wrong_value(pointwise_proof(Op::sub, 2, "sub.rn.f32 %f0, %f2, %f1;"));
}

TEST(Prover, ReluPropagatesNan) {
  expect_proved(pointwise_proof(Op::relu, 1, "max.NaN.f32 %f0, %f1, 0f00000000;"));
  const Proof proof = pointwise_proof(Op::relu, 1, "max.f32 %f0, %f1, 0f00000000;");
  expect_wrong_value(proof);
  EXPECT_EQ(proof.counterexample->expected_bits, 0x7FC00000U);
  EXPECT_EQ(proof.counterexample->kernel_bits, 0U);
  EXPECT_THAT(proof.defects.front().what, HasSubstr("of the result"));
}

TEST(Prover, ReluGivesPlusZeroForMinusZero) {
  // x where x is not less than or equal to +0, which NaN is not; otherwise +0.
  expect_proved(pointwise_proof(Op::relu, 1,
                                "setp.gtu.f32 %p1, %f1, 0f00000000;\n"
                                "selp.f32 %f0, %f1, 0f00000000, %p1;",
                                37, JudgeDouble(LemmaAnswer::proved).judge()));
  const Proof proof = pointwise_proof(Op::relu, 1,
                                      "setp.geu.f32 %p1, %f1, 0f00000000;\n"
                                      "selp.f32 %f0, %f1, 0f00000000, %p1;");
  expect_wrong_value(proof);
  EXPECT_EQ(proof.counterexample->kernel_bits, 0x80000000U);
}

TEST(Prover, ACounterexampleIsMadeSimple) {
  const Proof proof = pointwise_proof(Op::mul, 2, "add.rn.f32 %f0, %f1, %f2;");
  expect_wrong_value(proof);
  std::size_t not_zero = 0;
  for (const std::vector<std::uint32_t>& operand : proof.counterexample->operands) {
    ASSERT_EQ(operand.size(), 37U);
    for (const std::uint32_t bits : operand) not_zero += bits != 0 ? 1U : 0U;
  }
  EXPECT_EQ(not_zero, 1U);
}

TEST(Prover, EveryElementIsToBeWritten) {
  const Meant meant = meant_of(Op::neg, {floats({40})});
  const std::string text = pointwise_text(1, "neg.f32 %f0, %f1;");
  expect_proved(proof_of(text, launch_of(2, 40), meant));
  const Proof proof = proof_of(text, launch_of(2, 32), meant);
  expect_defect(proof, DefectKind::unwritten_output);
  EXPECT_THAT(proof.defects.front().what, HasSubstr("element [32] of the result"));
  EXPECT_THAT(proof.defects.front().what, HasSubstr("7 more"));
}

TEST(Prover, EveryElementIsToBeWrittenByOneThread) {
  const Meant meant = meant_of(Op::neg, {floats({32})});
  const auto of_index = [](const std::string& index) {
    return kernel_text(2, index +
                              "mul.wide.u32 %rd9, %r2, 4;\n"
                              "add.s64 %rd1, %rd1, %rd9;\nadd.s64 %rd2, %rd2, %rd9;\n"
                              "ld.global.f32 %f1, [%rd1];\nneg.f32 %f0, %f1;\n"
                              "st.global.f32 [%rd2], %f0;");
  };
  expect_proved(proof_of(of_index("mov.u32 %r2, %r1;\n"), launch_of(2, 32), meant));
  // Two threads store one value, which is no race, but each element is to have one owner.
  const Proof proof = proof_of(of_index("shr.u32 %r2, %r1, 1;\n"), launch_of(2, 64), meant);
  expect_defect(proof, DefectKind::doubly_written_output);
}

TEST(Prover, AStrayAccessRefutes) {
  const Meant meant = meant_of(Op::neg, {floats({32})});
  const std::string text = pointwise_text(1, "neg.f32 %f0, %f1;");
  expect_proved(proof_of(text, launch_of(2, 32), meant));
  expect_defect(proof_of(text, launch_of(2, 33), meant), DefectKind::out_of_bounds);
}

TEST(Prover, AnOperandIsReadOnly) {
  const Meant meant = meant_of(Op::neg, {floats({32})});
  const std::string body = "neg.f32 %f0, %f1;";
  expect_proved(proof_of(pointwise_text(1, body), launch_of(2, 32), meant));
  expect_defect(
      proof_of(pointwise_text(1, body + "\nst.global.f32 [%rd1], %f0;"), launch_of(2, 32), meant),
      DefectKind::read_only_store);
}

/// Sums of `columns` elements by one thread each: `step` adds %f1 to %f0.
std::string row_sums(const std::string& first, const std::string& step, int columns) {
  std::string body =
      "mul.wide.u32 %rd9, %r1, " + std::to_string(4 * columns) +
      ";\nadd.s64 %rd1, %rd1, %rd9;\nmul.wide.u32 %rd9, %r1, 4;\nadd.s64 %rd2, %rd2, %rd9;\n" +
      first + "mov.u32 %r2, 0;\nLOOP:\n" + step + "add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, " +
      std::to_string(columns - 1) + ";\n@%p1 bra LOOP;\nst.global.f32 [%rd2], %f0;";
  return kernel_text(2, body);
}

TEST(Prover, SumsAreInTheDefinitionsOrder) {
  constexpr int columns = 4;
  const Meant meant = meant_of(Op::reduce_sum, {floats({5, columns})}, {{"axes", Integers{1}}});
  // Of four elements: lanes 0 and 2, lanes 1 and 3, then both.
  const std::string load_all =
      "mul.wide.u32 %rd9, %r1, 16;\nadd.s64 %rd1, %rd1, %rd9;\n"
      "mul.wide.u32 %rd9, %r1, 4;\nadd.s64 %rd2, %rd2, %rd9;\n"
      "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];\n";
  expect_proved(proof_of(kernel_text(2, load_all + "add.rn.f32 %f5, %f3, %f1;\n"
                                                   "add.rn.f32 %f6, %f2, %f4;\n"
                                                   "add.rn.f32 %f0, %f5, %f6;\n"
                                                   "st.global.f32 [%rd2], %f0;"),
                         launch_of(2, 5), meant));
  expect_wrong_value(proof_of(row_sums("ld.global.f32 %f0, [%rd1];\n",
                                       "add.s64 %rd1, %rd1, 4;\nld.global.f32 %f1, [%rd1];\n"
                                       "add.rn.f32 %f0, %f0, %f1;\n",
                                       columns),
                              launch_of(2, 5), meant));
}

TEST(Prover, BroadcastOperandsAreReadWhereTheDefinitionReadsThem) {
  const Meant meant = meant_of(Op::add, {floats({4, 8}), floats({8})});
  const auto text = [](const std::string& column) {
    return kernel_text(3, column +
                              "mul.wide.u32 %rd9, %r1, 4;\nmul.wide.u32 %rd10, %r2, 4;\n"
                              "add.s64 %rd1, %rd1, %rd9;\nadd.s64 %rd2, %rd2, %rd10;\n"
                              "add.s64 %rd3, %rd3, %rd9;\n"
                              "ld.global.f32 %f1, [%rd1];\nld.global.f32 %f2, [%rd2];\n"
                              "add.rn.f32 %f0, %f1, %f2;\nst.global.f32 [%rd3], %f0;");
  };
  expect_proved(proof_of(text("and.b32 %r2, %r1, 7;\n"), launch_of(3, 32), meant));
  expect_wrong_value(proof_of(text("shr.u32 %r2, %r1, 2;\n"), launch_of(3, 32), meant));
}

TEST(Prover, AProductOfZerosIsNotNothing) {
  // It turns a sum that rounded to -0 into +0, which shows where -0 is added.
  const Meant meant = meant_of(Op::linear, {floats({1, 1}), floats({8, 1}), floats({8})});
  const auto text = [](const std::string& more) {
    return kernel_text(4,
                       "mul.wide.u32 %rd9, %r1, 4;\nadd.s64 %rd2, %rd2, %rd9;\n"
                       "add.s64 %rd3, %rd3, %rd9;\nadd.s64 %rd4, %rd4, %rd9;\n"
                       "ld.global.f32 %f1, [%rd1];\nld.global.f32 %f2, [%rd2];\n"
                       "ld.global.f32 %f3, [%rd3];\nmov.f32 %f4, 0f00000000;\n"
                       "fma.rn.f32 %f5, %f1, %f2, %f4;\n" +
                           more + "add.rn.f32 %f0, %f5, %f3;\nst.global.f32 [%rd4], %f0;");
  };
  expect_proved(proof_of(text(""), launch_of(4, 8), meant));
  expect_wrong_value(proof_of(text("fma.rn.f32 %f5, %f4, %f4, %f5;\n"), launch_of(4, 8), meant));
}

TEST(Prover, FusableFormsProveNothingAndSayWhatHelps) {
  expect_proved(pointwise_proof(Op::mul, 2, "mul.rn.f32 %f0, %f1, %f2;"));
  const Proof proof = pointwise_proof(Op::mul, 2, "mul.f32 %f0, %f1, %f2;");
  expect_undecided(proof, "-fmad=false");
  EXPECT_THAT(proof.reason, HasSubstr("mul.f32 at line"));
  // Nor do they refute: what ptxas makes of them may be right.
  expect_undecided(pointwise_proof(Op::mul, 2, "add.f32 %f0, %f1, %f2;"), "__fadd_rn");
}

TEST(Prover, BoundedFormsProveNothing) {
  expect_proved(pointwise_proof(Op::sqrt, 1, "sqrt.rn.f32 %f0, %f1;"));
  const Proof proof = pointwise_proof(Op::sqrt, 1, "sqrt.approx.f32 %f0, %f1;");
  expect_undecided(proof, "sqrt.approx.f32 at line");
  EXPECT_THAT(proof.reason, HasSubstr("bound"));
}

TEST(Prover, TheBitsOfANanOfArithmeticAreNobodysResult) {
  // The sign of the data itself may be cleared as bits; that of a sum may be a NaN's.
  JudgeDouble judge(LemmaAnswer::proved);
  expect_proved(pointwise_proof(Op::abs, 1, "and.b32 %f0, %f1, 0x7FFFFFFF;", 37, judge.judge()));
  const std::vector<TensorType> types{floats({37}), floats({37})};
  const Proof proof = pointwise_proof(Op::add, 2,
                                      "add.rn.f32 %f3, %f1, %f2;\nxor.b32 %f4, %f3, 0x80000000;\n"
                                      "xor.b32 %f0, %f4, 0x80000000;",
                                      37, judge.judge());
  expect_undecided(proof, "NaN");
  EXPECT_THAT(proof.reason, HasSubstr("xor.b32 at line"));
}

TEST(Prover, OpenBitsDoNotHideAWrongNumber) {
  expect_wrong_value(
      pointwise_proof(Op::add, 2, "add.rn.f32 %f3, %f1, %f2;\nxor.b32 %f0, %f3, 0x80000000;"));
}

/// x where it is not NaN, which it then is anyway: a detour that no rewriting rule knows.
constexpr std::string_view detour =
    "add.rn.f32 %f3, %f1, %f2;\n"
    "setp.lt.f32 %p1, %f1, %f2;\n"
    "@%p1 bra LESS;\n"
    "add.rn.f32 %f0, %f2, %f1;\n"
    "bra DONE;\n"
    "LESS:\n"
    "min.f32 %f4, %f1, %f2;\n"
    "max.f32 %f5, %f1, %f2;\n"
    "add.rn.f32 %f0, %f4, %f5;\n"
    "DONE:\n";

TEST(Prover, SolversAreAskedOneQuestionForAllElements) {
  JudgeDouble judge(LemmaAnswer::proved);
  const Proof proof = pointwise_proof(Op::add, 2, detour, 64, judge.judge());
  expect_proved(proof);
  EXPECT_EQ(judge.asked().size(), 1U);
  ASSERT_EQ(proof.lemmas.size(), 1U);
  EXPECT_THAT(proof.lemmas.front().smt_lib, HasSubstr("check-sat"));
}

TEST(Prover, WhatSolversDoNotProveStaysOpen) {
  JudgeDouble judge(LemmaAnswer::unknown);
  const Proof proof = pointwise_proof(Op::add, 2, detour, 64, judge.judge());
  expect_undecided(proof, "neither proved nor refuted");
  EXPECT_THAT(proof.open_term, HasSubstr(" = "));
  EXPECT_FALSE(judge.asked().empty());
  expect_undecided(pointwise_proof(Op::add, 2, detour, 64), "neither proved nor refuted");
}

TEST(Prover, QuestionsAreLimited) {
  JudgeDouble judge(LemmaAnswer::unknown);
  ProofLimits limits;
  limits.lemmas = 1;
  const std::vector<TensorType> types{floats({8}), floats({8})};
  const Proof proof = proof_of(pointwise_text(2, detour), launch_of(3, 8), meant_of(Op::add, types),
                               judge.judge(), limits);
  expect_undecided(proof, "neither proved nor refuted");
  EXPECT_EQ(judge.asked().size(), 1U);
}

TEST(Prover, ADefectBehindABranchOnDataCountsWhereDataLeadThere) {
  const Meant meant = meant_of(Op::neg, {floats({32})});
  const auto text = [](const std::string& statement) {
    return pointwise_text(1, "neg.f32 %f0, %f1;\n" + statement +
                                 "@!%p1 bra DONE;\n"
                                 "ld.global.f32 %f2, [%rd1+4096];\nDONE:\n");
  };
  expect_defect(proof_of(text("setp.gt.f32 %p1, %f1, 0f3F800000;\n"), launch_of(2, 32), meant),
                DefectKind::out_of_bounds);
  // x < x holds for no x.
  expect_undecided(proof_of(text("setp.lt.f32 %p1, %f1, %f1;\n"), launch_of(2, 32), meant),
                   "branch on data");
}

/// One thread for each x[i], which it reads again at an address that depends on it: that of x[i]
/// itself where `distance` is 0, and that many bytes on where the integer part of x[i] has its bit
/// 2 set. Then `body` makes %f0 of %f2.
std::string reads_by_data(int distance, const std::string& body) {
  return pointwise_text(1,
                        "cvt.rzi.s32.f32 %r2, %f1;\n"
                        "shr.u32 %r2, %r2, 2;\n"
                        "and.b32 %r2, %r2, 1;\n"
                        "mul.wide.u32 %rd10, %r2, " +
                            std::to_string(distance) +
                            ";\nadd.s64 %rd10, %rd10, %rd1;\n"
                            "ld.global.f32 %f2, [%rd10];\n" +
                            body);
}

TEST(Prover, WhereThereAreNoTermsRunsMayStillRefute) {
  const Meant meant = meant_of(Op::neg, {floats({32})});
  const Launch launch = launch_of(2, 32);
  expect_undecided(proof_of(reads_by_data(0, "neg.f32 %f0, %f2;"), launch, meant), "at line");
  expect_wrong_value(proof_of(reads_by_data(0, "abs.f32 %f0, %f2;"), launch, meant));
  expect_defect(proof_of(reads_by_data(4096, "neg.f32 %f0, %f2;"), launch, meant),
                DefectKind::out_of_bounds);
}

TEST(Prover, BudgetsEndUndecided) {
  ProofLimits limits;
  limits.machine.lane_instructions = 50;
  const Meant meant = meant_of(Op::neg, {floats({32})});
  const std::string text = pointwise_text(1, "neg.f32 %f0, %f1;");
  expect_proved(proof_of(text, launch_of(2, 32), meant));
  expect_undecided(proof_of(text, launch_of(2, 32), meant, {}, limits), "50");
}

TEST(Prover, ALaunchThatDoesNotFitIsAnError) {
  const Program program = program_from(pointwise_text(1, "neg.f32 %f0, %f1;"));
  const Meant meant = meant_of(Op::neg, {floats({32})});
  ASSERT_TRUE(prove(program, launch_of(2, 32), meant, {}, {}));
  const auto proof = prove(program, launch_of(1, 32), meant, {}, {});
  ASSERT_FALSE(proof);
  EXPECT_EQ(proof.error().kind, Failure::unreadable);
}

TEST(Prover, WhatIsMeantMustBeOfFloats) {
  const Program program = program_from(pointwise_text(1, "neg.f32 %f0, %f1;"));
  Meant meant = meant_of(Op::neg, {floats({32})});
  meant.result.shape = Shape::of({31});
  const auto proof = prove(program, launch_of(2, 32), meant, {}, {});
  ASSERT_FALSE(proof);
  EXPECT_EQ(proof.error().kind, Failure::unreadable);
  const Meant mask = meant_of(Op::less, {floats({32}), floats({32})});
  const auto of_mask = prove(program, launch_of(3, 32), mask, {}, {});
  ASSERT_FALSE(of_mask);
  EXPECT_EQ(of_mask.error().kind, Failure::unavailable);
}

}  // namespace
}  // namespace touchstone::ptx
