#include "touchstone/contract/evidence.h"

#include <gtest/gtest.h>

#include <set>

namespace touchstone {
namespace {

Evidence passed(EvidenceKind kind) {
  Evidence e;
  e.kind = kind;
  e.outcome = Outcome::passed;
  e.cases = 1;
  return e;
}

TEST(Trust, FollowsFromTheKindOfAPassedResult) {
  EXPECT_EQ(trust_of(passed(EvidenceKind::theorem)), Trust::proved);
  EXPECT_EQ(trust_of(passed(EvidenceKind::checker)), Trust::proved);
  EXPECT_EQ(trust_of(passed(EvidenceKind::identity)), Trust::identity);
  EXPECT_EQ(trust_of(passed(EvidenceKind::replay)), Trust::checked);
  EXPECT_EQ(trust_of(passed(EvidenceKind::fuzz)), Trust::fuzzed);
  EXPECT_EQ(trust_of(passed(EvidenceKind::trusted)), Trust::external);
  EXPECT_EQ(trust_of(passed(EvidenceKind::missing)), Trust::unsupported);
}

TEST(Trust, NothingButAPassWithCasesCounts) {
  Evidence e = passed(EvidenceKind::theorem);
  e.cases = 0;
  EXPECT_EQ(trust_of(e), Trust::unsupported);
  e = passed(EvidenceKind::theorem);
  e.outcome = Outcome::undecided;
  EXPECT_EQ(trust_of(e), Trust::unsupported);
  e.outcome = Outcome::failed;
  EXPECT_EQ(trust_of(e), Trust::unsupported);
}

TEST(Trust, IsThatOfTheWeakest) {
  const std::vector<Evidence> mixed{passed(EvidenceKind::theorem), passed(EvidenceKind::fuzz),
                                    passed(EvidenceKind::identity)};
  EXPECT_EQ(weakest_trust(mixed), Trust::fuzzed);
  EXPECT_EQ(weakest_trust({}), Trust::unsupported);
}

TEST(Scope, CoversItsAttributesAndShapesOnly) {
  const std::vector<TensorType> pair{{ElementType::float32, Shape::of({2})}};
  const std::vector<TensorType> triple{{ElementType::float32, Shape::of({3})}};
  const Attributes axis{{"axis", std::int64_t{1}}};
  EXPECT_TRUE((Scope{{}, pair}.covers({}, pair)));
  EXPECT_FALSE((Scope{{}, pair}.covers({}, triple)));
  EXPECT_FALSE((Scope{{}, pair}.covers(axis, pair)));
  EXPECT_TRUE((Scope{axis, std::nullopt}.covers(axis, triple)));
  EXPECT_FALSE((Scope{{}, std::vector<TensorType>{}}.covers({}, pair)));
}

TEST(Names, AreOneToOne) {
  for (std::size_t i = 0; i < assumptions().size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(assumptions()[i].id), i);
    EXPECT_EQ(assumption_named(assumptions()[i].name), assumptions()[i].id);
    EXPECT_FALSE(assumptions()[i].sentence.empty() || assumptions()[i].why_believed.empty() ||
                 assumptions()[i].removed_by.empty());
  }
  for (const Obligation o : all_obligations) {
    EXPECT_EQ(obligation_named(name_of(o)), o);
    EXPECT_EQ(name_of(o).rfind(std::string(name_of(contract_of(o))) + ".", 0), 0U);
  }
  for (const Contract c : all_contracts) EXPECT_EQ(contract_named(name_of(c)), c);
  for (const auto kind : {EvidenceKind::theorem, EvidenceKind::missing})
    EXPECT_EQ(evidence_kind_named(name_of(kind)), kind);
  for (const auto outcome : {Outcome::passed, Outcome::failed, Outcome::undecided})
    EXPECT_EQ(outcome_named(name_of(outcome)), outcome);
}

}  // namespace
}  // namespace touchstone
