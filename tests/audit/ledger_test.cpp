#include "touchstone/audit/ledger.h"
#include "touchstone/audit/ledger_writer.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "evidence_fixture.h"
#include "touchstone/host/file.h"

namespace touchstone {
namespace {

class LedgerTest : public testing::Test {
 protected:
  LedgerTest() {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("touchstone_ledger_" + std::string(info->name()) + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    file_ = folder_ / "ledger.jsonl";
  }
  ~LedgerTest() override { std::filesystem::remove_all(folder_); }

  void record(int first, int last) {
    std::vector<Evidence> entries;
    for (int n = first; n < last; ++n) {
      entries.push_back(sample_evidence());
      entries.back().cases = n + 1;
    }
    ASSERT_TRUE(append_to_ledger(file_, entries, "2026-01-31T02:00:00Z").ok());
  }
  [[nodiscard]] std::vector<std::string> lines() const {
    std::ifstream stream(file_);
    std::vector<std::string> out;
    for (std::string line; std::getline(stream, line);) out.push_back(line);
    return out;
  }
  void write(const std::vector<std::string>& lines) const {
    std::ofstream stream(file_, std::ios::trunc);
    for (const std::string& line : lines) stream << line << "\n";
  }

  std::filesystem::path folder_;
  std::filesystem::path file_;
};

TEST_F(LedgerTest, GrowsAndReadsBack) {
  record(0, 3);
  record(3, 5);
  const auto ledger = read_ledger(file_);
  ASSERT_TRUE(ledger.ok()) << ledger.error().text();
  ASSERT_EQ(ledger->entries.size(), 5U);
  EXPECT_EQ(ledger->checkpoint.size, 5U);
  for (int n = 0; n < 5; ++n) EXPECT_EQ(ledger->entries[static_cast<std::size_t>(n)].cases, n + 1);
}

TEST_F(LedgerTest, ARemovedSwappedOrRepeatedLineIsRejected) {
  record(0, 4);
  const auto good = lines();
  for (std::size_t i = 0; i < good.size(); ++i) {
    auto bad = good;
    bad.erase(bad.begin() + static_cast<std::ptrdiff_t>(i));
    write(bad);
    ASSERT_EQ(read_ledger(file_).error().kind, Failure::rejected) << "without line " << i;
    bad = good;
    bad.push_back(good[i]);
    write(bad);
    ASSERT_EQ(read_ledger(file_).error().kind, Failure::rejected) << "line " << i << " twice";
    bad = good;
    std::swap(bad[i], bad[(i + 1) % good.size()]);
    write(bad);
    ASSERT_EQ(read_ledger(file_).error().kind, Failure::rejected) << "line " << i << " swapped";
  }
  write(good);
  EXPECT_TRUE(read_ledger(file_).ok());
}

TEST_F(LedgerTest, EveryFlippedBitIsRefused) {
  record(0, 2);
  const std::string text = *read_file(file_);
  const std::string checkpoint = *read_file(file_.string() + ".checkpoint");
  ASSERT_TRUE(parse_ledger(file_, text, checkpoint).ok());
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string bad = text;
      bad[at] = static_cast<char>(static_cast<unsigned char>(bad[at]) ^ (1U << bit));
      ASSERT_FALSE(parse_ledger(file_, bad, checkpoint).ok()) << "byte " << at << " bit " << bit;
    }
  }
}

TEST_F(LedgerTest, AMissingOrDamagedCheckpointIsUnreadable) {
  record(0, 1);
  const std::filesystem::path checkpoint = file_.string() + ".checkpoint";
  std::ofstream(checkpoint, std::ios::trunc) << "{}";
  EXPECT_EQ(read_ledger(file_).error().kind, Failure::unreadable);
  std::filesystem::remove(checkpoint);
  EXPECT_EQ(read_ledger(file_).error().kind, Failure::unreadable);
}

TEST_F(LedgerTest, AppendingToATamperedLedgerIsRefused) {
  record(0, 2);
  auto bad = lines();
  bad.pop_back();
  write(bad);
  EXPECT_EQ(
      append_to_ledger(file_, std::vector{sample_evidence()}, "2026-01-31T02:00:00Z").error().kind,
      Failure::rejected);
  EXPECT_EQ(lines().size(), 1U);
}

TEST_F(LedgerTest, AVanishedLedgerIsNotBegunAnew) {
  record(0, 1);
  std::filesystem::remove(file_);
  EXPECT_EQ(
      append_to_ledger(file_, std::vector{sample_evidence()}, "2026-01-31T02:00:00Z").error().kind,
      Failure::rejected);
  std::filesystem::remove(file_.string() + ".checkpoint");
  EXPECT_TRUE(append_to_ledger(file_, std::vector{sample_evidence()}, "2026-01-31T02:00:00Z").ok());
}

TEST_F(LedgerTest, ACutLineIsUnreadableWithItsNumber) {
  record(0, 2);
  std::ofstream(file_, std::ios::app) << "{\"_type\"";
  const auto result = read_ledger(file_);
  EXPECT_EQ(result.error().kind, Failure::unreadable);
  EXPECT_EQ(result.error().place, "line 3");
}

}  // namespace
}  // namespace touchstone
