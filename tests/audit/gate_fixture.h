#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "touchstone/audit/gate.h"

namespace touchstone {

/// One relu of float32 [2], its capsule, and evidence that serves all obligations.
class GateTest : public testing::Test {
 protected:
  GateTest() {
    Capsule capsule;
    capsule.name = "reference.relu";
    capsule.op = capsule.refines = Op::relu;
    capsule.vjp_mode = VjpMode::tape;
    capsule.artifact.digest = sha256(std::string_view("artifact"));
    for (const Obligation o : all_obligations) {
      capsule.claims.push_back({capsule.name, Op::relu, contract_of(o), o});
    }
    GraphBuilder builder;
    const ValueId x = *builder.add_input("x", {ElementType::float32, Shape::of({2})});
    builder.mark_output(*builder.add_node("y", Op::relu, {}, {x}));
    graph_ = std::make_shared<const Graph>(*std::move(builder).finish({}));
    registry_ = std::make_shared<const Registry>(*Registry::create({capsule}));
    use_profile("checked_cpu");
    input_.at = "2026-06-01T00:00:00Z";
    input_.loaded_file = sha256(std::string_view("loaded"));
    for (const Obligation o : all_obligations) {
      input_.checkers.push_back({{"a checker", "checkers"},
                                 claims_bits(o) ? EvidenceKind::identity : EvidenceKind::checker,
                                 o,
                                 claims_bits(o)});
    }
    support_everything();
  }

  void use_profile(const std::string& name, Demand demand = Demand::inference) {
    plan_ = make_plan(graph_, registry_, *profile_named(name), Device::cpu, demand);
  }

  void support_everything() {
    const Attributes& attributes = plan_.classes[0].attributes;
    input_.self_checks = {{Op::relu, attributes, Contract::value, 10, 10, {}}};
    if (plan_.demand == Demand::training) {
      input_.self_checks.push_back({Op::relu, attributes, Contract::vjp, 10, 10, {}});
    }
    input_.evidence.clear();
    for (const PlannedObligation& obligation : obligations_of(plan_)) {
      input_.evidence.push_back({supporting(obligation.claim.obligation), Origin::unsigned_ledger});
    }
  }

  [[nodiscard]] Evidence supporting(Obligation o) const {
    const NodeClass& node = plan_.classes[0];
    Evidence e;
    e.claim = {"reference.relu", Op::relu, contract_of(o), o};
    e.kind = claims_bits(o) ? EvidenceKind::identity : EvidenceKind::checker;
    e.outcome = Outcome::passed;
    e.scope.attributes = node.attributes;
    if (!claims_bits(o)) e.scope.operands = node.operands;
    if (claims_bits(o)) e.loaded_file = sha256(std::string_view("loaded"));
    e.artifact = node.capsule->artifact.digest;
    e.meaning = node.meaning_for(contract_of(o)).digest;
    e.checker = {"a checker", "checkers"};
    e.cases = 1;
    e.assumptions = {AssumptionId::defs};
    e.date = "2026-01-31T02:00:00Z";
    e.repeat = "touchstone verify model.json";
    return e;
  }

  /// A known failing case of what `supporting` supports.
  [[nodiscard]] Evidence refuting(Obligation o) const {
    Evidence e = supporting(o);
    e.outcome = Outcome::failed;
    e.detail = "a known failing case";
    return e;
  }

  [[nodiscard]] Waiver waiver_for(Obligation o) const {
    return {"reference.relu",
            o,
            plan_.classes[0].capsule->artifact.digest,
            {},
            "Ada",
            "until it is fixed",
            "2026-12-31T00:00:00Z"};
  }

  Evidence& value_evidence() { return input_.evidence[2].evidence; }
  Evidence& shape_evidence() { return input_.evidence[0].evidence; }

  void expect_rejected(const std::string& reason) const {
    const GateResult result = gate(plan_, input_);
    EXPECT_FALSE(result.verdict.accepted);
    EXPECT_FALSE(result.accepted.has_value());
    ASSERT_FALSE(result.verdict.reasons.empty());
    std::string all;
    for (const Reason& r : result.verdict.reasons) all += r.subject + ": " + r.text + "\n";
    EXPECT_NE(all.find(reason), std::string::npos) << all;
  }

  std::shared_ptr<const Graph> graph_;
  std::shared_ptr<const Registry> registry_;
  Plan plan_;
  GateInput input_;
};

}  // namespace touchstone
