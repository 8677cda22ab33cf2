#include "touchstone/host/file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "temporary_folder.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

TEST(ReadFile, ReturnsTheBytesOfARegularFile) {
  const TemporaryFolder folder;
  const std::string bytes("a\0b\n\xFF", 5);
  ASSERT_TRUE(write_file(folder / "f", bytes).ok());
  EXPECT_EQ(*read_file(folder / "f"), bytes);
}

TEST(ReadFile, ReadsFilesLongerThanOneChunkAndEmptyOnes) {
  const TemporaryFolder folder;
  std::string bytes(3'000'001, 'x');
  bytes[1'048'576] = 'y';
  ASSERT_TRUE(write_file(folder / "long", bytes).ok());
  ASSERT_TRUE(write_file(folder / "empty", "").ok());
  EXPECT_EQ(*read_file(folder / "long"), bytes);
  EXPECT_EQ(*read_file(folder / "empty"), "");
}

TEST(ReadFile, ReadsFilesThatClaimNoSize) {
  const auto status = read_file("/proc/self/status");
  ASSERT_TRUE(status.ok());
  EXPECT_THAT(*status, HasSubstr("VmPeak"));
}

TEST(ReadFile, RefusesAMissingFileWithItsName) {
  const TemporaryFolder folder;
  const auto missing = read_file(folder / "missing");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().kind, Failure::unreadable);
  EXPECT_THAT(missing.error().file, HasSubstr("missing"));
  EXPECT_THAT(missing.error().reason, HasSubstr("No such file"));
  EXPECT_FALSE(missing.error().remedy.empty());
}

TEST(ReadFile, RefusesFoldersPipesAndDevices) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(read_file(folder.path()).error().reason, HasSubstr("folder"));
  // Would wait for a writer for ever if it were opened like a file.
  EXPECT_THAT(read_file(folder / "pipe").error().reason, HasSubstr("not a regular file"));
  EXPECT_THAT(read_file("/dev/zero").error().reason, HasSubstr("not a regular file"));
}

TEST(ReadFile, RefusesAFileLargerThanTheMemory) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "sparse", "x").ok());
  ASSERT_EQ(::truncate((folder / "sparse").c_str(), off_t{1} << 43U), 0);
  const auto sparse = read_file(folder / "sparse");
  ASSERT_FALSE(sparse.ok());
  EXPECT_THAT(sparse.error().reason, HasSubstr("8796093022208 bytes"));
}

TEST(CheckWritable, SaysWhatWritingWouldSay) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "old", "old").ok());
  for (const fs::path& path :
       {folder / "new", folder / "old", folder / "no/file", folder.path(), fs::path("/dev/null")}) {
    const auto checked = check_writable(path);
    EXPECT_EQ(fs::exists(folder / "new"), false);
    EXPECT_EQ(*read_file(folder / "old"), "old");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
    const auto written = write_file(path, "old");
    EXPECT_EQ(checked.ok(), written.ok()) << path;
    if (!checked.ok()) {
      EXPECT_EQ(checked.error().reason, written.error().reason);
    }
    fs::remove(folder / "new");
  }
}

TEST(WriteFile, ReplacesTheOldFileAndLeavesNoTemporary) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "f", "old and longer").ok());
  ASSERT_TRUE(write_file(folder / "f", "new").ok());
  EXPECT_EQ(*read_file(folder / "f"), "new");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(WriteFile, LeavesReadersOfTheOldFileUndisturbed) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "f", "old").ok());
  fs::create_hard_link(folder / "f", folder / "other");
  ASSERT_TRUE(write_file(folder / "f", "new").ok());
  EXPECT_EQ(*read_file(folder / "other"), "old");
}

TEST(WriteFile, WritesThroughASymbolicLink) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "target", "old").ok());
  fs::create_symlink(folder / "target", folder / "link");
  ASSERT_TRUE(write_file(folder / "link", "new").ok());
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(*read_file(folder / "target"), "new");
}

TEST(WriteFile, WritesToADevice) { EXPECT_TRUE(write_file("/dev/null", "text").ok()); }

TEST(WriteFile, RefusesWhatCannotBeWritten) {
  const TemporaryFolder folder;
  for (const fs::path& path : {folder.path(), folder / "missing/f", fs::path("/dev/full")}) {
    const auto written = write_file(path, "text");
    ASSERT_FALSE(written.ok()) << path;
    EXPECT_EQ(written.error().kind, Failure::unreadable);
    EXPECT_EQ(written.error().file, path.string());
  }
}

/// A process that has ended.
pid_t gone() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

TEST(WriteFile, RemovesWhatKilledWritersLeft) {
  const TemporaryFolder folder;
  const auto left_by = [](pid_t process) {
    return ".touchstone-" + std::to_string(process) + "-0.tmp";
  };
  const std::string abandoned = left_by(gone());
  const std::vector<std::string> others{left_by(::getppid()), abandoned + "x",
                                        ".touchstone-x-0.tmp", ".touchstone-12.tmp",
                                        ".touchstone--1-0.tmp"};
  std::ofstream(folder / abandoned) << "half";
  for (const std::string& name : others) std::ofstream(folder / name) << "another's";
  ASSERT_TRUE(write_file(folder / "f", "new").ok());
  EXPECT_FALSE(fs::exists(folder / abandoned));
  for (const std::string& name : others) EXPECT_TRUE(fs::exists(folder / name)) << name;

  // Who holds it open may be a process that cannot be seen from here.
  std::ofstream(folder / abandoned) << "half";
  const int held = ::open((folder / abandoned).c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(::flock(held, LOCK_EX), 0);
  ASSERT_TRUE(write_file(folder / "f", "newer").ok());
  EXPECT_TRUE(fs::exists(folder / abandoned));
  ::close(held);
  ASSERT_TRUE(write_file(folder / "f", "newest").ok());
  EXPECT_FALSE(fs::exists(folder / abandoned));
}

class ResolveInside : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_ / "model/sub");
    ASSERT_TRUE(write_file(folder_ / "secret", "s").ok());
    ASSERT_TRUE(write_file(folder_ / "model/sub/data", "d").ok());
    ASSERT_TRUE(write_file(folder_ / "model..data", "d").ok());
    fs::create_symlink("sub/data", folder_ / "model/inner");
    fs::create_symlink("../secret", folder_ / "model/outer");
    fs::create_symlink("..", folder_ / "model/up");
    fs::create_symlink("loop", folder_ / "model/loop");
  }
  [[nodiscard]] Result<fs::path> resolve(std::string_view name) const {
    return resolve_inside(folder_ / "model", name);
  }

  TemporaryFolder folder_;
};

TEST_F(ResolveInside, FindsFilesInAndBelowTheFolder) {
  const fs::path data = fs::canonical(folder_ / "model/sub/data");
  EXPECT_EQ(*resolve("sub/data"), data);
  EXPECT_EQ(*resolve("./sub//data"), data);
  EXPECT_EQ(*resolve("inner"), data);
  EXPECT_EQ(*resolve_inside(folder_.path(), "model..data"), fs::canonical(folder_ / "model..data"));
}

TEST_F(ResolveInside, TakesAnEmptyFolderForTheCurrentOne) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_ / "model");
  const auto found = resolve_inside("", "sub/data");
  fs::current_path(before);
  EXPECT_TRUE(found.ok());
}

TEST_F(ResolveInside, RefusesEveryWayOut) {
  using namespace std::string_view_literals;
  for (const std::string_view name :
       {""sv, "/etc/passwd"sv, "../secret"sv, "sub/../sub/data"sv, ".."sv, "outer"sv, "up/secret"sv,
        "sub/data\0"sv, "loop"sv, "absent"sv, "sub/data/x"sv}) {
    const auto found = resolve(name);
    ASSERT_FALSE(found.ok()) << name;
    EXPECT_EQ(found.error().kind, Failure::unreadable) << name;
    EXPECT_FALSE(found.error().remedy.empty()) << name;
  }
}

TEST_F(ResolveInside, IsNotFooledByAFolderOfTheSamePrefix) {
  fs::create_directories(folder_ / "model2");
  ASSERT_TRUE(write_file(folder_ / "model2/data", "d").ok());
  fs::create_symlink("../model2/data", folder_ / "model/neighbour");
  EXPECT_FALSE(resolve("neighbour").ok());
}

TEST(File, ABoundedReadRefusesWhatIsLonger) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "f", "12345"));
  EXPECT_EQ(*read_file(folder / "f", 5), "12345");
  const auto refused = read_file(folder / "f", 4);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().reason, HasSubstr("longer than 4 bytes"));
  // What claims no size is measured while it is read.
  EXPECT_THAT(read_file("/proc/self/status", 10).error().reason, HasSubstr("longer than 10 bytes"));
  EXPECT_TRUE(read_file("/proc/self/status", 1U << 20U).ok());
}

}  // namespace
}  // namespace touchstone
