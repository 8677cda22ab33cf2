#include "touchstone/host/folder_lock.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <optional>
#include <stdexcept>

#include "temporary_folder.h"

namespace touchstone {
namespace {

using Mode = FolderLock::Mode;

/// Another process that asks for a folder when it is told to. It begins before anyone holds the
/// folder: a lock is inherited by a process that begins later.
class Contender {
 public:
  Contender(const std::filesystem::path& folder, Mode mode) {
    int orders[2] = {-1, -1};
    int answers[2] = {-1, -1};
    if (::pipe(orders) != 0 || ::pipe(answers) != 0) throw std::runtime_error("no pipe");
    child_ = ::fork();
    if (child_ == 0) {
      ::close(orders[1]);
      char order = 0;
      if (::read(orders[0], &order, 1) != 1) ::_exit(1);
      const auto lock = FolderLock::of(folder, mode);
      say(answers[1], lock.ok() ? 'g' : 'r');
      ::_exit(0);
    }
    ::close(orders[0]);
    ::close(answers[1]);
    to_ = orders[1];
    from_ = answers[0];
  }
  ~Contender() {
    ::close(to_);
    ::close(from_);
    ::waitpid(child_, nullptr, 0);
  }
  Contender(const Contender&) = delete;
  Contender& operator=(const Contender&) = delete;

  void ask() const { say(to_, 'a'); }
  /// What it says within so many milliseconds (−1: however long): 'g' got it, '-' nothing.
  [[nodiscard]] char answer(int patience) const {
    pollfd wait{from_, POLLIN, 0};
    char out = '-';
    if (::poll(&wait, 1, patience) == 1 && ::read(from_, &out, 1) != 1) return '-';
    return out;
  }

 private:
  static void say(int to, char what) {
    if (::write(to, &what, 1) != 1) ::_exit(1);
  }

  pid_t child_ = -1;
  int to_ = -1;
  int from_ = -1;
};

TEST(FolderLock, ReadersShareAndWritersAreAlone) {
  const TemporaryFolder folder;
  for (const Mode held : {Mode::shared, Mode::exclusive}) {
    for (const Mode wanted : {Mode::shared, Mode::exclusive}) {
      const Contender contender(folder.path(), wanted);
      auto lock = std::optional(FolderLock::of(folder.path(), held));
      ASSERT_TRUE(lock->ok());
      contender.ask();
      if (held == Mode::exclusive || wanted == Mode::exclusive) {
        EXPECT_EQ(contender.answer(100), '-');
        lock.reset();
      }
      EXPECT_EQ(contender.answer(-1), 'g');
    }
  }
}

TEST(FolderLock, CountsWithoutLosingAnyUnderContention) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "count";
  std::ofstream(file) << 0;
  constexpr int writers = 4;
  constexpr int each = 25;
  for (int writer = 0; writer < writers; ++writer) {
    if (::fork() != 0) continue;
    for (int i = 0; i < each; ++i) {
      const auto lock = FolderLock::around(file, Mode::exclusive);
      if (!lock) ::_exit(1);
      int count = 0;
      std::ifstream(file) >> count;
      std::ofstream(file, std::ios::trunc) << count + 1;
    }
    ::_exit(0);
  }
  for (int writer = 0; writer < writers; ++writer) {
    int status = 0;
    ASSERT_GT(::wait(&status), 0);
    ASSERT_EQ(status, 0);
  }
  int count = 0;
  std::ifstream(file) >> count;
  EXPECT_EQ(count, writers * each);
}

TEST(FolderLock, EndsWithItsObject) {
  const TemporaryFolder folder;
  { ASSERT_TRUE(FolderLock::of(folder.path(), Mode::exclusive).ok()); }
  EXPECT_TRUE(FolderLock::of(folder.path(), Mode::exclusive).ok());
}

TEST(FolderLock, AMissingFolderIsUnreadable) {
  const TemporaryFolder folder;
  EXPECT_EQ(FolderLock::of(folder.path() / "none", Mode::shared).error().kind, Failure::unreadable);
  EXPECT_EQ(FolderLock::around(folder.path() / "none" / "file", Mode::exclusive).error().kind,
            Failure::unreadable);
}

}  // namespace
}  // namespace touchstone
