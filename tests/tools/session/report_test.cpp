// The trust-boundary report end to end: of a model, of the registry, and against an earlier one.
#include "touchstone/session/report.h"

#include <gtest/gtest.h>

#include <set>

#include "touchstone/audit/report_json.h"
#include "touchstone/audit/report_markdown.h"
#include "touchstone/host/file.h"
#include "touchstone/host/scratch_folder.h"

namespace touchstone {
namespace {

const std::filesystem::path examples = TOUCHSTONE_SOURCE_DIR "/specs/examples";

ReportRequest request_for(const char* model) {
  ReportRequest out;
  out.question.model = examples / model;
  out.question.at = "2026-01-31T02:00:00Z";
  out.question.threads = 1;
  out.version = "1.2.3";
  return out;
}

TEST(SessionReport, OfAModelIsTheVerdict) {
  const auto made = report(request_for("mlp.json"));
  ASSERT_TRUE(made.ok()) << made.error().text();
  const auto verdict = verify(request_for("mlp.json").question)->gated.verdict;
  EXPECT_EQ(made->accepted, verdict.accepted);
  EXPECT_EQ(made->nodes.size(), 4U);
  EXPECT_EQ(made->evidence.size(), verdict.evidence.size());
  EXPECT_EQ(made->title, "mlp.json");
  EXPECT_EQ(made->at, "2026-01-31T02:00:00Z");
  for (const ReportUse& use : made->uses) EXPECT_EQ(use.grade, "identity");
  EXPECT_EQ(made->versions.front().second, "1.2.3");
}

TEST(SessionReport, HasTheSameBytesOnAnyNumberOfThreads) {
  ReportRequest request = request_for("transformer/model.json");
  const auto one = report(request);
  ASSERT_TRUE(one.ok()) << one.error().text();
  request.question.threads = 7;
  const auto seven = report(request);
  ASSERT_TRUE(seven.ok());
  EXPECT_EQ(report_json(*one), report_json(*seven));
  EXPECT_EQ(report_markdown(*one), report_markdown(*seven));
  request.question.at = "2026-02-01T02:00:00Z";
  EXPECT_NE(report_json(*report(request)), report_json(*seven));
}

TEST(SessionReport, ARejectionIsAReport) {
  ReportRequest request = request_for("mlp.json");
  request.question.mode = EvidenceMode::recorded;
  const auto made = report(request);
  ASSERT_TRUE(made.ok());
  EXPECT_FALSE(made->accepted);
  for (const ReportUse& use : made->uses) EXPECT_EQ(use.grade, "unserved");
  EXPECT_TRUE(made->assumptions.empty());
  EXPECT_FALSE(made->reasons.empty());
  request.question.model = examples / "absent.json";
  EXPECT_FALSE(report(request).ok());
}

TEST(SessionReport, SaysWhatChangedSinceAnEarlierOne) {
  const auto folder = ScratchFolder::create();
  ASSERT_TRUE(folder.ok());
  const auto before = folder->path() / "before.json";
  ReportRequest request = request_for("mlp.json");
  ASSERT_TRUE(write_file(before, report_json(*report(request))).ok());
  request.since = before;
  request.question.at = "2026-02-01T02:00:00Z";
  const auto same = report(request);
  ASSERT_TRUE(same.ok()) << same.error().text();
  EXPECT_TRUE(same->changes.empty()) << same->changes.front().text;
  EXPECT_TRUE(same->since.has_value());
  request.question.demand = Demand::training;
  const auto changed = report(request);
  ASSERT_TRUE(changed.ok());
  EXPECT_FALSE(changed->changes.empty());
  ASSERT_TRUE(write_file(before, "{}").ok());
  EXPECT_FALSE(report(request).ok());
}

TEST(SessionReport, OfTheRegistryHasARowForEveryCapsule) {
  ReportRequest request = request_for("mlp.json");
  request.question.model.clear();
  request.question.threads = 0;
  request.registry = true;
  const auto made = report(request);
  ASSERT_TRUE(made.ok()) << made.error().text();
  EXPECT_FALSE(made->model.has_value());
  std::set<std::string> rows;
  for (const ReportNode& node : made->nodes) {
    rows.insert(node.id);
    const ReportUse& use = made->uses[node.use];
    ASSERT_TRUE(use.capsule.has_value()) << node.id;
    EXPECT_EQ(made->capsules[*use.capsule].name, node.id);
  }
  std::set<std::string> capsules;
  for (const Capsule& capsule : built_in_registry()->capsules()) capsules.insert(capsule.name);
  EXPECT_EQ(rows, capsules);
  EXPECT_EQ(made->nodes.size(), capsules.size());
  EXPECT_TRUE(made->accepted) << made->reasons.front().subject << made->reasons.front().text;
}

}  // namespace
}  // namespace touchstone
