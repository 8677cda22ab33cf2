#include "touchstone/audit/gate.h"

#include <gtest/gtest.h>

#include "gate_fixture.h"

namespace touchstone {
namespace {

TEST_F(GateTest, AcceptsWhenEveryObligationIsServed) {
  const GateResult result = gate(plan_, input_);
  EXPECT_TRUE(result.verdict.accepted);
  ASSERT_TRUE(result.accepted.has_value());
  EXPECT_TRUE(result.verdict.bit_exact);
  EXPECT_EQ(result.verdict.trust, Trust::identity);
  // What the kinds and the unsigned ledger imply is there though the evidence names A-DEFS alone.
  EXPECT_EQ(result.verdict.assumptions,
            (std::vector{AssumptionId::defs, AssumptionId::checker, AssumptionId::cxx,
                         AssumptionId::cpu, AssumptionId::ledger}));
}

TEST_F(GateTest, TrainingAsksForTheGradientToo) {
  use_profile("checked_cpu", Demand::training);
  expect_rejected("vjp: there is no evidence");
  support_everything();
  const GateResult result = gate(plan_, input_);
  EXPECT_TRUE(result.verdict.accepted);
  EXPECT_TRUE(result.verdict.bit_exact);
  EXPECT_EQ(result.verdict.obligations.size(), 6U);
}

TEST_F(GateTest, EvidenceForAGradientIsBoundToTheGradientsMeaning) {
  use_profile("checked_cpu", Demand::training);
  support_everything();
  Evidence& gradient = input_.evidence.back().evidence;
  ASSERT_EQ(gradient.claim.obligation, Obligation::vjp_bit_exact);
  gradient.meaning = plan_.classes[0].meaning.digest;
  expect_rejected("stale: made for meaning");
  support_everything();
  EXPECT_TRUE(gate(plan_, input_).verdict.accepted);
}

TEST_F(GateTest, AGradientsIdentityNeedsTheGradientsSelfCheck) {
  use_profile("checked_cpu", Demand::training);
  support_everything();
  input_.self_checks.pop_back();
  expect_rejected("no passing self-check stands beside it");
  support_everything();
  input_.self_checks.back().equal = 9;
  expect_rejected("relu, gradients: the self-check failed: 9 of 10");
}

TEST_F(GateTest, TestedGradientsAreNotCalledBitExact) {
  use_profile("checked_cpu", Demand::training);
  support_everything();
  input_.evidence.back().evidence.kind = EvidenceKind::test;
  const GateResult result = gate(plan_, input_);
  EXPECT_TRUE(result.verdict.accepted);
  EXPECT_FALSE(result.verdict.bit_exact);
}

TEST_F(GateTest, EveryStatementOfTheGradientIsAskedFor) {
  for (const Obligation missing : obligations_in(Contract::vjp)) {
    use_profile("checked_cpu", Demand::training);
    support_everything();
    EXPECT_TRUE(gate(plan_, input_).verdict.accepted);
    Capsule mute = *plan_.classes[0].capsule;
    std::erase_if(mute.claims, [&](const Claim& claim) { return claim.obligation == missing; });
    plan_.classes[0].capsule = &mute;
    expect_rejected("makes no claim for its contract vjp: " + std::string(name_of(missing)));
  }
}

TEST_F(GateTest, ACapsuleOfAnotherOperationCannotBePlannedIn) {
  Capsule other = *plan_.classes[0].capsule;
  other.refines = Op::add;
  plan_.classes[0].capsule = &other;
  expect_rejected("does not compute relu");
}

TEST_F(GateTest, APlanForTrainingCannotLeaveTheGradientOut) {
  use_profile("checked_cpu", Demand::training);
  support_everything();
  plan_.classes[0].vjp.reset();
  expect_rejected("relu is to be trained without a gradient");
}

TEST_F(GateTest, ATestedValueIsNotCalledBitExactForEveryInput) {
  value_evidence().kind = EvidenceKind::test;
  const GateResult result = gate(plan_, input_);
  EXPECT_TRUE(result.verdict.accepted);
  EXPECT_FALSE(result.verdict.bit_exact);
  EXPECT_EQ(result.verdict.trust, Trust::checked);
}

TEST_F(GateTest, ResultsOfOtherCheckersAreStale) {
  shape_evidence().checker.version = "older checkers";
  expect_rejected("another version of a checker");
}

TEST_F(GateTest, AFileCannotRaiseItsOwnTrust) {
  value_evidence().kind = EvidenceKind::theorem;
  expect_rejected("concludes value.bit_exact by theorem");
  value_evidence() = supporting(Obligation::bit_exact);
  shape_evidence().checker.name = "nobody";
  expect_rejected("is called 'nobody'");
  shape_evidence() = supporting(Obligation::in_bounds_once);
  shape_evidence().scope.operands.reset();
  expect_rejected("for all shapes");
  shape_evidence() = supporting(Obligation::in_bounds_once);
  EXPECT_TRUE(gate(plan_, input_).verdict.accepted);
}

TEST_F(GateTest, TextFromAFileReachesTheReasonsPrintable) {
  shape_evidence().outcome = Outcome::undecided;
  shape_evidence().detail = "\x1b[2J\nACCEPTED";
  expect_rejected("\\x1b[2J\\x0aACCEPTED");
}

TEST_F(GateTest, AnEmptyScopeIsNotAnyScope) {
  value_evidence().scope.operands = std::vector<TensorType>{};
  expect_rejected("does not cover");
}

TEST_F(GateTest, APlanThatLeavesSomethingOutRejects) {
  plan_.class_of_node.clear();
  expect_rejected("leaves nodes out");
  use_profile("checked_cpu");
  plan_.class_of_node[0] = 7;
  expect_rejected("class of another use");
  use_profile("checked_cpu");
  plan_.classes[0].operands = {{ElementType::float32, Shape::of({3})}};
  expect_rejected("class of another use");
  use_profile("checked_cpu");
  Capsule mute = *plan_.classes[0].capsule;
  mute.claims.clear();
  plan_.classes[0].capsule = &mute;
  expect_rejected("makes no claim for its contract shape");
}

TEST_F(GateTest, ManyShapesAreJudgedInLinearMemory) {
  GraphBuilder builder;
  constexpr std::int64_t shapes = 3000;
  for (std::int64_t n = 1; n <= shapes; ++n) {
    const std::string name = std::to_string(n);
    const ValueId x = *builder.add_input("x" + name, {ElementType::float32, Shape::of({n})});
    builder.mark_output(*builder.add_node("y" + name, Op::relu, {}, {x}));
  }
  graph_ = std::make_shared<const Graph>(*std::move(builder).finish({}));
  const Evidence model_of_shape = shape_evidence();
  const Evidence model_of_layout = input_.evidence[1].evidence;
  input_.evidence = {input_.evidence[2]};
  use_profile("checked_cpu");
  for (std::int64_t n = 1; n <= shapes; ++n) {
    for (Evidence e : {model_of_shape, model_of_layout}) {
      e.scope.operands = {{ElementType::float32, Shape::of({n})}};
      input_.evidence.push_back({e, Origin::derived_now});
    }
  }
  const GateResult result = gate(plan_, input_);
  EXPECT_TRUE(result.verdict.accepted);
  std::size_t told = 0;
  for (const ObligationResult& each : result.verdict.obligations) told += each.refused.size();
  EXPECT_EQ(told, 0U);
  input_.evidence.pop_back();
  EXPECT_FALSE(gate(plan_, input_).verdict.accepted);
}

TEST_F(GateTest, WhatIsThereIsNotMissingHoweverMuchLiesBeforeIt) {
  Evidence elsewhere = shape_evidence();
  shape_evidence().cases = 0;
  elsewhere.scope.operands = {{ElementType::float32, Shape::of({9})}};
  elsewhere.claim.obligation = Obligation::dense_row_major;
  elsewhere.claim.contract = Contract::layout;
  input_.evidence.insert(input_.evidence.begin(), 2000, {elsewhere, Origin::unsigned_ledger});
  const Verdict v = gate(plan_, input_).verdict;
  EXPECT_EQ(v.obligations[0].standing, Standing::inadmissible);
  ASSERT_FALSE(v.obligations[0].refused.empty());
  EXPECT_EQ(v.obligations[0].refused[0], "it rests on zero cases");
  std::erase_if(input_.evidence, [](const SourcedEvidence& each) {
    return each.evidence.claim.obligation == Obligation::in_bounds_once;
  });
  EXPECT_EQ(gate(plan_, input_).verdict.obligations[0].standing, Standing::missing);
}

TEST_F(GateTest, NothingIsServedByEmptiness) {
  input_.evidence.clear();
  expect_rejected("there is no evidence");
}

TEST_F(GateTest, EachDeletedPieceRejects) {
  for (std::size_t i = 0; i < 3; ++i) {
    GateInput fewer = input_;
    fewer.evidence.erase(fewer.evidence.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_FALSE(gate(plan_, fewer).verdict.accepted) << i;
  }
}

TEST_F(GateTest, AnAlteredDigestIsStale) {
  shape_evidence().artifact.bytes[0] ^= 1;
  expect_rejected("stale: made for artifact");
}

TEST_F(GateTest, AnAlteredMeaningIsStale) {
  value_evidence().meaning.bytes[31] ^= 1;
  expect_rejected("stale: made for meaning");
}

TEST_F(GateTest, IdentityOfAnotherLoadedFileIsStale) {
  value_evidence().loaded_file = sha256(std::string_view("another"));
  expect_rejected("another loaded file");
  value_evidence().loaded_file.reset();
  expect_rejected("another loaded file");
}

TEST_F(GateTest, AScopeThatFallsShortRejects) {
  shape_evidence().scope.operands = {{ElementType::float32, Shape::of({3})}};
  expect_rejected("does not cover");
}

TEST_F(GateTest, AScopeOfOtherAttributesRejects) {
  shape_evidence().scope.attributes.set("axis", std::int64_t{1});
  expect_rejected("does not cover");
}

TEST_F(GateTest, AProofInTheWrongContractFieldRejects) {
  value_evidence().claim.contract = Contract::shape;
  expect_rejected("proves value.bit_exact but sits in the contract field shape");
}

TEST_F(GateTest, AClaimOfAnotherOperationRejects) {
  shape_evidence().claim.op = Op::add;
  expect_rejected("another operation");
}

TEST_F(GateTest, UndecidedAndZeroCasesRejectWithTheirReasons) {
  shape_evidence().outcome = Outcome::undecided;
  shape_evidence().detail = "the budget ended";
  expect_rejected("outcome is undecided: the budget ended");
  shape_evidence() = supporting(Obligation::in_bounds_once);
  shape_evidence().cases = 0;
  expect_rejected("zero cases");
}

TEST_F(GateTest, CounterEvidenceOutweighsSupport) {
  Evidence counter = supporting(Obligation::bit_exact);
  counter.outcome = Outcome::failed;
  counter.kind = EvidenceKind::fuzz;
  counter.loaded_file.reset();
  counter.detail = "a known failing case";
  input_.evidence.push_back({counter, Origin::unsigned_ledger});
  expect_rejected("refuted: a known failing case");
  // Its twin about another artifact does not touch the claim.
  input_.evidence.back().evidence.artifact.bytes[0] ^= 1;
  EXPECT_TRUE(gate(plan_, input_).verdict.accepted);
}

TEST_F(GateTest, CounterEvidenceCountsInStrictFromAnUnsignedLedgerToo) {
  use_profile("strict");
  for (SourcedEvidence& sourced : input_.evidence) sourced.origin = Origin::derived_now;
  EXPECT_TRUE(gate(plan_, input_).verdict.accepted);
  Evidence counter = supporting(Obligation::bit_exact);
  counter.outcome = Outcome::failed;
  counter.detail = "a known failing case";
  input_.evidence.push_back({counter, Origin::unsigned_ledger});
  expect_rejected("a known failing case");
}

TEST_F(GateTest, StrictAdmitsNoUnsignedLedger) {
  use_profile("strict");
  expect_rejected("unsigned ledger");
}

TEST_F(GateTest, AKindTheProfileDoesNotAdmitRejects) {
  shape_evidence().kind = EvidenceKind::fuzz;
  expect_rejected("evidence of kind fuzz is not admitted");
  shape_evidence().kind = EvidenceKind::replay;
  EXPECT_TRUE(gate(plan_, input_).verdict.accepted);
  EXPECT_EQ(gate(plan_, input_).verdict.trust, Trust::checked);
}

TEST_F(GateTest, AnExcludedAssumptionRejects) {
  shape_evidence().assumptions.push_back(AssumptionId::cublas);
  expect_rejected("A-CUBLAS");
}

TEST_F(GateTest, IdentityNeedsAPassingSelfCheckOfThisProcess) {
  input_.self_checks[0].equal = 9;
  input_.self_checks[0].first_mismatch = "element 0 differs";
  expect_rejected("9 of 10 vectors equal");
  input_.self_checks.clear();
  expect_rejected("no passing self-check stands beside it");
  input_.self_checks = {{Op::relu, plan_.classes[0].attributes, Contract::value, 0, 0, {}}};
  expect_rejected("no vectors");
}

TEST_F(GateTest, ANodeWithoutACapsuleRejects) {
  registry_ = std::make_shared<const Registry>(*Registry::create({}));
  use_profile("checked_cpu");
  expect_rejected("no capsule may serve");
}

}  // namespace
}  // namespace touchstone
