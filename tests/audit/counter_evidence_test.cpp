// A known failing case against everything that might outweigh or hide it.
#include <functional>

#include "gate_fixture.h"

namespace touchstone {
namespace {

class CounterEvidenceTest : public GateTest {
 protected:
  /// Judged beside full support, with the failing case changed in this way.
  [[nodiscard]] Verdict with(const std::function<void(SourcedEvidence&)>& change) {
    support_everything();
    SourcedEvidence counter{refuting(Obligation::bit_exact), Origin::unsigned_ledger};
    change(counter);
    input_.evidence.insert(input_.evidence.begin(), counter);
    return gate(plan_, input_).verdict;
  }
};

TEST_F(CounterEvidenceTest, OutweighsWhateverItsAgeKindOriginCheckerAndField) {
  struct Case {
    const char* what;
    std::function<void(SourcedEvidence&)> change;
  };
  const Case cases[] = {
      {"as it is", [](auto&) {}},
      {"older than all support", [](auto& c) { c.evidence.date = "1999-01-31T02:00:00Z"; }},
      {"expired", [](auto& c) { c.evidence.expires = "1999-01-31T02:00:00Z"; }},
      {"fuzz", [](auto& c) { c.evidence.kind = EvidenceKind::fuzz; }},
      {"missing", [](auto& c) { c.evidence.kind = EvidenceKind::missing; }},
      {"unpinned", [](auto& c) { c.origin = Origin::unpinned_ledger; }},
      {"unaccepted", [](auto& c) { c.origin = Origin::unaccepted_ledger; }},
      {"pinned", [](auto& c) { c.origin = Origin::pinned_ledger; }},
      {"derived", [](auto& c) { c.origin = Origin::derived_now; }},
      {"another checker",
       [](auto& c) {
         c.evidence.checker = {"nobody", "0"};
       }},
      {"another loaded file", [](auto& c) { c.evidence.loaded_file.reset(); }},
      {"another contract field", [](auto& c) { c.evidence.claim.contract = Contract::shape; }},
      {"zero cases", [](auto& c) { c.evidence.cases = 0; }},
      {"an excluded assumption", [](auto& c) { c.evidence.assumptions = {AssumptionId::cublas}; }},
      {"these operands alone",
       [&](auto& c) { c.evidence.scope.operands = plan_.classes[0].operands; }},
  };
  for (const char* profile : {"checked_cpu", "strict"}) {
    use_profile(profile);
    for (const Case& each : cases) {
      const Verdict v = with(each.change);
      EXPECT_FALSE(v.accepted) << profile << ": " << each.what;
      EXPECT_EQ(v.obligations[2].standing, Standing::contradicted) << each.what;
    }
  }
}

TEST_F(CounterEvidenceTest, ClosesWhenADigestChanges) {
  const std::pair<const char*, std::function<void(SourcedEvidence&)>> cases[] = {
      {"artifact", [](auto& c) { c.evidence.artifact.bytes[0] ^= 1; }},
      {"meaning", [](auto& c) { c.evidence.meaning.bytes[31] ^= 1; }},
      {"capsule", [](auto& c) { c.evidence.claim.capsule = "reference.relu2"; }},
      {"obligation",
       [](auto& c) {
         c.evidence.claim.contract = Contract::vjp;
         c.evidence.claim.obligation = Obligation::vjp_bit_exact;
       }},
      {"attributes", [](auto& c) { c.evidence.scope.attributes.set("axis", std::int64_t{1}); }},
  };
  for (const auto& [what, change] : cases) EXPECT_TRUE(with(change).accepted) << what;
}

TEST_F(CounterEvidenceTest, RefutesEvidenceForAllShapesAtOtherShapesToo) {
  const auto elsewhere = [](SourcedEvidence& c) {
    c.evidence.scope.operands = {{ElementType::float32, Shape::of({3})}};
  };
  const Verdict v = with(elsewhere);
  EXPECT_FALSE(v.accepted);
  EXPECT_EQ(v.obligations[2].standing, Standing::inadmissible);
  ASSERT_FALSE(v.obligations[2].refused.empty());
  EXPECT_NE(v.obligations[2].refused[0].find("refuted at float32 [3]: a known failing case"),
            std::string::npos)
      << v.obligations[2].refused[0];
  // Evidence for this shape alone says nothing of the other one, and stands.
  input_.evidence[3].evidence.scope.operands = plan_.classes[0].operands;
  EXPECT_TRUE(gate(plan_, input_).verdict.accepted);
}

TEST_F(CounterEvidenceTest, IsListedAtShapesThatAreNotUsed) {
  const auto found = [&](const std::function<void(SourcedEvidence&)>& change) {
    std::string out;
    const Verdict v = with(change);
    for (const std::size_t i : v.counter_evidence) {
      EXPECT_EQ(v.evidence.at(i).evidence.outcome, Outcome::failed);
      out += v.evidence.at(i).evidence.scope.text() + ";";
    }
    return out;
  };
  const auto elsewhere = [](SourcedEvidence& c) {
    c.evidence.scope.operands = {{ElementType::float32, Shape::of({3})}};
  };
  EXPECT_EQ(found(elsewhere), "float32 [3];");
  const auto of = [&](const std::function<void(Evidence&)>& change) {
    return [&, change](SourcedEvidence& c) {
      elsewhere(c);
      change(c.evidence);
    };
  };
  EXPECT_EQ(found(of([](Evidence& e) { e.artifact.bytes[0] ^= 1; })), "");
  EXPECT_EQ(found(of([](Evidence& e) { e.meaning.bytes[0] ^= 1; })), "");
  EXPECT_EQ(found(of([](Evidence& e) { e.claim.capsule = "reference.relu2"; })), "");
  EXPECT_EQ(found(of([](Evidence& e) { e.outcome = Outcome::timeout; })), "");
}

TEST_F(CounterEvidenceTest, IsListedOnceForEachFinding) {
  Evidence first = refuting(Obligation::bit_exact);
  Evidence again = first;
  again.date = "2026-02-28T02:00:00Z";
  Evidence second = first;
  second.detail = "another";
  for (const Evidence& e : {first, again, second}) {
    input_.evidence.push_back({e, Origin::unsigned_ledger});
  }
  const Verdict v = gate(plan_, input_).verdict;
  ASSERT_EQ(v.counter_evidence.size(), 2U);
  EXPECT_EQ(v.evidence[v.counter_evidence[0]].evidence.date, first.date);
  EXPECT_EQ(v.evidence[v.counter_evidence[1]].evidence.detail, "another");
}

TEST_F(CounterEvidenceTest, ComesFirstAmongTheReasons) {
  input_.evidence = {{refuting(Obligation::bit_exact), Origin::unsigned_ledger}};
  const Verdict v = gate(plan_, input_).verdict;
  ASSERT_EQ(v.reasons.size(), 3U);
  EXPECT_EQ(v.reasons[0].text, "it is refuted: a known failing case");
}

}  // namespace
}  // namespace touchstone
