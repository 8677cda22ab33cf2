#include "touchstone/audit/ledger_writer.h"

#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <set>

#include "ledger_fixture.h"
#include "touchstone/audit/ledger.h"
#include "touchstone/audit/statement.h"

namespace touchstone {
namespace {

class LedgerWriterTest : public LedgerFolder {
 protected:
  /// Appends in a child process, which ends without a word after a step.
  void append_until(WriteStep last, const std::vector<Evidence>& entries) {
    const pid_t child = ::fork();
    if (child == 0) {
      const LedgerWriting how{nullptr, [last](WriteStep step) {
                                if (step == last) ::_exit(0);
                              }};
      const auto done = append_to_ledger(file_, entries, sample_time, how);
      ::_exit(done.ok() ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_EQ(status, 0);
  }
};

constexpr WriteStep every_step[] = {WriteStep::locked, WriteStep::copied, WriteStep::announced,
                                    WriteStep::replaced, WriteStep::settled};

TEST_F(LedgerWriterTest, AStopAfterAnyStepLeavesTheOldOrTheNewLedger) {
  for (const WriteStep step : every_step) {
    for (const int old : {0, 3}) {
      std::filesystem::remove_all(folder_);
      std::filesystem::create_directories(folder_);
      if (old > 0) record(file_, numbered_entries(0, old));
      append_until(step, numbered_entries(old, old + 2));
      const bool is_new = step == WriteStep::replaced || step == WriteStep::settled;
      const auto begun = std::filesystem::exists(checkpoint_path(file_));
      if (begun) {
        const auto ledger = read_ledger(file_);
        ASSERT_TRUE(ledger.ok()) << ledger.error().text() << " after step " << int(step);
        ASSERT_EQ(ledger->entries.size(), static_cast<std::size_t>(is_new ? old + 2 : old));
      } else {
        ASSERT_FALSE(std::filesystem::exists(file_));
        ASSERT_EQ(old, 0);
      }
      // And the next one goes on from there.
      record(file_, numbered_entries(10, 11));
      const auto after = read_ledger(file_);
      ASSERT_TRUE(after.ok()) << after.error().text() << " after step " << int(step);
      ASSERT_EQ(after->entries.size(), static_cast<std::size_t>((is_new ? old + 2 : old) + 1));
      std::set<std::string> files;
      for (const auto& each : std::filesystem::directory_iterator(folder_)) {
        files.insert(each.path().filename().string());
      }
      ASSERT_EQ(files, (std::set<std::string>{"ledger.jsonl", "ledger.jsonl.checkpoint"}));
    }
  }
}

/// Says in one byte what has just been done.
void say(int to, char what) {
  if (::write(to, &what, 1) != 1) ::_exit(1);
}

TEST_F(LedgerWriterTest, AKillAtAnyMomentLeavesALedgerThatAgrees) {
  record(file_, numbered_entries(0, 1));
  std::size_t grown = 0;
  int cut_off = 0;  // kills in the middle of an append
  for (unsigned attempt = 0; attempt < 40; ++attempt) {
    const std::size_t before = read_ledger(file_)->entries.size();
    int ends[2] = {-1, -1};
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      const LedgerWriting how{nullptr, [&](WriteStep step) {
                                if (step == WriteStep::locked) say(ends[1], 'l');
                              }};
      for (int n = 0;; ++n) {
        if (!append_to_ledger(file_, numbered_entries(n, n + 1), sample_time, how)) ::_exit(1);
        say(ends[1], 'd');
      }
    }
    ::close(ends[1]);
    // The lock of the second append: one is done, and the kill falls somewhere after it.
    std::string said;
    const auto hear = [&] {
      char what = 0;
      if (::read(ends[0], &what, 1) != 1) return false;
      said += what;
      return true;
    };
    while (said != "ldl" && hear()) continue;
    ASSERT_EQ(said, "ldl");
    ::usleep(100 * (attempt % 20));
    ASSERT_EQ(::kill(child, SIGKILL), 0);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the child ended by itself: " << status;
    while (hear()) continue;
    ::close(ends[0]);
    const auto ledger = read_ledger(file_);
    ASSERT_TRUE(ledger.ok()) << ledger.error().text();
    // Every append that was reported is there; one that was not may be.
    const auto done = static_cast<std::size_t>(std::count(said.begin(), said.end(), 'd'));
    ASSERT_GE(ledger->entries.size(), before + done);
    ASSERT_LE(ledger->entries.size(), before + done + 1);
    grown += ledger->entries.size() - before;
    if (said.back() == 'l') ++cut_off;
  }
  EXPECT_GE(grown, 40U);
  EXPECT_GE(cut_off, 1);
}

TEST_F(LedgerWriterTest, TwoProcessesAppendingAtOnceLoseNothing) {
  constexpr int each = 20;
  std::vector<pid_t> children;
  for (int writer = 0; writer < 2; ++writer) {
    children.push_back(::fork());
    if (children.back() != 0) continue;
    for (int n = 0; n < each; ++n) {
      const int number = writer * each + n;
      if (!append_to_ledger(file_, numbered_entries(number, number + 1), sample_time)) ::_exit(1);
    }
    ::_exit(0);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_EQ(status, 0);
  }
  const auto ledger = read_ledger(file_);
  ASSERT_TRUE(ledger.ok()) << ledger.error().text();
  std::set<std::int64_t> seen;
  for (const Evidence& entry : ledger->entries) seen.insert(entry.cases);
  EXPECT_EQ(ledger->entries.size(), 2U * each);
  EXPECT_EQ(seen.size(), 2U * each);
}

TEST_F(LedgerWriterTest, ASignedLedgerGrowsOnlyUnderAKey) {
  const SigningKey key = first_key();
  record(file_, numbered_entries(0, 2), &key);
  EXPECT_EQ(read_ledger(file_)->checkpoint.signatures.at(0).key, key.public_key());
  const auto refused = append_to_ledger(file_, numbered_entries(2, 3), sample_time);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, Failure::rejected);
  EXPECT_EQ(read_ledger(file_)->entries.size(), 2U);
  record(file_, numbered_entries(2, 3), &key);
  EXPECT_EQ(read_ledger(file_)->entries.size(), 3U);
}

TEST_F(LedgerWriterTest, AKeySignsOverNoStateThatItDidNotSign) {
  const SigningKey key = first_key();
  const SigningKey other = second_key();
  record(file_, numbered_entries(0, 2), &key);
  const auto refused = append_to_ledger(file_, numbered_entries(2, 3), sample_time, {&other, {}});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, Failure::rejected);
  // Looking at it and signing it is how another key takes part.
  ASSERT_TRUE(sign_ledger(file_, other).ok());
  EXPECT_EQ(read_ledger(file_)->checkpoint.signatures.size(), 2U);
  record(file_, numbered_entries(2, 3), &other);
  EXPECT_EQ(read_ledger(file_)->checkpoint.signatures.at(0).key, other.public_key());

  // Someone without a key writes another ledger in its place.
  std::filesystem::remove(file_);
  std::filesystem::remove(checkpoint_path(file_));
  record(file_, numbered_entries(5, 9));
  EXPECT_FALSE(append_to_ledger(file_, numbered_entries(2, 3), sample_time, {&other, {}}).ok());
  EXPECT_TRUE(read_ledger(file_)->checkpoint.signatures.empty());
}

TEST_F(LedgerWriterTest, ALedgerOfVersionOneIsReadSignedAndContinued) {
  record(file_, numbered_entries(0, 2));
  CheckpointFile old{read_ledger(file_)->checkpoint, std::nullopt};
  old.current.version = 1;
  const std::string old_text = text_of(old);
  ASSERT_NE(old_text.find("\"version\":1"), std::string::npos);
  std::ofstream(checkpoint_path(file_), std::ios::trunc) << old_text;
  ASSERT_EQ(read_ledger(file_)->checkpoint.version, 1);
  record(file_, numbered_entries(2, 3));
  EXPECT_EQ(read_ledger(file_)->checkpoint.version, 2);
  EXPECT_EQ(read_ledger(file_)->entries.size(), 3U);
}

TEST_F(LedgerWriterTest, OnlyStatementsAreAppended) {
  const std::string good = statement_of(sample_evidence()) + "\n";
  const auto append = [&](const std::string& text) {
    return append_lines(
        file_, [&](const PieceVisitor& visit) { return visit(text); }, sample_time);
  };
  ASSERT_TRUE(append(good).ok());
  ASSERT_TRUE(append(good + good).ok());
  for (const std::string& bad :
       {std::string("{}\n"), std::string("\n"), good.substr(0, good.size() - 1),
        good + "{\"_type\"\n", pruned_line(leaf_hash("a")) + "\n",
        std::string(longest_statement + 2, ' ') + "\n", std::string(2 * longest_statement, 'x')}) {
    const auto refused = append(bad);
    ASSERT_FALSE(refused.ok()) << bad.substr(0, 80);
    EXPECT_EQ(refused.error().kind, Failure::unreadable);
  }
  EXPECT_EQ(read_ledger(file_)->entries.size(), 3U);
  EXPECT_FALSE(append_to_ledger(file_, numbered_entries(0, 1), "now").ok());
}

TEST_F(LedgerWriterTest, PiecesMayEndAnywhere) {
  std::string text;
  for (const Evidence& entry : numbered_entries(0, 5)) text += statement_of(entry) + "\n";
  for (const std::size_t size : {1U, 7U, 100U, 701U}) {
    std::filesystem::remove(file_);
    std::filesystem::remove(checkpoint_path(file_));
    const auto done = append_lines(
        file_,
        [&](const PieceVisitor& visit) -> Result<void> {
          for (std::size_t at = 0; at < text.size(); at += size) {
            if (auto taken = visit(std::string_view(text).substr(at, size)); !taken) return taken;
          }
          return {};
        },
        sample_time);
    ASSERT_TRUE(done.ok()) << done.error().text();
    EXPECT_EQ(*read_file(file_), text);
    EXPECT_EQ(read_ledger(file_)->entries.size(), 5U);
  }
}

}  // namespace
}  // namespace touchstone
