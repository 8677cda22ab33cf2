// Whatever is done to a ledger or its signed checkpoint without the key is seen.
#include <random>

#include "ledger_fixture.h"
#include "touchstone/audit/ledger.h"

namespace touchstone {
namespace {

class LedgerTamperTest : public LedgerFolder {
 protected:
  void begin(int entries) {
    const SigningKey key = first_key();
    std::vector<Evidence> all = numbered_entries(0, entries - 1);
    all.push_back(numbered_evidence(entries, Outcome::failed));
    record(file_, all, &key);
    text_ = *read_file(file_);
    checkpoint_ = *read_file(checkpoint_path(file_));
    ASSERT_TRUE(parse_ledger(file_, text_, checkpoint_).ok());
  }
  static std::string flipped(std::string text, std::size_t bit) {
    text[bit / 8] = static_cast<char>(static_cast<unsigned char>(text[bit / 8]) ^ 1U << bit % 8);
    return text;
  }
  void expect_refused(const std::vector<std::string>& lines, const std::string& what) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    EXPECT_FALSE(parse_ledger(file_, text, checkpoint_).ok()) << what;
  }

  std::string text_;
  std::string checkpoint_;
};

TEST_F(LedgerTamperTest, EveryFlippedBitOfASmallLedgerIsRefused) {
  begin(4);
  for (std::size_t bit = 0; bit < 8 * text_.size(); ++bit) {
    ASSERT_FALSE(parse_ledger(file_, flipped(text_, bit), checkpoint_).ok()) << bit;
  }
}

TEST_F(LedgerTamperTest, EveryFlippedBitOfASignedCheckpointIsRefused) {
  begin(4);
  for (std::size_t bit = 0; bit < 8 * checkpoint_.size(); ++bit) {
    ASSERT_FALSE(parse_ledger(file_, text_, flipped(checkpoint_, bit)).ok()) << bit;
  }
}

TEST_F(LedgerTamperTest, SampledBitsOfALargerLedgerAreRefused) {
  begin(200);
  std::mt19937_64 random(5);
  for (int sample = 0; sample < 200; ++sample) {
    const std::size_t bit = random() % (8 * text_.size());
    ASSERT_FALSE(parse_ledger(file_, flipped(text_, bit), checkpoint_).ok()) << bit;
  }
}

TEST_F(LedgerTamperTest, EveryRemovedRepeatedSwappedOrReplayedLineIsRefused) {
  begin(12);
  const auto good = lines_of(file_);
  for (std::size_t i = 0; i < good.size(); ++i) {
    const auto at = static_cast<std::ptrdiff_t>(i);
    auto bad = good;
    bad.erase(bad.begin() + at);
    expect_refused(bad, "without line " + std::to_string(i));
    bad = good;
    bad.insert(bad.begin() + at, good[i]);
    expect_refused(bad, "twice line " + std::to_string(i));
    bad = good;
    bad.push_back(good[i]);
    expect_refused(bad, "replayed line " + std::to_string(i));
    bad = good;
    bad[i] = good[(i + 1) % good.size()];
    expect_refused(bad, "overwritten line " + std::to_string(i));
    bad = good;
    std::swap(bad[i], bad[(i + 1) % good.size()]);
    expect_refused(bad, "swapped line " + std::to_string(i));
  }
  expect_refused({}, "nothing");
  EXPECT_TRUE(parse_ledger(file_, text_, checkpoint_).ok());
}

TEST_F(LedgerTamperTest, CounterEvidenceCannotBePrunedByHand) {
  begin(4);
  auto lines = lines_of(file_);
  const auto pruned = [&](std::size_t i) {
    auto out = lines;
    out[i] = pruned_line(leaf_hash(lines[i]));
    return out;
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string text;
    for (const std::string& line : pruned(i)) text += line + "\n";
    const auto ledger = parse_ledger(file_, text, checkpoint_);
    ASSERT_EQ(ledger.ok(), i + 1 < lines.size()) << i;
    if (ledger.ok()) {
      EXPECT_EQ(ledger->pruned, 1U);
      EXPECT_EQ(ledger->entries.size(), 3U);
    }
  }
  auto wrong = pruned(0);
  wrong[0][20] = wrong[0][20] == 'a' ? 'b' : 'a';
  expect_refused(wrong, "another leaf hash");
}

TEST_F(LedgerTamperTest, APrunedLineUnderAnOldCheckpointIsRejected) {
  record(file_, numbered_entries(0, 2));
  CheckpointFile old{read_ledger(file_)->checkpoint, std::nullopt};
  old.current.version = 1;
  auto lines = lines_of(file_);
  const std::string text = lines[0] + "\n" + lines[1] + "\n";
  EXPECT_TRUE(parse_ledger(file_, text, text_of(old)).ok());
  const std::string pruned = pruned_line(leaf_hash(lines[0])) + "\n" + lines[1] + "\n";
  EXPECT_EQ(parse_ledger(file_, pruned, text_of(old)).error().kind, Failure::rejected);
}

}  // namespace
}  // namespace touchstone
