// The evidence modes end to end: a recorded ledger serves, and each way of spoiling it is seen.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <sstream>

#include "touchstone/audit/statement.h"
#include "touchstone/session/session.h"

namespace touchstone {
namespace {

const std::filesystem::path example = TOUCHSTONE_SOURCE_DIR "/specs/examples/mlp.json";

class EvidenceTest : public testing::Test {
 protected:
  EvidenceTest() {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("touchstone_evidence_" + std::string(info->name()) + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    ledger_ = folder_ / "ledger.jsonl";
    VerifyRequest recording = request("checked_cpu", EvidenceMode::automatic, false);
    recording.record = ledger_;
    EXPECT_TRUE(verify(recording)->recorded.has_value());
    recorded_ = read_ledger(ledger_)->entries;
  }
  ~EvidenceTest() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] VerifyRequest request(const std::string& profile, EvidenceMode mode,
                                      bool with_ledger = true) const {
    VerifyRequest out;
    out.model = example;
    out.profile = profile;
    out.mode = mode;
    out.threads = 1;
    if (with_ledger) out.ledgers = {ledger_};
    return out;
  }

  /// A fresh ledger, well-formed in itself, holding these entries.
  void rewrite(const std::vector<Evidence>& entries) const {
    std::filesystem::remove(ledger_);
    std::filesystem::remove(ledger_.string() + ".checkpoint");
    ASSERT_TRUE(append_to_ledger(ledger_, entries, "2026-01-31T02:00:00Z").ok());
  }

  [[nodiscard]] Verdict verdict(const std::string& profile, EvidenceMode mode) const {
    const auto verification = verify(request(profile, mode));
    EXPECT_TRUE(verification.ok()) << verification.error().text();
    return verification->gated.verdict;
  }

  static std::string reasons(const Verdict& verdict) {
    std::string out;
    for (const Reason& reason : verdict.reasons) out += reason.subject + ": " + reason.text + "\n";
    return out;
  }

  /// Spoils every entry about reference.linear's contract, and expects this reason, and under
  /// `automatic` the missing piece derived again.
  void expect_spoiled(Obligation which, const std::function<void(Evidence&)>& spoil,
                      const std::string& reason) {
    std::vector<Evidence> entries = recorded_;
    for (Evidence& e : entries) {
      if (e.claim.op == Op::linear && e.claim.obligation == which) spoil(e);
    }
    rewrite(entries);
    const Verdict recorded = verdict("checked_cpu", EvidenceMode::recorded);
    EXPECT_FALSE(recorded.accepted);
    EXPECT_NE(reasons(recorded).find("linear by reference.linear"), std::string::npos);
    EXPECT_NE(reasons(recorded).find(reason), std::string::npos) << reasons(recorded);
    EXPECT_EQ(reasons(recorded).find("softmax"), std::string::npos) << reasons(recorded);

    const auto automatic = verify(request("checked_cpu", EvidenceMode::automatic));
    ASSERT_TRUE(automatic.ok());
    EXPECT_TRUE(automatic->gated.verdict.accepted) << reasons(automatic->gated.verdict);
    std::size_t derived = 0;
    std::string notes;
    for (const SourcedEvidence& sourced : automatic->gated.verdict.evidence) {
      derived += sourced.origin == Origin::derived_now ? 1U : 0U;
    }
    for (const std::string& note : automatic->replaced) notes += note;
    EXPECT_GT(derived, 0U);
    EXPECT_LT(derived, automatic->gated.verdict.evidence.size());
    EXPECT_NE(notes.find(reason), std::string::npos) << notes;
  }

  std::filesystem::path folder_;
  std::filesystem::path ledger_;
  std::vector<Evidence> recorded_;
};

TEST_F(EvidenceTest, ARecordedLedgerServesWithoutAnythingDerived) {
  const Verdict v = verdict("checked_cpu", EvidenceMode::recorded);
  EXPECT_TRUE(v.accepted) << reasons(v);
  for (const SourcedEvidence& sourced : v.evidence)
    EXPECT_EQ(sourced.origin, Origin::unsigned_ledger);
  EXPECT_GT(v.self_check_vectors, 0);
}

TEST_F(EvidenceTest, DeletedEvidenceRejectsAndIsDerivedAgain) {
  std::vector<Evidence> entries = recorded_;
  std::erase_if(entries, [](const Evidence& e) {
    return e.claim.op == Op::linear && e.claim.contract == Contract::layout;
  });
  rewrite(entries);
  const Verdict v = verdict("checked_cpu", EvidenceMode::recorded);
  EXPECT_FALSE(v.accepted);
  EXPECT_NE(reasons(v).find("linear by reference.linear, layout: there is no evidence"),
            std::string::npos)
      << reasons(v);
  EXPECT_TRUE(verdict("checked_cpu", EvidenceMode::automatic).accepted);
}

TEST_F(EvidenceTest, AnAlteredArtifactDigestIsStale) {
  expect_spoiled(
      Obligation::in_bounds_once, [](Evidence& e) { e.artifact.bytes[3] ^= 1; },
      "stale: made for artifact");
}

TEST_F(EvidenceTest, AnAlteredMeaningDigestIsStale) {
  expect_spoiled(
      Obligation::bit_exact, [](Evidence& e) { e.meaning.bytes[3] ^= 1; },
      "stale: made for meaning");
}

TEST_F(EvidenceTest, AnAlteredLoadedFileDigestIsStale) {
  expect_spoiled(
      Obligation::bit_exact, [](Evidence& e) { e.loaded_file->bytes[3] ^= 1; },
      "another loaded file");
}

TEST_F(EvidenceTest, AScopeThatDoesNotCoverTheNodeRejects) {
  expect_spoiled(
      Obligation::in_bounds_once,
      [](Evidence& e) {
        (*e.scope.operands)[0].shape = Shape::of({9, 9});
      },
      "does not cover");
}

TEST_F(EvidenceTest, AProofInTheWrongContractFieldRejects) {
  expect_spoiled(
      Obligation::bit_exact, [](Evidence& e) { e.claim.contract = Contract::shape; },
      "proves value.bit_exact but sits in the contract field shape");
}

TEST_F(EvidenceTest, StrictTakesNoUnsignedLedgerAndSaysSo) {
  const Verdict v = verdict("strict", EvidenceMode::recorded);
  EXPECT_FALSE(v.accepted);
  EXPECT_NE(reasons(v).find("unsigned ledger"), std::string::npos) << reasons(v);
  EXPECT_TRUE(verdict("strict", EvidenceMode::automatic).accepted);
}

TEST_F(EvidenceTest, ATamperedLedgerIsRefusedInEveryModeThatReadsIt) {
  std::stringstream text;
  text << std::ifstream(ledger_).rdbuf();
  const std::string good = text.str();
  std::string edited = good;
  edited.replace(edited.find("\"cases\":1"), 9, "\"cases\":7");
  std::ofstream(ledger_, std::ios::trunc) << edited;
  for (const EvidenceMode mode : {EvidenceMode::automatic, EvidenceMode::recorded}) {
    const auto refused = verify(request("checked_cpu", mode));
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, Failure::rejected);
  }
  EXPECT_TRUE(verdict("checked_cpu", EvidenceMode::derive).accepted);
  std::ofstream(ledger_, std::ios::trunc) << good;
  EXPECT_TRUE(verdict("checked_cpu", EvidenceMode::recorded).accepted);
}

TEST_F(EvidenceTest, RecordedCounterEvidenceRejectsEvenWhenDerivingAnew) {
  std::vector<Evidence> entries = recorded_;
  for (const Evidence& e : recorded_) {
    if (e.claim.op != Op::softmax || e.claim.contract != Contract::value) continue;
    entries.push_back(e);
    entries.back().outcome = Outcome::failed;
    entries.back().detail = "a known failing case";
  }
  rewrite(entries);
  for (const char* profile : {"checked_cpu", "strict"}) {
    const Verdict v = verdict(profile, EvidenceMode::automatic);
    EXPECT_FALSE(v.accepted) << profile;
    EXPECT_NE(reasons(v).find("a known failing case"), std::string::npos) << reasons(v);
  }
}

TEST(Session, QuestionsThatCannotBeServedAreErrorsOfTheRightKind) {
  const auto kind = [](const std::function<void(VerifyRequest&)>& change) {
    VerifyRequest request;
    request.model = example;
    change(request);
    const auto result = verify(request);
    return result ? std::optional<Failure>() : std::optional(result.error().kind);
  };
  EXPECT_EQ(kind([](auto&) {}), std::nullopt);
  EXPECT_EQ(kind([](auto& r) { r.device = "metal"; }), Failure::unavailable);
  EXPECT_EQ(kind([](auto& r) { r.device = "abacus"; }), Failure::unreadable);
  EXPECT_EQ(kind([](auto& r) { r.profile = "libtorch_autograd_cuda"; }), Failure::unavailable);
  EXPECT_EQ(kind([](auto& r) { r.profile = "future_tpu"; }), Failure::unavailable);
  EXPECT_EQ(kind([](auto& r) { r.profile = "lenient"; }), Failure::unreadable);
  EXPECT_EQ(kind([](auto& r) {
              r.profile = "checked_cpu";
              r.device = "cuda";
            }),
            Failure::unreadable);
  EXPECT_EQ(kind([](auto& r) { r.model = "no_such_file.json"; }), Failure::unreadable);
  EXPECT_EQ(kind([](auto& r) { r.model = TOUCHSTONE_SOURCE_DIR "/README.md"; }),
            Failure::unreadable);
  EXPECT_EQ(kind([](auto& r) { r.ledgers = {"no_such_ledger.jsonl"}; }), Failure::unreadable);
  EXPECT_EQ(kind([](auto& r) { r.waivers = "no_such_waivers.json"; }), Failure::unreadable);
  EXPECT_EQ(kind([](auto& r) { r.profile = "no_such_profile.json"; }), Failure::unreadable);
  EXPECT_EQ(kind([](auto& r) { r.profile = example.string(); }), Failure::unreadable);
  EXPECT_EQ(kind([](auto& r) { r.at = "2026-06-01"; }), Failure::unreadable);
  EXPECT_EQ(kind([](auto& r) { r.at = "2026-06-01T00:00:00Z"; }), std::nullopt);
}

TEST(Session, OneTimeDatesTheVerdictAndItsEvidence) {
  VerifyRequest request;
  request.model = example;
  request.at = "2026-06-01T00:00:00Z";
  const auto verification = verify(request);
  ASSERT_TRUE(verification.ok());
  EXPECT_EQ(verification->at, request.at);
  EXPECT_EQ(verification->gated.verdict.at, request.at);
  ASSERT_FALSE(verification->gated.verdict.evidence.empty());
  for (const SourcedEvidence& sourced : verification->gated.verdict.evidence) {
    EXPECT_EQ(sourced.evidence.date, request.at);
  }
  std::string read;
  for (const ReadInput& each : verification->gated.verdict.read) read += each.what + ",";
  EXPECT_EQ(read, "model,profile,loaded file,checkers,");
}

TEST(Session, RunGivesTheSameBitsOnAnyNumberOfThreads) {
  VerifyRequest request;
  request.model = example;
  const auto verification = verify(request);
  ASSERT_TRUE(verification->gated.accepted.has_value());
  const std::vector<float> x{0.5F, -1, 2, 0.25F, -0.75F, 1.5F, 0, 3};
  const std::vector<Tensor> inputs{Tensor::of(Shape::of({2, 4}), x)};
  const auto once = run(*verification->gated.accepted, inputs, 1);
  ASSERT_TRUE(once.ok());
  for (const unsigned threads : {2U, 7U}) {
    const auto again = run(*verification->gated.accepted, inputs, threads);
    EXPECT_EQ(digest_of((*again)[0]), digest_of((*once)[0]));
  }
  const std::vector<Tensor> wrong{Tensor::of(Shape::of({4, 2}), x)};
  EXPECT_EQ(run(*verification->gated.accepted, wrong, 1).error().kind, Failure::unreadable);
}

}  // namespace
}  // namespace touchstone
