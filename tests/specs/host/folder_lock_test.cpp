#include "touchstone/host/folder_lock.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "temporary_folder.h"

namespace touchstone {
namespace {

using Mode = FolderLock::Mode;

TEST(FolderLock, ReadersShareAndWritersAreAlone) {
  const TemporaryFolder folder;
  const auto reader = FolderLock::of(folder.path(), Mode::shared);
  ASSERT_TRUE(reader.ok());
  EXPECT_TRUE(FolderLock::of(folder.path(), Mode::shared).ok());
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
