// The trust-boundary report end to end: of a model, of the registry, and against an earlier one.
#include "touchstone/session/report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "touchstone/audit/ledger.h"
#include "touchstone/audit/merkle.h"
#include "touchstone/audit/report_json.h"
#include "touchstone/audit/report_markdown.h"
#include "touchstone/host/file.h"
#include "touchstone/host/scratch_folder.h"
#include "touchstone/session/report_command.h"

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

TEST(SessionReport, GivesTheCommandThatMakesItAgain) {
  ReportRequest request = request_for("mlp.json");
  EXPECT_EQ(
      report_command(request),
      "touchstone audit report --profile 'strict' --at '2026-01-31T02:00:00Z' --evidence auto "
      "-o report.html 'mlp.json'");
  request.question.profile = "checked_cpu";
  request.question.ledgers = {"/a/one.jsonl", "b/it's.jsonl"};
  request.question.keys = "keys.json";
  request.question.accepted = "accepted.json";
  request.question.waivers = "folder/waivers.json";
  request.question.bindings = {{"batch", 3}};
  request.since = "old.json";
  const std::string whole = report_command(request);
  for (const char* part :
       {" --profile 'checked_cpu'", " --ledger 'one.jsonl'", " --ledger 'it'\\''s.jsonl'",
        " --keys 'keys.json'", " --accepted 'accepted.json'", " --waivers 'waivers.json'",
        " --shape 'batch=3'", " --since 'old.json'"}) {
    EXPECT_NE(whole.find(part), std::string::npos) << part << " in " << whole;
  }
  request.question.mode = EvidenceMode::derive;
  EXPECT_EQ(report_command(request).find("--ledger"), std::string::npos);
  EXPECT_EQ(report(request_for("mlp.json"))->repeat, report_command(request_for("mlp.json")));
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

TEST(SessionReport, NamesTheLineOfALedgerOfVersion1) {
  const auto folder = ScratchFolder::create();
  ASSERT_TRUE(folder.ok());
  const auto recorded = folder->path() / "recorded.jsonl";
  ReportRequest request = request_for("mlp.json");
  request.question.record = recorded;
  ASSERT_TRUE(verify(request.question).ok());
  request.question.record.reset();
  // The same lines as version 1 wrote them, under a checkpoint of version 1.
  std::string text;
  MerkleTree tree;
  std::set<std::string> leaves;
  const std::string now = *read_file(recorded);
  for (std::size_t at = 0; at < now.size();) {
    const std::size_t end = now.find('\n', at);
    std::string line = now.substr(at, end - at);
    at = end + 1;
    for (const auto& [from, to] : {std::pair("evidence:2", "evidence:1"),
                                   std::pair("\"discarded\":0,", ""), std::pair("{\"_", "{ \"_")}) {
      line.replace(line.find(from), std::string_view(from).size(), to);
    }
    text += line + "\n";
    tree.add_leaf(leaf_hash(line));
    leaves.insert(leaf_hash(line).hex());
  }
  const auto ledger = folder->path() / "old.jsonl";
  ASSERT_TRUE(write_file(ledger, text).ok());
  ASSERT_TRUE(write_file(checkpoint_path(ledger),
                         "{\"format\":\"touchstone.checkpoint\",\"version\":1,\"size\":" +
                             std::to_string(tree.size()) + ",\"root\":\"" + tree.root().hex() +
                             "\",\"time\":\"2026-01-31T02:00:00Z\"}\n")
                  .ok());
  request.question.ledgers = {ledger};
  request.question.mode = EvidenceMode::recorded;
  request.question.profile = "checked_cpu";
  const auto made = report(request);
  ASSERT_TRUE(made.ok()) << made.error().text();
  EXPECT_TRUE(made->accepted) << made->sentence;
  ASSERT_FALSE(made->evidence.empty());
  for (const ReportEvidence& each : made->evidence) EXPECT_TRUE(leaves.contains(each.leaf));
  // Of what is derived, it names the line that recording it at that time would write.
  std::set<std::string> written;
  const auto entries = read_ledger(recorded);
  for (const Digest& leaf : entries->leaves) written.insert(leaf.hex());
  const auto derived = report(request_for("mlp.json"));
  for (const ReportEvidence& each : derived->evidence) EXPECT_TRUE(written.contains(each.leaf));
}

TEST(SessionReport, ListsTheFilesOfAModel) {
  const auto made = report(request_for("mlp/model.json"));
  ASSERT_TRUE(made.ok());
  ASSERT_EQ(made->model->files.size(), 2U);
  EXPECT_EQ(made->model->files[0].name, "model.json");
  const ReportFile& parameters = made->model->files[1];
  EXPECT_EQ(parameters.digest, sha256(*read_file(examples / "mlp" / parameters.name)).hex());
  std::size_t read = 0;
  for (const ReadInput& each : made->read) {
    read += each.name == parameters.name && each.digest.hex() == parameters.digest ? 1U : 0U;
  }
  EXPECT_EQ(read, 1U);
  // One file has the model's digest, and is listed once.
  const auto single = report(request_for("mlp.json"));
  ASSERT_EQ(single->model->files.size(), 1U);
  EXPECT_EQ(single->model->files[0].digest, single->model->digest);
}

TEST(SessionReport, OfTheRegistryLeavesOutTheDevicesThatTheProfileExcludes) {
  ReportRequest request = request_for("mlp.json");
  request.question.model.clear();
  request.question.threads = 0;
  request.question.profile = "checked_cpu";
  request.registry = true;
  const auto made = report(request);
  ASSERT_TRUE(made.ok()) << made.error().text();
  EXPECT_TRUE(made->accepted) << made->sentence;
  EXPECT_EQ(made->device, "cpu");
  const std::string excluded =
      "native_cuda.matmul: it runs on device cuda, and profile checked_cpu is for cpu, so it was "
      "not judged.";
  EXPECT_EQ(std::count(made->not_covered.begin(), made->not_covered.end(), excluded), 1);
  for (const ReportNode& node : made->nodes) EXPECT_NE(node.id, "native_cuda.matmul");
  EXPECT_EQ(made->evidence[0].repeat,
            "touchstone audit report --registry --evidence derive --profile 'checked_cpu' -o "
            "registry.md");
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
