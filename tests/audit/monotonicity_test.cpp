// Whatever a ledger holds, losing support and gaining counter-evidence only weaken the verdict.
#include <rapidcheck.h>

#include <algorithm>
#include <array>

#include "gate_fixture.h"
#include "touchstone/audit/statement.h"

namespace touchstone {
namespace {

/// Two uses of relu, of float32 [2] and [3], and evidence of every kind of fault.
class MonotonicityTest : public GateTest {
 protected:
  MonotonicityTest() {
    GraphBuilder builder;
    for (const std::int64_t extent : {2, 3}) {
      const std::string name = std::to_string(extent);
      const ValueId x = *builder.add_input("x" + name, {ElementType::float32, Shape::of({extent})});
      builder.mark_output(*builder.add_node("y" + name, Op::relu, {}, {x}));
    }
    graph_ = std::make_shared<const Graph>(*std::move(builder).finish({}));
    use_profile("checked_cpu");
    for (const Obligation o : forward) {
      input_.checkers.push_back({{"a checker", "checkers"},
                                 claims_bits(o) ? EvidenceKind::identity : EvidenceKind::checker,
                                 o,
                                 !claims_bits(o)});
    }
  }

  static constexpr std::array forward{Obligation::in_bounds_once, Obligation::dense_row_major,
                                      Obligation::bit_exact};

  [[nodiscard]] SourcedEvidence any_piece(bool failed) const {
    Evidence e = supporting(*rc::gen::elementOf(forward));
    if (failed) e.outcome = Outcome::failed;
    const auto extent = *rc::gen::inRange<std::int64_t>(1, 4);
    // 1 stands for all shapes.
    e.scope.operands.reset();
    if (extent > 1) e.scope.operands = {{ElementType::float32, Shape::of({extent})}};
    spoil(e, *rc::gen::inRange(0, 24));
    const auto origin = *rc::gen::element(Origin::derived_now, Origin::pinned_ledger,
                                          Origin::unaccepted_ledger, Origin::unsigned_ledger);
    return {e, origin};
  }

  /// Most pieces stay as they are, so that many models are accepted.
  static void spoil(Evidence& e, int how) {
    if (how == 0) e.artifact.bytes[0] ^= 1;
    if (how == 1) e.meaning.bytes[0] ^= 1;
    if (how == 2) e.cases = 0;
    if (how == 3) e.kind = EvidenceKind::fuzz;
    if (how == 4) e.kind = EvidenceKind::test;
    if (how == 5) e.expires = "2026-01-01T00:00:00Z";
    if (how == 6) e.claim.contract = Contract::layout;
    if (how == 7) e.checker.version = "another";
    if (how == 8) e.loaded_file.reset();
    if (how == 9 && e.outcome != Outcome::failed) e.outcome = Outcome::timeout;
  }

  [[nodiscard]] std::vector<SourcedEvidence> any_pieces() const {
    const auto count = *rc::gen::inRange<std::size_t>(6, 24);
    std::vector<SourcedEvidence> out;
    for (std::size_t i = 0; i < count; ++i) out.push_back(any_piece(*rc::gen::inRange(0, 24) == 0));
    return out;
  }

  [[nodiscard]] std::vector<Waiver> any_waivers(const std::vector<SourcedEvidence>& pieces) const {
    std::vector<Waiver> out;
    const auto count = *rc::gen::inRange<std::size_t>(0, 3);
    for (std::size_t i = 0; i < count; ++i) {
      Waiver w = waiver_for(*rc::gen::elementOf(forward));
      for (const SourcedEvidence& each : pieces) {
        if (each.evidence.outcome == Outcome::failed && *rc::gen::arbitrary<bool>()) {
          w.finding = finding_digest(each.evidence);
          w.obligation = each.evidence.claim.obligation;
        }
      }
      out.push_back(w);
    }
    return out;
  }

  /// Any case that the gate is to judge.
  void draw() {
    use_profile(*rc::gen::element(std::string("checked_cpu"), std::string("strict")));
    input_.evidence = any_pieces();
    if (*rc::gen::arbitrary<bool>()) {
      for (const Obligation o : forward) {
        SourcedEvidence whole{supporting(o), Origin::derived_now};
        whole.evidence.scope.operands.reset();
        input_.evidence.push_back(whole);
      }
    }
    input_.waivers = any_waivers(input_.evidence);
  }

  [[nodiscard]] bool accepted() const { return gate(plan_, input_).verdict.accepted; }
};

TEST_F(MonotonicityTest, LosingSupportTurnsNoRejectionIntoAcceptance) {
  std::size_t accepted_once = 0;
  EXPECT_TRUE(rc::check("losing support", [&] {
    draw();
    const bool before = accepted();
    accepted_once += before ? 1U : 0U;
    const auto lost = *rc::gen::inRange<std::size_t>(0, input_.evidence.size());
    if (input_.evidence[lost].evidence.outcome == Outcome::failed) return;
    input_.evidence.erase(input_.evidence.begin() + static_cast<std::ptrdiff_t>(lost));
    RC_ASSERT(before || !accepted());
  }));
  EXPECT_GT(accepted_once, 0U) << "no case was accepted: the property said nothing";
}

TEST_F(MonotonicityTest, GainingCounterEvidenceTurnsNoRejectionIntoAcceptance) {
  std::size_t weakened = 0;
  EXPECT_TRUE(rc::check("gaining counter-evidence", [&] {
    draw();
    const bool before = accepted();
    const auto place = *rc::gen::inRange<std::size_t>(0, input_.evidence.size() + 1);
    input_.evidence.insert(input_.evidence.begin() + static_cast<std::ptrdiff_t>(place),
                           any_piece(true));
    const bool after = accepted();
    weakened += before && !after ? 1U : 0U;
    RC_ASSERT(before || !after);
  }));
  EXPECT_GT(weakened, 0U) << "no counter-evidence counted: the property said nothing";
}

TEST_F(MonotonicityTest, TheOrderOfEvidenceDoesNotMatter) {
  EXPECT_TRUE(rc::check("order", [&] {
    draw();
    const Verdict forwards = gate(plan_, input_).verdict;
    std::reverse(input_.evidence.begin(), input_.evidence.end());
    const Verdict backwards = gate(plan_, input_).verdict;
    RC_ASSERT(forwards.accepted == backwards.accepted);
    for (std::size_t i = 0; i < forwards.obligations.size(); ++i) {
      RC_ASSERT(forwards.obligations[i].standing == backwards.obligations[i].standing);
    }
  }));
}

}  // namespace
}  // namespace touchstone
