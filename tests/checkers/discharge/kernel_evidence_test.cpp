#include "touchstone/discharge/kernel_evidence.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "touchstone/discharge/native_kernel.h"

namespace touchstone {
namespace {

/// The only class of a one-node graph, planned for device cuda.
Plan plan_of(Op op, const Attributes& attributes, const std::vector<Shape>& operands) {
  GraphBuilder builder;
  std::vector<ValueId> inputs;
  for (const Shape& shape : operands) {
    inputs.push_back(
        *builder.add_input("x" + std::to_string(inputs.size()), {ElementType::float32, shape}));
  }
  builder.mark_output(*builder.add_node("y", op, attributes, inputs));
  return make_plan(std::make_shared<const Graph>(*std::move(builder).finish({})),
                   std::make_shared<const Registry>(*Registry::create(native_cuda_capsules())),
                   *profile_named("strict"), Device::cuda, Demand::inference);
}

Evidence discharged(const Plan& plan, Obligation obligation, const KernelFinding& finding) {
  const NodeClass& node = plan.classes[0];
  const Claim claim{node.capsule->name, node.op, contract_of(obligation), obligation};
  return discharge(node, claim, finding, {sha256("file"), "today", "again"});
}

KernelFinding finding_with(ptx::Verdict verdict, std::optional<ptx::DefectKind> defect = {}) {
  KernelFinding out;
  LaunchProof launch;
  launch.artifact = "sm_80/relu.ptx";
  launch.proof.verdict = verdict;
  launch.proof.elements = 3;
  launch.proof.reason = "a term is open";
  if (defect) {
    launch.proof.defects.push_back({*defect, "what happened", {}, {}, {}, {}});
    launch.defect = "what happened";
  }
  out.proofs.push_back(launch);
  return out;
}

constexpr std::array forward{Obligation::in_bounds_once, Obligation::dense_row_major,
                             Obligation::bit_exact};

bool rests_on(const Evidence& e, AssumptionId id) {
  return std::find(e.assumptions.begin(), e.assumptions.end(), id) != e.assumptions.end();
}

TEST(KernelEvidence, AProofServesAllThreeContracts) {
  const Plan plan = plan_of(Op::relu, {}, {Shape::of({3})});
  for (const Obligation obligation : forward) {
    const Evidence e = discharged(plan, obligation, finding_with(ptx::Verdict::proved));
    EXPECT_EQ(e.outcome, Outcome::passed) << e.detail;
    EXPECT_EQ(e.kind, EvidenceKind::checker);
    EXPECT_EQ(e.checker.name, "ptx_prover");
    EXPECT_EQ(e.artifact, plan.classes[0].capsule->artifact.digest);
    EXPECT_EQ(e.scope.operands, plan.classes[0].operands);
    EXPECT_FALSE(rests_on(e, AssumptionId::smt));
    for (const AssumptionId id : {AssumptionId::checker, AssumptionId::ptxas, AssumptionId::gpu}) {
      EXPECT_TRUE(rests_on(e, id));
    }
  }
}

TEST(KernelEvidence, NamesEachLaunchOnce) {
  ptx::Launch launch{"relu", {4, 1, 1}, {16, 2, 1}, 0, {{0, 0}, {1, 16}, {{}, 3}}};
  EXPECT_EQ(text_of(launch), "relu(buffer 0, buffer 1 + 16, 3), grid 4, block 16x2");
  const Plan plan = plan_of(Op::relu, {}, {Shape::of({3})});
  KernelFinding finding = finding_with(ptx::Verdict::proved);
  finding.proofs[0].launch = text_of(launch);
  finding.proofs.push_back(finding.proofs[0]);
  const auto detail = [&] { return discharged(plan, Obligation::bit_exact, finding).detail; };
  const std::string same = detail();
  EXPECT_NE(same.find("; " + text_of(launch)), std::string::npos) << same;
  EXPECT_EQ(same.find("grid"), same.rfind("grid")) << same;
  launch.grid[0] = 8;
  finding.proofs[1].launch = text_of(launch);
  EXPECT_EQ(detail(), same + "; " + text_of(launch));
  finding = finding_with(ptx::Verdict::refuted, ptx::DefectKind::wrong_value);
  finding.proofs[0].launch = text_of(launch);
  EXPECT_NE(detail().find("; " + text_of(launch)), std::string::npos) << detail();
}

TEST(KernelEvidence, LemmasRestOnTheSolvers) {
  const Plan plan = plan_of(Op::relu, {}, {Shape::of({3})});
  KernelFinding finding = finding_with(ptx::Verdict::proved);
  finding.proofs[0].proof.lemmas.push_back({"x = x", "(check-sat)"});
  EXPECT_TRUE(rests_on(discharged(plan, Obligation::bit_exact, finding), AssumptionId::smt));
}

TEST(KernelEvidence, ADefectRefutesItsContractAndLeavesTheOthersOpen) {
  const Plan plan = plan_of(Op::relu, {}, {Shape::of({3})});
  const auto outcome = [&](Obligation obligation, ptx::DefectKind kind) {
    return discharged(plan, obligation, finding_with(ptx::Verdict::refuted, kind)).outcome;
  };
  using ptx::DefectKind;
  EXPECT_EQ(outcome(Obligation::in_bounds_once, DefectKind::data_race), Outcome::failed);
  EXPECT_EQ(outcome(Obligation::bit_exact, DefectKind::data_race), Outcome::undecided);
  EXPECT_EQ(outcome(Obligation::bit_exact, DefectKind::wrong_value), Outcome::failed);
  EXPECT_EQ(outcome(Obligation::in_bounds_once, DefectKind::wrong_value), Outcome::undecided);
}

TEST(KernelEvidence, NothingUndecidedPasses) {
  const Plan plan = plan_of(Op::relu, {}, {Shape::of({3})});
  KernelFinding one_open = finding_with(ptx::Verdict::proved);
  one_open.proofs.push_back(finding_with(ptx::Verdict::undecided).proofs[0]);
  KernelFinding untried;
  untried.untried = "beyond the budget";
  for (const Obligation obligation : forward) {
    for (const KernelFinding& finding : {one_open, untried, KernelFinding{}}) {
      EXPECT_EQ(discharged(plan, obligation, finding).outcome, Outcome::undecided);
    }
  }
}

TEST(KernelEvidence, BytesThatAreNotTheCapsulesRefuteItByName) {
  const Plan plan = plan_of(Op::relu, {}, {Shape::of({3})});
  NativeProver prover;
  prover.files = native_cuda::committed_files();
  prover.differences.push_back(
      {"native_cuda.relu", "sm_80/relu.ptx", sha256("declared"), sha256("found")});
  const KernelFinding finding = prove_native_kernel(plan.classes[0], prover, 1'000'000'000);
  const Evidence e = discharged(plan, Obligation::bit_exact, finding);
  EXPECT_EQ(e.outcome, Outcome::failed);
  EXPECT_NE(e.detail.find("native_cuda.relu"), std::string::npos) << e.detail;
}

TEST(KernelEvidence, AViewIsDecidedWithoutAKernel) {
  const Plan plan = plan_of(Op::reshape, {{"shape", Integers{3, 2}}}, {Shape::of({2, 3})});
  NativeProver prover;
  prover.files = native_cuda::committed_files();
  const KernelFinding finding = prove_native_kernel(plan.classes[0], prover, 1'000'000'000);
  for (const Obligation obligation : forward) {
    const Evidence e = discharged(plan, obligation, finding);
    EXPECT_EQ(e.outcome, Outcome::passed) << e.detail;
    EXPECT_EQ(e.cases, 1);
    EXPECT_FALSE(rests_on(e, AssumptionId::gpu));
  }
}

/// Its definition is read as terms, which take memory: the default budget ends before that does.
TEST(KernelEvidence, AViewOfManyElementsIsUntried) {
  constexpr std::int64_t default_budget = std::int64_t{1} << 31U;
  const auto finding_of = [](std::int64_t elements) {
    const Plan plan =
        plan_of(Op::reshape, {{"shape", Integers{elements, 1}}}, {Shape::of({elements})});
    NativeProver prover;
    prover.files = native_cuda::committed_files();
    return prove_native_kernel(plan.classes[0], prover, default_budget);
  };
  EXPECT_TRUE(finding_of(std::int64_t{1} << 30U).untried.has_value());
  EXPECT_TRUE(finding_of(std::int64_t{1} << 16U).no_kernel.has_value());
}

TEST(KernelEvidence, TheBudgetLeavesAProofUntried) {
  const Plan plan = plan_of(Op::relu, {}, {Shape::of({1000})});
  NativeProver prover;
  prover.files = native_cuda::committed_files();
  const std::int64_t foreseen = foreseen_proof(plan.classes[0]);
  const KernelFinding finding = prove_native_kernel(plan.classes[0], prover, foreseen - 1);
  EXPECT_TRUE(finding.untried.has_value());
  EXPECT_EQ(discharged(plan, Obligation::bit_exact, finding).outcome, Outcome::undecided);
}

}  // namespace
}  // namespace touchstone
