#include "touchstone/audit/ledger_merge.h"

#include <algorithm>
#include <set>

#include "ledger_fixture.h"
#include "touchstone/audit/ledger.h"
#include "touchstone/audit/ledger_prune.h"

namespace touchstone {
namespace {

class LedgerMergeTest : public LedgerFolder {
 protected:
  /// Two branches of a ledger of three entries; theirs holds counter-evidence.
  void branch() {
    record(file_, numbered_entries(0, 3));
    theirs_ = copied("theirs.jsonl");
    record(file_, numbered_entries(10, 12));
    auto more = numbered_entries(20, 21);
    more.push_back(numbered_evidence(11));  // ours has it, too
    more.push_back(numbered_evidence(22, Outcome::failed));
    record(theirs_, more);
  }
  static std::vector<std::int64_t> cases_of(const std::filesystem::path& file) {
    std::vector<std::int64_t> out;
    const auto ledger = read_ledger(file);
    EXPECT_TRUE(ledger.ok()) << ledger.error().text();
    for (const Evidence& entry : ledger->entries) out.push_back(entry.cases - 1);
    return out;
  }

  std::filesystem::path theirs_;
};

TEST_F(LedgerMergeTest, HoldsTheUnionAndBeginsWithOurs) {
  branch();
  const auto merged = merge_ledgers(file_, theirs_, path("merged.jsonl"));
  ASSERT_TRUE(merged.ok()) << merged.error().text();
  EXPECT_EQ(merged->common, 3U);
  EXPECT_EQ(merged->ours, 2U);
  EXPECT_EQ(merged->theirs, 2U);
  EXPECT_EQ(cases_of(path("merged.jsonl")), (std::vector<std::int64_t>{0, 1, 2, 10, 11, 20, 22}));
  EXPECT_EQ(read_ledger(path("merged.jsonl"))->checkpoint.counter_evidence, 1U);
  const auto difference = difference_of(file_, path("merged.jsonl"));
  EXPECT_TRUE(difference->b_extends_a);
  EXPECT_TRUE(difference->only_a.empty());
}

TEST_F(LedgerMergeTest, IsDeterministicAndIdempotent) {
  branch();
  ASSERT_TRUE(merge_ledgers(file_, theirs_, path("a.jsonl")).ok());
  ASSERT_TRUE(merge_ledgers(file_, theirs_, path("b.jsonl")).ok());
  const std::string text = *read_file(path("a.jsonl"));
  const std::string checkpoint = *read_file(path("a.jsonl.checkpoint"));
  EXPECT_EQ(*read_file(path("b.jsonl")), text);
  EXPECT_EQ(*read_file(path("b.jsonl.checkpoint")), checkpoint);
  for (const auto& again : {theirs_, file_, path("b.jsonl")}) {
    ASSERT_TRUE(merge_ledgers(path("a.jsonl"), again, path("a.jsonl")).ok());
    EXPECT_EQ(*read_file(path("a.jsonl")), text);
    EXPECT_EQ(*read_file(path("a.jsonl.checkpoint")), checkpoint);
  }
}

TEST_F(LedgerMergeTest, EitherOrderHoldsTheSameEntries) {
  branch();
  ASSERT_TRUE(merge_ledgers(file_, theirs_, path("a.jsonl")).ok());
  ASSERT_TRUE(merge_ledgers(theirs_, file_, path("b.jsonl")).ok());
  const auto difference = difference_of(path("a.jsonl"), path("b.jsonl"));
  EXPECT_TRUE(difference->only_a.empty());
  EXPECT_TRUE(difference->only_b.empty());
}

TEST_F(LedgerMergeTest, ABodyThatOneSidePrunedIsBack) {
  branch();
  ASSERT_EQ(prune_ledger(file_, "2027-01-01T00:00:00Z")->dropped, 5U);
  ASSERT_TRUE(merge_ledgers(file_, theirs_, path("merged.jsonl")).ok());
  const auto merged = read_ledger(path("merged.jsonl"));
  ASSERT_TRUE(merged.ok()) << merged.error().text();
  EXPECT_EQ(merged->leaves.size(), 7U);
  EXPECT_EQ(merged->pruned, 1U);  // entry 10, which theirs never had
  EXPECT_EQ(cases_of(path("merged.jsonl")), (std::vector<std::int64_t>{0, 1, 2, 11, 20, 22}));
}

TEST_F(LedgerMergeTest, SignaturesStayWhereNothingIsAddedAndAreNotLostSilently) {
  branch();
  const SigningKey key = first_key();
  ASSERT_TRUE(sign_ledger(file_, key).ok());
  const auto refused = merge_ledgers(file_, theirs_, file_);
  EXPECT_EQ(refused.error().kind, Failure::rejected);
  ASSERT_TRUE(merge_ledgers(file_, theirs_, file_, {&key, {}}).ok());
  EXPECT_EQ(read_ledger(file_)->checkpoint.signatures.size(), 1U);
  // Theirs goes forward to ours: everything is there, so the signature is good as it stands.
  ASSERT_TRUE(merge_ledgers(file_, theirs_, path("again.jsonl")).ok());
  EXPECT_EQ(read_ledger(path("again.jsonl"))->checkpoint.signatures.size(), 1U);
}

TEST_F(LedgerMergeTest, AnUnsignedLedgerThatHasEverythingTakesNoSignedOnesPlace) {
  record(file_, numbered_entries(0, 3));
  theirs_ = copied("theirs.jsonl");
  record(file_, numbered_entries(3, 5));
  const SigningKey key = first_key();
  ASSERT_TRUE(sign_ledger(theirs_, key).ok());
  const Checkpoint before = read_ledger(theirs_)->checkpoint;
  const auto refused = merge_ledgers(file_, theirs_, theirs_);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, Failure::rejected);
  EXPECT_EQ(read_ledger(theirs_)->checkpoint, before);
  // The key vouches for what it signed: for ours, too, before it signs what both come to.
  EXPECT_FALSE(merge_ledgers(file_, theirs_, theirs_, {&key, {}}).ok());
  ASSERT_TRUE(sign_ledger(file_, key).ok());
  ASSERT_TRUE(merge_ledgers(file_, theirs_, theirs_, {&key, {}}).ok());
  EXPECT_EQ(read_ledger(theirs_)->checkpoint.signatures.size(), 1U);
  EXPECT_EQ(read_ledger(theirs_)->leaves.size(), 5U);
}

TEST_F(LedgerMergeTest, OfEqualLedgersTheSignaturesOfBothStay) {
  record(file_, numbered_entries(0, 3));
  theirs_ = copied("theirs.jsonl");
  ASSERT_TRUE(sign_ledger(theirs_, first_key()).ok());
  const auto signers = [&](const std::filesystem::path& a, const std::filesystem::path& b,
                           const std::string& out) {
    EXPECT_TRUE(merge_ledgers(a, b, path(out)).ok());
    return read_ledger(path(out))->checkpoint.signatures;
  };
  EXPECT_EQ(signers(file_, theirs_, "one.jsonl").size(), 1U);
  EXPECT_EQ(signers(theirs_, file_, "other.jsonl").size(), 1U);
  ASSERT_TRUE(sign_ledger(file_, second_key()).ok());
  EXPECT_EQ(signers(file_, theirs_, "both.jsonl").size(), 2U);
  EXPECT_EQ(signers(theirs_, file_, "both_too.jsonl"), signers(file_, theirs_, "both_3.jsonl"));
}

TEST_F(LedgerMergeTest, OfEqualLedgersASignedOneIsPreferredThenALaterOne) {
  // The same entries, but checkpoints of other times: no signature is over the other's text.
  record(file_, numbered_entries(0, 3));
  const auto later = path("later.jsonl");
  ASSERT_TRUE(append_to_ledger(later, numbered_entries(0, 3), "2026-02-28T02:00:00Z").ok());
  const auto merged = [&](const std::string& out) {
    EXPECT_TRUE(merge_ledgers(file_, later, path(out)).ok());
    const Checkpoint one = read_ledger(path(out))->checkpoint;
    EXPECT_TRUE(merge_ledgers(later, file_, path("swapped_" + out)).ok());
    EXPECT_EQ(read_ledger(path("swapped_" + out))->checkpoint, one);
    return one;
  };
  EXPECT_EQ(merged("unsigned.jsonl").time, "2026-02-28T02:00:00Z");
  ASSERT_TRUE(sign_ledger(file_, first_key()).ok());
  EXPECT_EQ(merged("signed.jsonl"), read_ledger(file_)->checkpoint);
  ASSERT_TRUE(sign_ledger(later, second_key()).ok());
  EXPECT_EQ(merged("both.jsonl"), read_ledger(later)->checkpoint);
}

TEST_F(LedgerMergeTest, NoOtherLedgerIsOverwritten) {
  branch();
  record(path("other.jsonl"), numbered_entries(0, 1));
  EXPECT_FALSE(merge_ledgers(file_, theirs_, path("other.jsonl")).ok());
  EXPECT_EQ(read_ledger(path("other.jsonl"))->entries.size(), 1U);
}

TEST_F(LedgerMergeTest, DifferenceSaysWhoHasWhat) {
  branch();
  const auto d = difference_of(file_, theirs_);
  ASSERT_TRUE(d.ok());
  EXPECT_EQ(d->common, 3U);
  EXPECT_EQ(d->only_a, (std::vector<std::uint64_t>{4}));
  EXPECT_EQ(d->only_b, (std::vector<std::uint64_t>{4, 6}));
  EXPECT_FALSE(d->a_extends_b);
  EXPECT_FALSE(d->b_extends_a);
  const auto same = difference_of(file_, file_);
  EXPECT_TRUE(same->a_extends_b && same->b_extends_a);
}

class LedgerPruneTest : public LedgerFolder {};

TEST_F(LedgerPruneTest, DropsWhatIsRepeatedAndNeverCounterEvidence) {
  const SigningKey key = first_key();
  std::vector<Evidence> all = numbered_entries(0, 2);
  all.push_back(numbered_evidence(0));  // repeats the first, later
  all.back().date = "2026-02-01T02:00:00Z";
  all.push_back(numbered_evidence(5, Outcome::failed));
  all.push_back(numbered_evidence(5, Outcome::failed));
  record(file_, all, &key);
  const auto before = read_ledger(file_)->checkpoint;
  const auto pruned = prune_ledger(file_, std::nullopt);
  ASSERT_TRUE(pruned.ok()) << pruned.error().text();
  EXPECT_EQ(pruned->dropped, 1U);
  const auto ledger = read_ledger(file_);
  ASSERT_TRUE(ledger.ok()) << ledger.error().text();
  EXPECT_EQ(ledger->checkpoint, before);
  EXPECT_EQ(ledger->lines, (std::vector<std::uint64_t>{2, 3, 4, 5}));
  // Everything that is older goes, but for what fails.
  EXPECT_EQ(prune_ledger(file_, "2027-01-01T00:00:00Z")->pruned, 3U);
  EXPECT_EQ(read_ledger(file_)->entries.size(), 2U);
  EXPECT_EQ(read_ledger(file_)->checkpoint, before);
  EXPECT_EQ(prune_ledger(file_, "2027-01-01T00:00:00Z")->dropped, 0U);
  EXPECT_FALSE(prune_ledger(path("none.jsonl"), std::nullopt).ok());
}

}  // namespace
}  // namespace touchstone
