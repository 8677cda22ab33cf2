#include "touchstone/discharge/discharge.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "touchstone/discharge/version.h"
#include "touchstone/reference/capsules.h"

namespace touchstone {
namespace {

/// The only class of a one-node graph.
Plan plan_of(Op op, const std::vector<Shape>& operands) {
  GraphBuilder builder;
  std::vector<ValueId> inputs;
  for (const Shape& shape : operands) {
    inputs.push_back(
        *builder.add_input("x" + std::to_string(inputs.size()), {ElementType::float32, shape}));
  }
  builder.mark_output(*builder.add_node("y", op, {}, inputs));
  return make_plan(std::make_shared<const Graph>(*std::move(builder).finish({})),
                   std::make_shared<const Registry>(*Registry::create(reference_capsules())),
                   *profile_named("strict"), Device::cpu, Demand::training);
}

Evidence discharged(const Plan& plan, Obligation obligation, const SelfCheckResult& self_check,
                    const IndexBudget& budget = {}) {
  const NodeClass& node = plan.classes[0];
  const Claim claim{node.capsule->name, node.op, contract_of(obligation), obligation};
  return discharge(node, claim, self_check, budget, {sha256("file"), "today", "again"});
}

bool rests_on(const Evidence& e, AssumptionId id) {
  return std::find(e.assumptions.begin(), e.assumptions.end(), id) != e.assumptions.end();
}

TEST(Discharge, BindsEvidenceToWhatWasRun) {
  const Plan plan = plan_of(Op::softmax, {Shape::of({2, 3})});
  for (const Obligation obligation : all_obligations) {
    const Contract contract =
        contract_of(obligation) == Contract::vjp ? Contract::vjp : Contract::value;
    const SelfCheckResult self_check = self_check_of(plan.classes[0], contract, native_kernels());
    EXPECT_EQ(self_check.contract, contract);
    const Evidence e = discharged(plan, obligation, self_check);
    EXPECT_EQ(e.outcome, Outcome::passed) << e.detail;
    EXPECT_EQ(e.artifact, plan.classes[0].capsule->artifact.digest);
    EXPECT_EQ(e.meaning, plan.classes[0].meaning_for(contract).digest);
    EXPECT_EQ(e.checker.version, checkers_version());
    EXPECT_GT(e.cases, 0);
    EXPECT_EQ(e.loaded_file.has_value(), claims_bits(obligation));
    EXPECT_EQ(e.scope.operands.has_value(), !claims_bits(obligation));
    for (const AssumptionId id : {AssumptionId::defs, AssumptionId::checker, AssumptionId::cxx}) {
      EXPECT_TRUE(rests_on(e, id)) << name_of(obligation);
    }
  }
}

TEST(Discharge, WhatMpfrRoundsRestsOnItAndNothingElseDoes) {
  for (const auto& [op, expected] :
       {std::pair{Op::softmax, true}, std::pair{Op::rfft, true}, std::pair{Op::relu, false}}) {
    const Plan plan = plan_of(op, {Shape::of({2, 3})});
    const SelfCheckResult self_check =
        self_check_of(plan.classes[0], Contract::value, native_kernels());
    const Evidence e = discharged(plan, Obligation::bit_exact, self_check);
    EXPECT_EQ(rests_on(e, AssumptionId::mpfr), expected);
    EXPECT_EQ(e.detail.find("MPFR") != std::string::npos, expected) << e.detail;
  }
}

TEST(Discharge, AFailedSelfCheckIsCounterEvidence) {
  const Plan plan = plan_of(Op::relu, {Shape::of({3})});
  const SelfCheckResult failed{Op::relu, plan.classes[0].attributes, Contract::value, 10,
                               9,        "element 0 differs"};
  const Evidence e = discharged(plan, Obligation::bit_exact, failed);
  EXPECT_EQ(e.outcome, Outcome::failed);
  EXPECT_NE(e.detail.find("element 0 differs"), std::string::npos);
}

TEST(Discharge, TheBudgetLeavesAnUndecidedAnswer) {
  const Plan plan = plan_of(Op::relu, {Shape::of({100})});
  const std::int64_t foreseen =
      foreseen_accesses(plan.classes[0], plan.classes[0].capsule->claims[0]);
  EXPECT_EQ(foreseen, 200);
  IndexBudget budget;
  budget.accesses = foreseen;
  EXPECT_EQ(discharged(plan, Obligation::in_bounds_once, {}, budget).outcome, Outcome::passed);
  budget.accesses = foreseen - 1;
  EXPECT_EQ(discharged(plan, Obligation::in_bounds_once, {}, budget).outcome, Outcome::undecided);
}

}  // namespace
}  // namespace touchstone
