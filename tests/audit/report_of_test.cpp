#include "touchstone/audit/report_of.h"

#include <gtest/gtest.h>

#include "touchstone/audit/gate.h"
#include "touchstone/audit/merkle.h"
#include "touchstone/audit/not_covered.h"
#include "touchstone/audit/report_join.h"
#include "touchstone/audit/report_json.h"
#include "touchstone/audit/rests_on.h"
#include "touchstone/audit/statement.h"

namespace touchstone {
namespace {

constexpr const char* at = "2026-01-31T02:00:00Z";

/// x → relu "a" [2] → relu "b" [2] → softmax "c", and a capsule and evidence for relu alone unless
/// a test says otherwise.
class ReportOfTest : public testing::Test {
 protected:
  ReportOfTest() {
    GraphBuilder builder;
    const ValueId x = *builder.add_input("x", {ElementType::float32, Shape::of({2})});
    const ValueId a = *builder.add_node("a", Op::relu, {}, {x});
    const ValueId b = *builder.add_node("b", Op::relu, {}, {a});
    builder.mark_output(*builder.add_node("c", Op::softmax, {}, {b}));
    graph_ = std::make_shared<const Graph>(
        *std::move(builder).finish({"folder/m.json", "model.json 1", {}, {{"batch", 2}}}));
    use_capsules({capsule(Op::relu), capsule(Op::softmax)});
  }

  static Capsule capsule(Op op) {
    Capsule out;
    out.name = "reference." + std::string(operation(op).name);
    out.op = out.refines = op;
    out.vjp_mode = VjpMode::tape;
    out.artifact.digest = sha256(out.name);
    out.assumptions = {AssumptionId::defs};
    for (const Obligation o : all_obligations) {
      out.claims.push_back({out.name, op, contract_of(o), o});
    }
    return out;
  }

  void use_capsules(std::vector<Capsule> capsules) {
    registry_ = std::make_shared<const Registry>(*Registry::create(std::move(capsules)));
    plan_ = make_plan(graph_, registry_, *profile_named("checked_cpu"), Device::cpu);
    input_ = {};
    input_.at = at;
    input_.loaded_file = sha256(std::string_view("loaded"));
    for (const Obligation o : all_obligations) {
      input_.checkers.push_back({{"a checker", "1"}, EvidenceKind::checker, o, true});
    }
    for (const PlannedObligation& each : obligations_of(plan_)) {
      input_.evidence.push_back({supporting(each), Origin::derived_now});
    }
  }

  [[nodiscard]] Evidence supporting(const PlannedObligation& each) const {
    const NodeClass& node = plan_.classes[each.node_class];
    Evidence e;
    e.claim = each.claim;
    e.kind = EvidenceKind::checker;
    e.outcome = Outcome::passed;
    e.scope = {node.attributes, node.operands};
    e.artifact = node.capsule->artifact.digest;
    e.meaning = node.meaning_for(each.claim.contract).digest;
    e.checker = {"a checker", "1"};
    e.cases = 1;
    e.date = "2026-01-01T00:00:00Z";
    return e;
  }

  SourcedEvidence& about(Op op, Obligation obligation) {
    for (SourcedEvidence& each : input_.evidence) {
      if (each.evidence.claim.op == op && each.evidence.claim.obligation == obligation) return each;
    }
    throw std::logic_error("no such evidence");
  }

  [[nodiscard]] Report made(bool of_model = true) const {
    ReportContext context;
    context.title = "m.json";
    context.of_model = of_model;
    context.evidence_mode = "auto";
    context.versions = {{"touchstone", "1"}};
    return report_of(plan_, gate(plan_, input_).verdict, context);
  }

  static std::string all_of(const std::vector<std::string>& texts) {
    std::string out;
    for (const std::string& text : texts) out += text + "\n";
    return out;
  }

  static const ReportAssumption* assumption_in(const Report& r, std::string_view name) {
    for (const ReportAssumption& each : r.assumptions) {
      if (each.name == name) return &each;
    }
    return nullptr;
  }

  std::shared_ptr<const Graph> graph_;
  std::shared_ptr<const Registry> registry_;
  Plan plan_;
  GateInput input_;
};

TEST_F(ReportOfTest, SaysWhatServedWhat) {
  const Report r = made();
  EXPECT_TRUE(r.accepted);
  EXPECT_EQ(r.model->file, "m.json");
  ASSERT_EQ(r.nodes.size(), 3U);
  EXPECT_EQ(r.nodes[0].use, r.nodes[1].use);
  EXPECT_EQ(r.nodes[2].inputs, std::vector<std::uint32_t>{1});
  ASSERT_EQ(r.uses.size(), 2U);
  EXPECT_EQ(r.uses[0].nodes, 2);
  EXPECT_EQ(r.uses[0].grade, "proved");
  ASSERT_EQ(r.uses[0].obligations.size(), 3U);
  EXPECT_EQ(r.capsules[*r.uses[0].capsule].nodes, 2);
  EXPECT_EQ(r.capsules[*r.uses[0].capsule].grade, "proved");
  EXPECT_NE(r.capsules[0].claim.find("the bits of the definition of relu"), std::string::npos);
  EXPECT_TRUE(r.counter_evidence.empty());
  EXPECT_TRUE(r.reasons.empty());
  EXPECT_TRUE(parse_report(report_json(r)).ok());
}

TEST_F(ReportOfTest, TheWeakestObligationGradesAUseAndTheWeakestUseACapsule) {
  about(Op::relu, Obligation::bit_exact).evidence.kind = EvidenceKind::test;
  const Report r = made();
  EXPECT_TRUE(r.accepted);
  EXPECT_EQ(r.uses[0].grade, "checked");
  EXPECT_EQ(r.uses[1].grade, "proved");
  EXPECT_EQ(r.capsules[0].grade, "checked");
  EXPECT_NE(all_of(r.not_covered).find("Inputs other than those that were run, for the 2 "),
            std::string::npos)
      << all_of(r.not_covered);
}

TEST_F(ReportOfTest, WhatNothingServesIsUnserved) {
  about(Op::relu, Obligation::bit_exact).evidence.cases = 0;
  const Report r = made();
  EXPECT_FALSE(r.accepted);
  EXPECT_EQ(r.uses[0].grade, "unserved");
  EXPECT_EQ(r.uses[0].obligations[2].standing, "inadmissible");
  EXPECT_FALSE(r.uses[0].obligations[2].refused.empty());
  EXPECT_EQ(r.uses[1].grade, "proved");
  EXPECT_NE(all_of(r.not_covered).find("2 nodes have an obligation that nothing serves"),
            std::string::npos);
  EXPECT_NE(all_of(r.not_covered).find("the verdict is a rejection"), std::string::npos);
}

TEST_F(ReportOfTest, WhatHasNoCapsuleIsUnserved) {
  use_capsules({capsule(Op::relu)});
  const Report r = made();
  EXPECT_FALSE(r.uses[1].capsule.has_value());
  EXPECT_EQ(r.uses[1].grade, "unserved");
  EXPECT_EQ(r.capsules.size(), 1U);
}

TEST_F(ReportOfTest, AFailingCaseRefutes) {
  Evidence failed = about(Op::softmax, Obligation::bit_exact).evidence;
  failed.outcome = Outcome::failed;
  failed.detail = "input 7";
  input_.evidence.push_back({failed, Origin::unsigned_ledger});
  const Report r = made();
  EXPECT_EQ(r.uses[1].grade, "refuted");
  ASSERT_EQ(r.counter_evidence.size(), 1U);
  EXPECT_EQ(r.counter_evidence[0].nodes, 1);
  EXPECT_FALSE(r.counter_evidence[0].waived);
  EXPECT_EQ(r.evidence[r.counter_evidence[0].evidence].detail, "input 7");
  EXPECT_EQ(r.uses[0].grade, "proved");
}

TEST_F(ReportOfTest, AssumptionsAreThoseOfTheGateByReach) {
  about(Op::relu, Obligation::bit_exact).origin = Origin::unsigned_ledger;
  const GateResult gated = gate(plan_, input_);
  const Report r = made();
  std::set<std::string_view> expected;
  for (const AssumptionId id : gated.verdict.assumptions) expected.insert(assumption(id).name);
  std::set<std::string_view> found;
  for (const ReportAssumption& each : r.assumptions) found.insert(each.name);
  EXPECT_EQ(found, expected);
  ASSERT_NE(assumption_in(r, "A-DEFS"), nullptr);
  EXPECT_EQ(assumption_in(r, "A-DEFS")->nodes, 3);
  ASSERT_NE(assumption_in(r, "A-LEDGER"), nullptr);
  EXPECT_EQ(assumption_in(r, "A-LEDGER")->nodes, 2);
  EXPECT_EQ(r.assumptions.back().name, "A-LEDGER");
}

TEST_F(ReportOfTest, ASignedLedgerRestsOnItsSigner) {
  SourcedEvidence sourced = about(Op::relu, Obligation::bit_exact);
  const NodeClass& node = plan_.classes[0];
  const auto with = [&](Origin origin) {
    sourced.origin = origin;
    return rests_on(sourced, node);
  };
  EXPECT_FALSE(with(Origin::derived_now).contains(AssumptionId::ledger));
  EXPECT_FALSE(with(Origin::derived_now).contains(AssumptionId::signer));
  EXPECT_TRUE(with(Origin::pinned_ledger).contains(AssumptionId::signer));
  EXPECT_FALSE(with(Origin::pinned_ledger).contains(AssumptionId::ledger));
  for (const Origin origin :
       {Origin::unaccepted_ledger, Origin::unpinned_ledger, Origin::unsigned_ledger}) {
    EXPECT_TRUE(with(origin).contains(AssumptionId::ledger));
  }
}

TEST_F(ReportOfTest, NamesTheLineThatWasReadOrWouldBeWritten) {
  SourcedEvidence& piece = about(Op::relu, Obligation::in_bounds_once);
  const Report derived = made();
  EXPECT_EQ(derived.evidence[0].date, "");
  EXPECT_EQ(derived.evidence[0].leaf, leaf_hash(statement_of(piece.evidence)).hex());
  piece.origin = Origin::unsigned_ledger;
  piece.leaf = leaf_hash("a line of version 1");
  const Report r = made();
  EXPECT_EQ(r.evidence[0].date, "2026-01-01T00:00:00Z");
  EXPECT_EQ(r.evidence[0].leaf, leaf_hash("a line of version 1").hex());
  EXPECT_EQ(r.evidence[0].finding, derived.evidence[0].finding);
}

TEST_F(ReportOfTest, HoldsEveryKnownFailingCaseOfItsCapsules) {
  Evidence failed = about(Op::softmax, Obligation::bit_exact).evidence;
  failed.outcome = Outcome::failed;
  const auto add = [&](const char* detail, std::optional<std::vector<TensorType>> operands) {
    failed.detail = detail;
    failed.scope.operands = std::move(operands);
    input_.evidence.push_back({failed, Origin::unsigned_ledger});
  };
  const std::vector<TensorType> unused{{ElementType::float32, Shape::of({3})}};
  add("elsewhere", unused);
  const Report accepted = made();
  EXPECT_TRUE(accepted.accepted);
  ASSERT_EQ(accepted.counter_evidence.size(), 1U);
  EXPECT_EQ(accepted.counter_evidence[0].nodes, 0);
  EXPECT_FALSE(accepted.evidence[accepted.counter_evidence[0].evidence].assumptions.empty());
  add("here", plan_.classes[1].operands);
  add("here too", plan_.classes[1].operands);
  add("everywhere", std::nullopt);
  const Report r = made();
  std::string found;
  for (const ReportCounterEvidence& each : r.counter_evidence) {
    found += r.evidence[each.evidence].detail + " " + std::to_string(each.nodes) + "\n";
  }
  EXPECT_EQ(found, "elsewhere 0\nhere 1\nhere too 1\neverywhere 1\n");
  EXPECT_TRUE(parse_report(report_json(r)).ok());
}

TEST_F(ReportOfTest, ShowsIdleWaiversDiscardedCasesAndMargins) {
  input_.waivers = {{"reference.relu",
                     Obligation::bit_exact,
                     sha256(std::string_view("other")),
                     {},
                     "Ada",
                     "a reason",
                     "2027-01-01T00:00:00Z"}};
  about(Op::relu, Obligation::bit_exact).evidence.discarded = 7;
  about(Op::relu, Obligation::bit_exact).evidence.margin = 0.25;
  const Report r = made();
  ASSERT_EQ(r.idle_waivers.size(), 1U);
  EXPECT_EQ(r.idle_waivers[0].waiver.owner, "Ada");
  EXPECT_NE(r.idle_waivers[0].why.find("another artifact"), std::string::npos);
  EXPECT_EQ(r.evidence[2].discarded, 7);
  EXPECT_EQ(r.evidence[2].margin, "0.25");
  EXPECT_EQ(r.evidence[1].margin, std::nullopt);
  const auto again = parse_report(report_json(r));
  ASSERT_TRUE(again.ok()) << again.error().text();
  EXPECT_EQ(report_json(*again), report_json(r));
}

TEST_F(ReportOfTest, SaysThatLedgersWereNotRead) {
  Report r = made();
  EXPECT_NE(all_of(r.not_covered).find("none was given"), std::string::npos);
  r.evidence_mode = "derive";
  EXPECT_NE(all_of(not_covered(r)).find("with evidence mode derive none was read"),
            std::string::npos);
  r.evidence_mode = "auto";
  r.ledgers = {{"l", 1, {}, {}, std::string(name_of(Origin::pinned_ledger)), "a key"}};
  EXPECT_EQ(all_of(not_covered(r)).find("What ledgers hold"), std::string::npos);
}

TEST_F(ReportOfTest, SaysWhatIsNotCovered) {
  const Report r = made();
  const std::string text = all_of(r.not_covered);
  for (const char* part :
       {"symbolic dimension batch than 2", "Gradients and training", "Devices other than cpu",
        "Speed, use of memory", "accuracy", "no evidence of kind replay", "other element types"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(text.find("rejection"), std::string::npos);
  EXPECT_EQ(text.find("index operands"), std::string::npos);
}

TEST_F(ReportOfTest, JoinsReportsOfDifferentDevices) {
  Report first = made(false);
  first.nodes[0].id = first.nodes[1].id = "reference.relu";
  first.nodes[2].id = "reference.softmax";
  Report second = first;
  second.device = "cuda";
  second.accepted = false;
  second.uses[1].grade = "unserved";
  second.reasons = {{"softmax", "no capsule may serve", 1}};
  const Report both = join_reports({first, second});
  EXPECT_FALSE(both.accepted);
  EXPECT_EQ(both.device, "cpu, cuda");
  ASSERT_EQ(both.nodes.size(), 6U);
  EXPECT_EQ(both.nodes[5].inputs, std::vector<std::uint32_t>{4});
  EXPECT_EQ(both.nodes[5].use, 3U);
  EXPECT_EQ(both.uses[2].capsule, first.capsules.size());
  EXPECT_EQ(both.uses[2].obligations[0].evidence, first.evidence.size());
  ASSERT_NE(assumption_in(both, "A-DEFS"), nullptr);
  EXPECT_EQ(assumption_in(both, "A-DEFS")->nodes, 6);
  EXPECT_EQ(both.versions.size(), 1U);
  EXPECT_NE(both.sentence.find("Of 6 capsules of this build 1 cannot"), std::string::npos)
      << both.sentence;
  EXPECT_TRUE(parse_report(report_json(both)).ok());
  EXPECT_TRUE(join_reports({first, first}).accepted);
  EXPECT_NE(join_reports({first}).sentence.find("All that 3 capsules"), std::string::npos);
  // A capsule before which another is chosen is none that was judged.
  first.nodes[1].id = "reference.relu2";
  const Report unjudged = join_reports({first});
  EXPECT_FALSE(unjudged.accepted);
  EXPECT_NE(unjudged.sentence.find("Of 3 capsules of this build 1 cannot"), std::string::npos);
  ASSERT_EQ(unjudged.reasons.size(), 1U);
  EXPECT_EQ(unjudged.reasons[0].subject, "reference.relu2");
}

}  // namespace
}  // namespace touchstone
