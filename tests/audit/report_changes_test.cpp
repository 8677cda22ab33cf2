#include "touchstone/audit/report_changes.h"

#include <gtest/gtest.h>

#include <functional>

#include "report_fixture.h"
#include "touchstone/audit/report_json.h"

namespace touchstone {
namespace {

std::string texts(const std::vector<ReportChange>& changes) {
  std::string out;
  for (const ReportChange& each : changes) {
    out += each.kind + " " + each.subject + ": " + each.text + "\n";
  }
  return out;
}

TEST(ReportChanges, OfTheSameReportAreNone) {
  EXPECT_EQ(texts(changes_between(sample_report(), sample_report())), "");
  // Derived anew: another date, so another statement, and nothing else.
  Report again = sample_report();
  again.at = again.evidence[0].date = "2026-03-01T00:00:00Z";
  again.evidence[0].leaf = sample_digest("another");
  EXPECT_EQ(texts(changes_between(sample_report(), again)), "");
}

TEST(ReportChanges, EachIsSaidOnce) {
  const std::pair<const char*, std::function<void(Report&)>> edits[] = {
      {"changed model: sha256: from ", [](Report& r) { r.model->digest = sample_digest("m2"); }},
      {"changed model: symbolic dimension batch: from 2 to 3\n",
       [](Report& r) { r.model->bindings[0].second = 3; }},
      {"changed model: output z  float32 [2]: from declared to none\n",
       [](Report& r) { r.model->outputs.clear(); }},
      {"changed question: profile: from checked_cpu to strict\n",
       [](Report& r) { r.profile = "strict"; }},
      {"changed verdict: verdict: from rejected to accepted\n",
       [](Report& r) { r.accepted = true; }},
      {"changed use of relu at float32 [2]: grade: from checked to proved\n",
       [](Report& r) { r.uses[0].grade = "proved"; }},
      {"changed use of relu at float32 [2]: value.bit_exact: from test to missing\n",
       [](Report& r) {
         r.uses[0].obligations[0].standing = "missing";
         r.uses[0].obligations[0].evidence.reset();
       }},
      {"changed capsule reference.relu: grade: from waived to refuted\n",
       [](Report& r) { r.capsules[0].grade = "refuted"; }},
      {"changed capsule reference.relu: artifact: from ",
       [](Report& r) { r.capsules[0].artifact = sample_digest("a2"); }},
      {"removed assumption A-DEFS: ", [](Report& r) { r.assumptions.clear(); }},
      {"added assumption A-SMT: ",
       [](Report& r) {
         r.assumptions.push_back({"A-SMT", "s", "w", "r", 1});
       }},
      {"changed assumption A-DEFS: nodes: from 1 to 2\n",
       [](Report& r) { r.assumptions[0].nodes = 2; }},
      {"removed failing case of reference.relu, value.bit_exact at any shapes: ",
       [](Report& r) { r.counter_evidence.clear(); }},
      {"changed failing case of reference.relu, value.bit_exact at any shapes: finding: from "
       "input 3 to input 4\n",
       [](Report& r) { r.evidence[1].detail = "input 4"; }},
      {"removed waiver of reference.relu, value.bit_exact, finding ",
       [](Report& r) {
         r.waivers.clear();
         r.uses[1].obligations[0].waiver.reset();
       }},
      {"expires: from 2027-01-31T02:00:00Z to 2028-01-31T02:00:00Z\n",
       [](Report& r) { r.waivers[0].expires = "2028-01-31T02:00:00Z"; }},
      {"added not covered: Training.\n",
       [](Report& r) { r.not_covered.emplace_back("Training."); }},
      {"removed not covered: Speed.\n", [](Report& r) { r.not_covered.clear(); }},
      {"changed version of touchstone: version: from 0.1.0 to 0.2.0\n",
       [](Report& r) { r.versions[0].second = "0.2.0"; }},
      {"changed ledger ledger.jsonl: entries: from 2 to 3\n",
       [](Report& r) { r.ledgers[0].entries = 3; }},
  };
  for (const auto& [expected, edit] : edits) {
    Report after = sample_report();
    edit(after);
    const std::string found = texts(changes_between(sample_report(), after));
    EXPECT_NE(found.find(expected), std::string::npos) << expected << "\nnot in\n" << found;
    EXPECT_EQ(std::count(found.begin(), found.end(), '\n'), 1) << found;
  }
}

TEST(ReportChanges, OnlyFromAReportOfTheSameKind) {
  const std::string before = report_json(sample_report());
  Report after = sample_report();
  after.accepted = true;
  const auto changed = with_changes_since(after, before);
  ASSERT_TRUE(changed.ok());
  EXPECT_EQ(changed->since, sha256(before).hex());
  EXPECT_EQ(changed->changes.size(), 1U);
  Report registry = sample_report();
  registry.model.reset();
  EXPECT_FALSE(with_changes_since(registry, before).ok());
  EXPECT_FALSE(with_changes_since(after, report_json(registry)).ok());
  EXPECT_TRUE(with_changes_since(registry, report_json(registry)).ok());
  EXPECT_FALSE(with_changes_since(after, before + "x").ok());
  EXPECT_FALSE(with_changes_since(after, "{}").ok());
}

}  // namespace
}  // namespace touchstone
