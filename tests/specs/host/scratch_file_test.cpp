#include "touchstone/host/scratch_file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>

#include "temporary_folder.h"
#include "touchstone/host/file.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

/// The folder for temporary files, set back at the end.
class TemporaryFilesIn {
 public:
  explicit TemporaryFilesIn(const fs::path& folder) {
    if (const char* const before = std::getenv("TMPDIR")) before_ = before;
    ::setenv("TMPDIR", folder.c_str(), 1);
  }
  ~TemporaryFilesIn() {
    if (before_) {
      ::setenv("TMPDIR", before_->c_str(), 1);
    } else {
      ::unsetenv("TMPDIR");
    }
  }
  TemporaryFilesIn(const TemporaryFilesIn&) = delete;
  TemporaryFilesIn& operator=(const TemporaryFilesIn&) = delete;

 private:
  std::optional<std::string> before_;
};

TEST(ScratchFile, HoldsItsBytesForThisUserUntilItEnds) {
  const TemporaryFolder folder;
  const TemporaryFilesIn there(folder / "");
  fs::path path;
  {
    auto file = ScratchFile::holding("(check-sat)\n");
    ASSERT_TRUE(file.ok());
    path = file->path();
    EXPECT_EQ(path.parent_path(), (folder / "").parent_path());
    EXPECT_EQ(*read_file(path), "(check-sat)\n");
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    const ScratchFile moved = std::move(*file);
    EXPECT_TRUE(fs::exists(path));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(ScratchFile, TwoHaveTwoNames) {
  const auto first = ScratchFile::holding("1");
  const auto second = ScratchFile::holding("2");
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_NE(first->path(), second->path());
}

TEST(ScratchFile, SaysThatItsFolderIsMissing) {
  const TemporaryFolder folder;
  const TemporaryFilesIn there(folder / "absent");
  const auto file = ScratchFile::holding("1");
  ASSERT_FALSE(file.ok());
  EXPECT_EQ(file.error().kind, Failure::unavailable);
  EXPECT_NE(file.error().remedy.find("TMPDIR"), std::string::npos);
}

}  // namespace
}  // namespace touchstone
