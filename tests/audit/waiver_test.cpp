// Waivers: what is read as one, and what the gate lets pass for one.
#include "touchstone/audit/waiver.h"

#include "gate_fixture.h"
#include "touchstone/audit/statement.h"

namespace touchstone {
namespace {

std::string waivers_text(const std::string& member = {}, const std::string& value = {}) {
  std::vector<std::pair<std::string, std::string>> members{
      {"capsule", "\"reference.relu\""},
      {"obligation", "\"value.bit_exact\""},
      {"artifact", "\"" + std::string(64, 'a') + "\""},
      {"owner", "\"Ada\""},
      {"reason", "\"until it is fixed\""},
      {"expires", "\"2026-12-31T00:00:00Z\""}};
  bool replaced = member.empty();
  std::string out;
  for (auto& [name, text] : members) {
    if (name == member) text = value;
    replaced = replaced || name == member;
    if (!text.empty()) out += (out.empty() ? "\"" : ",\"") + name + "\":" + text;
  }
  if (!replaced) out += ",\"" + member + "\":" + value;
  return R"({"format":"touchstone.waivers","version":1,"waivers":[{)" + out + "}]}";
}

TEST(Waivers, AreReadStrictly) {
  const auto good = parse_waivers(waivers_text());
  ASSERT_TRUE(good.ok()) << good.error().text();
  ASSERT_EQ(good->size(), 1U);
  EXPECT_EQ((*good)[0].owner, "Ada");
  EXPECT_EQ((*good)[0].finding, std::nullopt);
  const std::string hex = "\"" + std::string(64, 'b') + "\"";
  ASSERT_TRUE(parse_waivers(waivers_text("finding", hex)).ok());
  EXPECT_EQ((*parse_waivers(waivers_text("finding", hex)))[0].finding->hex(), std::string(64, 'b'));
  for (const char* member : {"capsule", "obligation", "artifact", "owner", "reason", "expires"}) {
    for (const char* value : {"", "null", "\"\"", "\" \\t \"", "7", "[]"}) {
      const auto refused = parse_waivers(waivers_text(member, value));
      ASSERT_FALSE(refused.ok()) << member << " " << value;
      EXPECT_EQ(refused.error().kind, Failure::unreadable);
    }
  }
  const std::pair<const char*, const char*> bad[] = {{"obligation", "\"value.bits\""},
                                                     {"artifact", "\"AAAA\""},
                                                     {"expires", "\"2026-12-31\""},
                                                     {"expires", "\"never\""},
                                                     {"finding", "null"},
                                                     {"finding", "\"any\""},
                                                     {"everything", "true"}};
  for (const auto& [member, value] : bad) {
    EXPECT_FALSE(parse_waivers(waivers_text(member, value)).ok()) << member << " " << value;
  }
}

class WaivedTest : public GateTest {
 protected:
  WaivedTest() { input_.waivers = {waiver_for(Obligation::bit_exact)}; }

  void lose_value() { std::erase_if(input_.evidence, is_about_value); }
  void refute_value() {
    input_.evidence.push_back({refuting(Obligation::bit_exact), Origin::unsigned_ledger});
  }
  static bool is_about_value(const SourcedEvidence& sourced) {
    return sourced.evidence.claim.obligation == Obligation::bit_exact;
  }
  void expect_idle(const std::string& why) const {
    const Verdict v = gate(plan_, input_).verdict;
    EXPECT_TRUE(v.waivers.empty());
    ASSERT_EQ(v.idle_waivers.size(), 1U);
    EXPECT_NE(v.idle_waivers[0].why.find(why), std::string::npos) << v.idle_waivers[0].why;
  }
};

TEST_F(WaivedTest, LetsMissingEvidencePassAndClaimsNothing) {
  lose_value();
  const GateResult result = gate(plan_, input_);
  EXPECT_TRUE(result.accepted.has_value());
  EXPECT_TRUE(result.verdict.accepted);
  EXPECT_FALSE(result.verdict.bit_exact);
  EXPECT_EQ(result.verdict.trust, Trust::unsupported);
  ASSERT_EQ(result.verdict.waivers.size(), 1U);
  EXPECT_TRUE(result.verdict.idle_waivers.empty());
  const ObligationResult& value = result.verdict.obligations[2];
  EXPECT_EQ(value.standing, Standing::waived);
  EXPECT_EQ(value.waiver, std::optional<std::size_t>(0));
  input_.waivers.clear();
  expect_rejected("value: there is no evidence");
}

TEST_F(WaivedTest, LetsInadmissibleEvidencePass) {
  value_evidence().kind = EvidenceKind::fuzz;
  EXPECT_TRUE(gate(plan_, input_).verdict.accepted);
  input_.waivers.clear();
  expect_rejected("kind fuzz is not admitted");
}

TEST_F(WaivedTest, ThatIsNotNeededIsReportedAndTakesNothingAway) {
  expect_idle("nothing that it waives is unserved");
  const Verdict v = gate(plan_, input_).verdict;
  EXPECT_TRUE(v.accepted);
  EXPECT_TRUE(v.bit_exact);
}

TEST_F(WaivedTest, IsForOneCapsuleObligationAndArtifact) {
  lose_value();
  ASSERT_TRUE(gate(plan_, input_).verdict.accepted);
  input_.waivers[0].artifact.bytes[0] ^= 1;
  expect_rejected("value: there is no evidence");
  expect_idle("another artifact");
  input_.waivers = {waiver_for(Obligation::in_bounds_once)};
  expect_rejected("value: there is no evidence");
  input_.waivers = {waiver_for(Obligation::bit_exact)};
  input_.waivers[0].capsule = "reference.add";
  expect_rejected("value: there is no evidence");
  expect_idle("does not use the capsule");
}

TEST_F(WaivedTest, ExpiresAtItsTime) {
  lose_value();
  input_.waivers[0].expires = "2026-06-01T00:00:01Z";
  EXPECT_TRUE(gate(plan_, input_).verdict.accepted);
  input_.waivers[0].expires = input_.at;
  expect_rejected("the waiver of Ada does not let it pass: it expired at 2026-06-01T00:00:00Z");
  expect_idle("it expired");
  input_.waivers[0].expires = "2026-12-31T00:00:00Z";
  input_.at.clear();
  expect_rejected("no time was given");
}

TEST_F(WaivedTest, IsNotTakenByStrict) {
  lose_value();
  for (SourcedEvidence& sourced : input_.evidence) sourced.origin = Origin::derived_now;
  EXPECT_TRUE(gate(plan_, input_).verdict.accepted);
  use_profile("strict");
  expect_rejected("profile strict takes no waivers");
  expect_idle("profile strict takes no waivers");
}

TEST_F(WaivedTest, OfARefutationNamesTheFinding) {
  refute_value();
  expect_rejected("it is refuted: a known failing case; the waiver of Ada does not let it pass");
  const Digest finding = finding_digest(input_.evidence.back().evidence);
  expect_rejected("it does not name the finding " + finding.hex());
  input_.waivers[0].finding = finding;
  const Verdict v = gate(plan_, input_).verdict;
  EXPECT_TRUE(v.accepted);
  EXPECT_FALSE(v.bit_exact);
  EXPECT_EQ(v.trust, Trust::unsupported);
  EXPECT_EQ(v.obligations[2].standing, Standing::waived);
  // The failing case stays in sight.
  ASSERT_TRUE(v.obligations[2].evidence.has_value());
  EXPECT_EQ(v.evidence[*v.obligations[2].evidence].evidence.outcome, Outcome::failed);
}

TEST_F(WaivedTest, OfOneFindingDoesNotWaiveAnother) {
  refute_value();
  input_.waivers[0].finding = finding_digest(input_.evidence.back().evidence);
  ASSERT_TRUE(gate(plan_, input_).verdict.accepted);
  Evidence another = refuting(Obligation::bit_exact);
  another.detail = "another failing case";
  input_.evidence.push_back({another, Origin::derived_now});
  expect_rejected("it is refuted: another failing case");
  input_.waivers.push_back(input_.waivers[0]);
  input_.waivers[1].finding = finding_digest(another);
  const Verdict v = gate(plan_, input_).verdict;
  EXPECT_TRUE(v.accepted);
  EXPECT_EQ(v.waivers.size(), 2U);
}

TEST_F(WaivedTest, NamesTheFindingThatRefutesEvidenceForAllShapes) {
  Evidence elsewhere = refuting(Obligation::bit_exact);
  elsewhere.scope.operands = {{ElementType::float32, Shape::of({3})}};
  input_.evidence.push_back({elsewhere, Origin::unsigned_ledger});
  const std::string finding = finding_digest(elsewhere).hex();
  expect_rejected("it speaks of all shapes, and is refuted at float32 [3]");
  expect_rejected("it does not name the finding " + finding);
  // Without the evidence that it refutes, too: losing support lets nothing pass.
  auto support = input_.evidence[2];
  input_.evidence.erase(input_.evidence.begin() + 2);
  expect_rejected("there is no evidence; the waiver of Ada does not let it pass: it does not name");
  input_.evidence.push_back(support);
  input_.waivers[0].finding = finding_digest(elsewhere);
  const Verdict v = gate(plan_, input_).verdict;
  EXPECT_TRUE(v.accepted);
  EXPECT_FALSE(v.bit_exact);
  EXPECT_EQ(v.obligations[2].standing, Standing::waived);
  EXPECT_EQ(v.counter_evidence.size(), 1U);
}

TEST_F(WaivedTest, NamesWhatIsFoundAgainLater) {
  refute_value();
  input_.waivers[0].finding = finding_digest(input_.evidence.back().evidence);
  input_.evidence.back().evidence.date = input_.at;
  input_.evidence.back().evidence.repeat = "touchstone verify --training model.json";
  EXPECT_TRUE(gate(plan_, input_).verdict.accepted);
  input_.evidence.back().evidence.detail = "another case";
  expect_rejected("it does not name the finding");
}

TEST_F(WaivedTest, OfAFindingDoesNotWaiveMissingEvidence) {
  lose_value();
  input_.waivers[0].finding = sha256(std::string_view("a finding"));
  expect_rejected("it is for a finding that does not refute this use");
}

TEST_F(WaivedTest, DoesNotHideAFailingSelfCheck) {
  lose_value();
  input_.self_checks[0].equal = 9;
  expect_rejected("9 of 10 vectors equal");
}

}  // namespace
}  // namespace touchstone
