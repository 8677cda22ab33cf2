// Proofs that need a lemma of arithmetic, with the solvers that this machine has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "kernel_fixture.h"
#include "touchstone/smt/judge.h"

namespace touchstone::ptx {
namespace {

/// Two solvers with small budgets, or nothing where they are not installed.
LemmaJudge solver_judge() {
  smt::SolverLimits limits;
  limits.z3_resources = 40'000'000;
  limits.cvc5_resources = 2'000'000;
  limits.time = std::chrono::milliseconds(60'000);
  auto solvers = smt::installed_solvers(limits);
  if (!solvers) return {};
  return [judge = std::make_shared<smt::Judge>(std::move(*solvers))](const Lemma& lemma) {
    const auto judgement = judge->judge(lemma.smt_lib);
    if (!judgement) {
      ADD_FAILURE() << judgement.error().text();
      return LemmaAnswer::unknown;
    }
    switch (judgement->verdict) {
      case smt::Verdict::proved: return LemmaAnswer::proved;
      case smt::Verdict::refuted: return LemmaAnswer::refuted;
      default: return LemmaAnswer::unknown;
    }
  };
}

class SolverJudge : public ::testing::Test {
 protected:
  void SetUp() override {
    judge_ = solver_judge();
    if (!judge_) GTEST_SKIP() << "z3 and cvc5 are not both installed";
  }
  LemmaJudge judge_;
};

TEST_F(SolverJudge, ProvesALemmaAboutALimit) {
  // The larger of x and -x is |x|: also of zeros, and of NaN.
  const Proof proof =
      pointwise_proof(Op::abs, 1, "neg.f32 %f2, %f1;\nmax.f32 %f0, %f2, %f1;", 100, judge_);
  EXPECT_EQ(proof.verdict, Verdict::proved) << told(proof);
  EXPECT_EQ(proof.lemmas.size(), 1U);
  const Proof wrong =
      pointwise_proof(Op::abs, 1, "neg.f32 %f2, %f1;\nmin.f32 %f0, %f2, %f1;", 100, judge_);
  EXPECT_EQ(wrong.verdict, Verdict::refuted) << told(wrong);
}

TEST_F(SolverJudge, ProvesALemmaBelowArithmetic) {
  // No number is beyond the infinities; limits that drop NaN would put one in its place.
  const auto body = [](const std::string& nan) {
    return "max" + nan + ".f32 %f3, %f1, 0fFF800000;\nmin" + nan +
           ".f32 %f4, %f3, 0f7F800000;\nmul.rn.f32 %f0, %f4, %f2;";
  };
  const Proof proof = pointwise_proof(Op::mul, 2, body(".NaN"), 100, judge_);
  EXPECT_EQ(proof.verdict, Verdict::proved) << told(proof);
  EXPECT_EQ(proof.lemmas.size(), 2U);  // one for each limit
  const Proof wrong = pointwise_proof(Op::mul, 2, body(""), 100, judge_);
  EXPECT_EQ(wrong.verdict, Verdict::refuted) << told(wrong);
}

}  // namespace
}  // namespace touchstone::ptx
