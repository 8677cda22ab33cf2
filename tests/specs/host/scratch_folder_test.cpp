#include "touchstone/host/scratch_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

namespace touchstone {
namespace {

namespace fs = std::filesystem;

TEST(ScratchFolder, IsEmptyAndOnlyThisUsersAndGoesAwayWithItsContent) {
  fs::path path;
  {
    auto folder = ScratchFolder::create();
    ASSERT_TRUE(folder.ok()) << folder.error().text();
    path = folder->path();
    EXPECT_TRUE(fs::is_empty(path));
    EXPECT_EQ(fs::status(path).permissions() & fs::perms::others_all, fs::perms::none);
    std::ofstream(path / "file") << "text";
    const ScratchFolder moved = std::move(*folder);
    EXPECT_TRUE(fs::exists(moved.path() / "file"));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(ScratchFolder, WithoutAFolderForTemporaryFilesItSaysSo) {
  const char* const before = std::getenv("TMPDIR");
  const std::optional<std::string> kept =
      before ? std::optional<std::string>(before) : std::nullopt;
  ::setenv("TMPDIR", "/nonexistent", 1);
  const auto folder = ScratchFolder::create();
  kept ? ::setenv("TMPDIR", kept->c_str(), 1) : ::unsetenv("TMPDIR");
  ASSERT_FALSE(folder.ok());
  EXPECT_EQ(folder.error().kind, Failure::unavailable);
}

}  // namespace
}  // namespace touchstone
