// Repeating a ledger: what holds is confirmed, and every other standing is told from it.
#include "touchstone/session/recheck.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <functional>

#include "touchstone/audit/ledger_prune.h"
#include "touchstone/audit/merkle.h"
#include "touchstone/audit/statement.h"
#include "touchstone/host/file.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const fs::path examples = TOUCHSTONE_SOURCE_DIR "/specs/examples";

class RecheckTest : public testing::Test {
 protected:
  RecheckTest() {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() /
              ("touchstone_recheck_" + std::string(info->name()) + std::to_string(::getpid()));
    fs::create_directories(folder_);
    ledger_ = folder_ / "ledger.jsonl";
  }
  ~RecheckTest() override { fs::remove_all(folder_); }

  std::vector<Evidence> verified(const fs::path& model, Demand demand = Demand::inference,
                                 const std::string& device = "cpu") const {
    VerifyRequest request;
    request.model = model;
    request.demand = demand;
    request.device = device;
    request.threads = 2;
    request.record = folder_ / "recorded.jsonl";
    fs::remove(*request.record);
    fs::remove(request.record->string() + ".checkpoint");
    const auto verification = verify(request);
    EXPECT_TRUE(verification.ok()) << verification.error().text();
    return read_ledger(*request.record)->entries;
  }

  /// What verifying mlp.json records.
  const std::vector<Evidence>& small() {
    if (small_.empty()) small_ = verified(examples / "mlp.json");
    return small_;
  }

  std::vector<Evidence> proved(const std::string& manifest) const {
    ProveRequest request;
    request.manifest = examples / "kernels" / manifest;
    request.threads = 2;
    return prove(request)->evidence;
  }

  [[nodiscard]] RecheckRequest request_for(const std::vector<Evidence>& entries) const {
    fs::remove(ledger_);
    fs::remove(ledger_.string() + ".checkpoint");
    EXPECT_TRUE(append_to_ledger(ledger_, entries, "2026-01-31T02:00:00Z").ok());
    RecheckRequest out;
    out.ledgers = {ledger_};
    out.threads = 2;
    return out;
  }

  Recheck rechecked(const std::vector<Evidence>& entries) const {
    return recheck(request_for(entries)).value();
  }

  static void expect_all_confirmed(const Recheck& found, std::size_t entries) {
    EXPECT_EQ(found.items.size(), entries);
    for (const RecheckItem& item : found.items) {
      EXPECT_EQ(item.standing, RecheckStanding::confirmed) << item.entry << ": " << item.text;
    }
  }

  /// Spoils the entry of linear's obligation among those of mlp.json: it alone is told apart.
  void expect_standing(Obligation which, const std::function<void(Evidence&)>& spoil,
                       RecheckStanding standing, const std::string& says) {
    std::vector<Evidence> entries = small();
    const auto at = std::find_if(entries.begin(), entries.end(), [&](const Evidence& e) {
      return e.claim.op == Op::linear && e.claim.obligation == which;
    });
    ASSERT_NE(at, entries.end());
    const auto entry = static_cast<std::size_t>(at - entries.begin());
    if (!twin_confirmed_) {
      expect_all_confirmed(rechecked(entries), entries.size());
      twin_confirmed_ = true;
    }
    spoil(*at);
    const Recheck found = rechecked(entries);
    EXPECT_EQ(found.items[entry].standing, standing) << found.items[entry].text;
    EXPECT_THAT(found.items[entry].text, HasSubstr(says));
    EXPECT_EQ(found.count(RecheckStanding::confirmed), entries.size() - 1);
  }

  void expect_differs(Obligation which, const std::function<void(Evidence&)>& spoil,
                      const std::string& says) {
    expect_standing(which, spoil, RecheckStanding::differs, says);
  }

  fs::path folder_;
  fs::path ledger_;
  std::vector<Evidence> small_;
  bool twin_confirmed_ = false;
};

TEST_F(RecheckTest, ConfirmsWhatVerificationsRecord) {
  for (const char* model : {"mlp/model.json", "cnn/model.json", "transformer/model.json"}) {
    const auto entries = verified(examples / model, Demand::training);
    expect_all_confirmed(rechecked(entries), entries.size());
  }
}

TEST_F(RecheckTest, ConfirmsProofsOfNativeKernels) {
  const auto entries = verified(examples / "mlp/model.json", Demand::inference, "cuda");
  expect_all_confirmed(rechecked(entries), entries.size());
  ASSERT_FALSE(entries.empty());
  EXPECT_EQ(entries.front().checker.name, "ptx_prover");
}

TEST_F(RecheckTest, ConfirmsWhatIsProvedOfACapsuleByItsName) {
  ProveRequest request;
  request.capsule = "native_cuda.relu";
  request.shapes = {{Shape::of({5})}};
  const auto entries = prove(request)->evidence;
  expect_all_confirmed(rechecked(entries), entries.size());
}

TEST_F(RecheckTest, AnswersEntriesThatSayTheSameOnce) {
  std::vector<Evidence> entries = small();
  const auto runs = [&] {
    std::size_t all = 0;
    RecheckRequest request = request_for(entries);
    request.progress = [&](std::size_t, std::size_t of) { all = of; };
    const auto found = recheck(request);
    expect_all_confirmed(*found, entries.size());
    return all;
  };
  const std::size_t once = runs();
  const auto copy = entries;
  entries.insert(entries.end(), copy.begin(), copy.end());
  EXPECT_EQ(runs(), once);
  EXPECT_GT(once, 0U);
}

TEST_F(RecheckTest, DateAndRepeatingCommandDoNotMatter) {
  std::vector<Evidence> entries = small();
  for (Evidence& e : entries) {
    e.date = "2025-01-01T00:00:00Z";
    e.repeat = "something else";
  }
  expect_all_confirmed(rechecked(entries), entries.size());
}

TEST_F(RecheckTest, SeesWhatWasEdited) {
  expect_differs(
      Obligation::in_bounds_once, [](Evidence& e) { e.outcome = Outcome::failed; },
      "outcome was recorded as 'failed', now it is 'passed'");
  expect_differs(
      Obligation::in_bounds_once, [](Evidence& e) { e.detail = "999 accesses enumerated"; },
      "detail was recorded as '999 accesses enumerated'");
  expect_differs(
      Obligation::in_bounds_once, [](Evidence& e) { e.cases = 7; },
      "cases was recorded as '7', now it is '1'");
  expect_differs(
      Obligation::bit_exact, [](Evidence& e) { ++e.cases; }, "cases was recorded");
  expect_differs(
      Obligation::in_bounds_once, [](Evidence& e) { e.assumptions.pop_back(); },
      "assumptions was recorded");
  expect_differs(
      Obligation::bit_exact, [](Evidence& e) { e.loaded_file.reset(); },
      "loaded file was recorded as 'none'");
  expect_differs(
      Obligation::bit_exact,
      [](Evidence& e) {
        e.scope.operands = std::vector<TensorType>{{ElementType::float32, Shape::of({2, 4})},
                                                   {ElementType::float32, Shape::of({8, 4})}};
      },
      "scope was recorded");
}

TEST_F(RecheckTest, SeesUsesAndClaimsThatAreImpossible) {
  expect_differs(
      Obligation::in_bounds_once, [](Evidence& e) { e.claim.contract = Contract::value; },
      "sits in the contract field value");
  expect_differs(
      Obligation::in_bounds_once, [](Evidence& e) { e.claim.op = Op::relu; },
      "reference.linear makes no claim");
  expect_differs(
      Obligation::in_bounds_once, [](Evidence& e) { e.scope.operands->pop_back(); }, "now it is");
  expect_differs(
      Obligation::in_bounds_once,
      [](Evidence& e) {
        (*e.scope.operands)[0].shape = Shape::of({2, 9});
      },
      "there is no such use");
}

TEST_F(RecheckTest, SeesWhatIsNotComparable) {
  const auto stale = RecheckStanding::stale;
  expect_standing(
      Obligation::in_bounds_once, [](Evidence& e) { e.artifact.bytes[3] ^= 1; }, stale,
      "another artifact");
  expect_standing(
      Obligation::in_bounds_once, [](Evidence& e) { e.meaning.bytes[3] ^= 1; }, stale,
      "another meaning");
  expect_standing(
      Obligation::bit_exact, [](Evidence& e) { e.loaded_file->bytes[3] ^= 1; }, stale,
      "another loaded file");
  expect_standing(
      Obligation::bit_exact, [](Evidence& e) { e.checker.version = "1"; }, stale,
      "another version of self_check");
}

TEST_F(RecheckTest, SeesWhatNothingHereRepeats) {
  const auto unrepeatable = RecheckStanding::unrepeatable;
  for (const EvidenceKind kind : {EvidenceKind::test, EvidenceKind::replay, EvidenceKind::fuzz,
                                  EvidenceKind::guard, EvidenceKind::trusted}) {
    expect_standing(
        Obligation::in_bounds_once, [&](Evidence& e) { e.kind = kind; }, unrepeatable,
        "of kind " + std::string(name_of(kind)));
  }
  expect_standing(
      Obligation::in_bounds_once, [](Evidence& e) { e.kind = EvidenceKind::theorem; }, unrepeatable,
      "no checker of this build");
  expect_standing(
      Obligation::in_bounds_once, [](Evidence& e) { e.checker.name = "oracle"; }, unrepeatable,
      "no checker of this build is called 'oracle'");
  expect_standing(
      Obligation::in_bounds_once, [](Evidence& e) { e.scope.operands.reset(); }, unrepeatable,
      "for all shapes");
  expect_standing(
      Obligation::in_bounds_once, [](Evidence& e) { e.claim.capsule = "cublas.linear"; },
      unrepeatable, "no capsule cublas.linear");
}

TEST_F(RecheckTest, AnEntryThatHoldsNoAnswerConfirmsNothing) {
  for (const Outcome outcome : {Outcome::undecided, Outcome::timeout, Outcome::skipped}) {
    expect_standing(
        Obligation::in_bounds_once, [&](Evidence& e) { e.outcome = outcome; },
        RecheckStanding::undecided, "says nothing");
  }
}

TEST_F(RecheckTest, ABudgetThatEndsFirstLeavesAnEntryUndecided) {
  const auto entries = small();
  RecheckRequest request = request_for(entries);
  request.budget = 1;
  const auto found = recheck(request);
  EXPECT_GT(found->count(RecheckStanding::undecided), 0U);
  EXPECT_GT(found->count(RecheckStanding::confirmed), 0U);
  EXPECT_EQ(found->count(RecheckStanding::differs), 0U);
  request.budget = 1 << 20;
  expect_all_confirmed(*recheck(request), entries.size());
}

/// Attributes of no possible use have no class shapes; an entry with them is told so.
TEST_F(RecheckTest, AttributesThatFitNothingAreNotComputed) {
  std::vector<Evidence> entries = small();
  const auto softmax = std::find_if(entries.begin(), entries.end(), [](const Evidence& e) {
    return e.claim.op == Op::softmax && e.claim.obligation == Obligation::bit_exact;
  });
  ASSERT_NE(softmax, entries.end());
  const auto entry = static_cast<std::size_t>(softmax - entries.begin());
  EXPECT_EQ(rechecked(entries).items[entry].standing, RecheckStanding::confirmed);
  for (const std::int64_t axis : {std::int64_t{1000}, std::int64_t{-9}, INT64_MIN, INT64_MAX}) {
    softmax->scope.attributes = Attributes{{"axis", axis}};
    const Recheck found = rechecked(entries);
    EXPECT_EQ(found.items[entry].standing, RecheckStanding::unrepeatable);
    EXPECT_THAT(found.items[entry].text, HasSubstr("no entry states operands"));
  }
}

TEST_F(RecheckTest, AUsersKernelTakesItsManifest) {
  const auto entries = proved("relu.json");
  RecheckRequest request = request_for(entries);
  auto found = recheck(request);
  EXPECT_EQ(found->count(RecheckStanding::unrepeatable), entries.size());
  EXPECT_THAT(found->items.front().text, HasSubstr("--manifest"));

  request.manifests = {examples / "kernels" / "relu.json"};
  expect_all_confirmed(*recheck(request), entries.size());

  request.manifests = {examples / "kernels" / "row_sum.json"};
  EXPECT_EQ(recheck(request)->count(RecheckStanding::unrepeatable), entries.size());
  request.manifests = {examples / "kernels" / "relu.json", examples / "kernels" / "relu.json"};
  EXPECT_EQ(recheck(request).error().kind, Failure::unreadable);
}

TEST_F(RecheckTest, AUsersKernelThatChangedIsStale) {
  const auto entries = proved("relu.json");
  RecheckRequest request = request_for(entries);
  for (const char* name : {"relu.json", "relu.ptx"}) {
    fs::copy_file(examples / "kernels" / name, folder_ / name);
  }
  request.manifests = {folder_ / "relu.json"};
  expect_all_confirmed(*recheck(request), entries.size());
  std::string ptx = read_file(folder_ / "relu.ptx").value();
  ASSERT_TRUE(write_file(folder_ / "relu.ptx", ptx + "// changed\n").ok());
  const auto found = recheck(request);
  EXPECT_EQ(found->count(RecheckStanding::stale), entries.size());
}

TEST_F(RecheckTest, CounterEvidenceIsConfirmedWhileItStillFails) {
  const std::string manifest = "matmul_missing_barrier.json";
  std::vector<Evidence> entries = proved(manifest);
  std::erase_if(entries, [](const Evidence& e) { return e.outcome != Outcome::failed; });
  ASSERT_FALSE(entries.empty());
  RecheckRequest request = request_for(entries);
  request.manifests = {examples / "kernels" / manifest};
  expect_all_confirmed(*recheck(request), entries.size());

  for (Evidence& e : entries) e.outcome = Outcome::passed;
  request = request_for(entries);
  request.manifests = {examples / "kernels" / manifest};
  EXPECT_EQ(recheck(request)->count(RecheckStanding::differs), entries.size());
}

TEST_F(RecheckTest, OneCapsuleAloneLeavesTheOthersOut) {
  const auto entries = small();
  RecheckRequest request = request_for(entries);
  request.capsule = "reference.relu";
  const auto found = recheck(request);
  EXPECT_EQ(found->items.size(), 3U);
  EXPECT_EQ(found->left_out, entries.size() - 3);
  EXPECT_EQ(found->count(RecheckStanding::confirmed), 3U);
  request.capsule = "reference.conv";
  EXPECT_EQ(recheck(request).error().kind, Failure::unreadable);
}

TEST_F(RecheckTest, ALedgerThatWasEditedIsRejected) {
  const auto entries = small();
  const RecheckRequest request = request_for(entries);
  EXPECT_TRUE(recheck(request).ok());
  std::string text = read_file(ledger_).value();
  text.erase(0, text.find('\n') + 1);
  ASSERT_TRUE(write_file(ledger_, text).ok());
  EXPECT_EQ(recheck(request).error().kind, Failure::rejected);
  RecheckRequest none;
  EXPECT_EQ(recheck(none).error().kind, Failure::unreadable);
}

TEST_F(RecheckTest, CountsWhatWasPruned) {
  std::vector<Evidence> twice = small();
  EXPECT_EQ(rechecked(twice).pruned, 0U);
  twice.push_back(twice.front());
  const RecheckRequest request = request_for(twice);
  ASSERT_EQ(prune_ledger(ledger_, std::nullopt, {})->pruned, 1U);
  const Recheck found = recheck(request).value();
  EXPECT_EQ(found.pruned, 1U);
  expect_all_confirmed(found, small().size());
  EXPECT_EQ(found.items.front().leaf, leaf_hash(statement_of(found.items.front().recorded)));
}

}  // namespace
}  // namespace touchstone
