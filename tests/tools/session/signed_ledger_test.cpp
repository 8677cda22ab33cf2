// Signed ledgers end to end: what strict takes from them, and every way in which they do not count.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <random>

#include "../../audit/signing_keys.h"
#include "touchstone/audit/accepted.h"
#include "touchstone/audit/ledger_merge.h"
#include "touchstone/audit/report_json.h"
#include "touchstone/host/file.h"
#include "touchstone/session/report.h"
#include "touchstone/session/session.h"

namespace touchstone {
namespace {

class SignedLedgerTest : public testing::Test {
 protected:
  SignedLedgerTest() {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("touchstone_signed_" + std::string(info->name()) + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    put("first.pem", pem_of(std::string(first_secret)));
    put("second.pem", pem_of(std::string(second_secret)));
    record("first.pem");
    pin("first.pem", types());
    accept_now();
  }
  ~SignedLedgerTest() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  void put(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::trunc) << text;
  }
  [[nodiscard]] VerifyRequest request() const {
    VerifyRequest out;
    out.model = std::filesystem::path(TOUCHSTONE_SOURCE_DIR) / "specs/examples/mlp.json";
    out.threads = 1;
    return out;
  }
  void record(const std::string& key) const {
    VerifyRequest recording = request();
    recording.record = ledger_();
    recording.mode = EvidenceMode::derive;
    recording.signing_key = path(key);
    const auto done = verify(recording);
    ASSERT_TRUE(done.ok()) << done.error().text();
  }
  [[nodiscard]] std::vector<std::string> types() const {
    return read_ledger(ledger_())->predicate_types;
  }
  void pin(const std::string& key, const std::vector<std::string>& predicates,
           const std::string& more = "") const {
    std::string list;
    for (const std::string& each : predicates) list += (list.empty() ? "\"" : ",\"") + each + "\"";
    put("keys.json", R"({"format":"touchstone.keys","version":1,"keys":[{"name":"k","ed25519":")" +
                         SigningKey::read(path(key))->public_key().text() + R"(","predicates":[)" +
                         list + "]" + more + "}]}");
  }
  void accept_now() const {
    const Ledger ledger = *read_ledger(ledger_());
    const Ledger* const one = &ledger;
    ASSERT_TRUE(accept(path("accepted.json"), {&one, 1}).ok());
  }
  /// By the recorded evidence alone, under profile strict.
  [[nodiscard]] Result<Verification> strict() const {
    VerifyRequest out = request();
    out.mode = EvidenceMode::recorded;
    out.ledgers = {ledger_()};
    out.keys = path("keys.json");
    out.accepted = path("accepted.json");
    return verify(out);
  }
  [[nodiscard]] bool accepted() const {
    const auto v = strict();
    return v.ok() && v->gated.verdict.accepted;
  }
  [[nodiscard]] std::filesystem::path ledger_() const { return path("ledger.jsonl"); }

  std::filesystem::path folder_;
};

TEST_F(SignedLedgerTest, StrictTakesAPinnedLedgerThatExtendsTheAcceptedState) {
  ASSERT_TRUE(accepted());
  const auto v = strict();
  EXPECT_EQ(v->standings.at(0).origin, Origin::pinned_ledger);
  for (const SourcedEvidence& each : v->gated.verdict.evidence) {
    EXPECT_EQ(each.origin, Origin::pinned_ledger);
  }
}

TEST_F(SignedLedgerTest, AVerificationMovesTheAcceptedStateForward) {
  const std::string before = *read_file(path("accepted.json"));
  ASSERT_TRUE(accepted());
  EXPECT_EQ(*read_file(path("accepted.json")), before);
  std::filesystem::copy_file(ledger_(), path("old.jsonl"));
  std::filesystem::copy_file(checkpoint_path(ledger_()), path("old.jsonl.checkpoint"));
  record("first.pem");
  ASSERT_TRUE(accepted());
  EXPECT_NE(*read_file(path("accepted.json")), before);
  // And from now on the old state is a rollback.
  std::filesystem::rename(path("old.jsonl"), ledger_());
  std::filesystem::rename(path("old.jsonl.checkpoint"), checkpoint_path(ledger_()));
  ASSERT_FALSE(strict().ok());
  EXPECT_EQ(strict().error().kind, Failure::rejected);
}

TEST_F(SignedLedgerTest, AReportAcceptsNothingAndHasTheSameBytesAgain) {
  const std::string before = *read_file(path("accepted.json"));
  record("first.pem");
  ReportRequest asked;
  asked.question = request();
  asked.question.at = "2999-01-01T00:00:00Z";
  asked.question.mode = EvidenceMode::recorded;
  asked.question.ledgers = {ledger_()};
  asked.question.keys = path("keys.json");
  asked.question.accepted = path("accepted.json");
  const auto once = report(asked);
  ASSERT_TRUE(once.ok()) << once.error().text();
  EXPECT_TRUE(once->accepted) << once->reasons.at(0).subject << once->reasons.at(0).text;
  EXPECT_EQ(*read_file(path("accepted.json")), before);
  EXPECT_EQ(report_json(*report(asked)), report_json(*once));
  // A verification of the same moves it.
  ASSERT_TRUE(accepted());
  EXPECT_NE(*read_file(path("accepted.json")), before);
}

TEST_F(SignedLedgerTest, WhatIsNotPinnedOrNotAcceptedDoesNotServeStrict) {
  ASSERT_TRUE(accepted());
  pin("second.pem", types());
  EXPECT_FALSE(accepted());
  EXPECT_EQ(strict()->standings.at(0).origin, Origin::unpinned_ledger);
  pin("first.pem", {"urn:another"});
  EXPECT_FALSE(accepted());
  pin("first.pem", types(), R"(,"expires":"2020-01-01T00:00:00Z")");
  EXPECT_FALSE(accepted());
  pin("first.pem", types());
  put("accepted.json", R"({"format":"touchstone.accepted","version":1,"logs":[]})");
  EXPECT_FALSE(accepted());
  EXPECT_EQ(strict()->standings.at(0).origin, Origin::unaccepted_ledger);
  accept_now();
  EXPECT_TRUE(accepted());
}

TEST_F(SignedLedgerTest, AnEditedLedgerOrCheckpointIsRefused) {
  ASSERT_TRUE(accepted());
  std::mt19937_64 random(7);
  for (const auto& file : {ledger_(), checkpoint_path(ledger_())}) {
    const std::string good = *read_file(file);
    for (int sample = 0; sample < 60; ++sample) {
      const std::size_t bit = random() % (8 * good.size());
      std::string bad = good;
      bad[bit / 8] = static_cast<char>(static_cast<unsigned char>(bad[bit / 8]) ^ 1U << bit % 8);
      put(file.filename().string(), bad);
      ASSERT_FALSE(accepted()) << file << " bit " << bit;
    }
    put(file.filename().string(), good);
  }
  EXPECT_TRUE(accepted());
}

TEST_F(SignedLedgerTest, AWrongKeyFileOrAMissingAcceptedFileIsAnError) {
  VerifyRequest recording = request();
  recording.record = path("new.jsonl");
  recording.signing_key = path("keys.json");
  EXPECT_EQ(verify(recording).error().kind, Failure::unreadable);
  EXPECT_FALSE(std::filesystem::exists(path("new.jsonl")));
  std::filesystem::remove(path("accepted.json"));
  EXPECT_EQ(strict().error().kind, Failure::unreadable);
}

}  // namespace
}  // namespace touchstone
