#include "touchstone/host/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "temporary_folder.h"
#include "touchstone/host/file.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using namespace std::chrono_literals;

Result<std::string> shell(const std::string& script, std::chrono::milliseconds limit = 60s) {
  const std::vector<std::string> args{"-c", script};
  return run_program("/bin/sh", args, limit);
}

TEST(FindProgram, SearchesPath) {
  const auto found = find_program("sh");
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(found->is_absolute());
  EXPECT_EQ(find_program("/bin/sh"), fs::path("/bin/sh"));
}

TEST(FindProgram, FindsOnlyExecutableFiles) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "plain", "").ok());
  fs::create_directory(folder / "directory");
  EXPECT_FALSE(find_program((folder / "plain").string()));
  EXPECT_FALSE(find_program((folder / "directory").string()));
  fs::permissions(folder / "plain", fs::perms::owner_all);
  EXPECT_TRUE(find_program((folder / "plain").string()));
  EXPECT_FALSE(find_program("no-program-has-this-name"));
  EXPECT_FALSE(find_program(""));
}

TEST(RunProgram, CapturesBothOutputsInOrder) {
  EXPECT_EQ(*shell("echo one; echo two >&2; echo three"), "one\ntwo\nthree\n");
}

TEST(RunProgram, PassesArgumentsAsTheyAre) {
  const std::vector<std::string> args{"%s|", "a b", "$HOME", ";ls", ""};
  EXPECT_EQ(*run_program(*find_program("printf"), args, 60s), "a b|$HOME|;ls||");
}

TEST(RunProgram, GivesAnEmptyStandardInput) { EXPECT_EQ(*shell("cat; echo end"), "end\n"); }

TEST(RunProgram, RefusesAFailureWithStatusAndOutput) {
  const auto failed = shell("echo reason; exit 3");
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().kind, Failure::unavailable);
  EXPECT_THAT(failed.error().reason, HasSubstr("status 3"));
  EXPECT_THAT(failed.error().reason, HasSubstr("reason"));
  EXPECT_THAT(shell("kill -9 $$").error().reason, HasSubstr("signal 9"));
}

TEST(RunProgram, RefusesAProgramThatIsNotThere) {
  const auto absent = run_program("/no/such/program", {}, 60s);
  ASSERT_FALSE(absent.ok());
  EXPECT_EQ(absent.error().kind, Failure::unavailable);
  EXPECT_THAT(absent.error().reason, HasSubstr("cannot be started"));
}

TEST(RunProgram, KillsAtTheLimitWithAllItStarted) {
  const auto begin = std::chrono::steady_clock::now();
  for (const char* const script : {"sleep 600", "sleep 600 & wait", "exec >&- 2>&-; sleep 600"}) {
    const auto late = shell(script, 100ms);
    ASSERT_FALSE(late.ok());
    EXPECT_EQ(late.error().kind, Failure::undecided) << script;
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 300s);
}

/// Whether a process runs; one that has ended and waits to be collected does not.
bool is_running(const std::string& id) {
  const auto stat = read_file("/proc/" + id + "/stat");
  return stat.ok() && stat->find(") Z") == std::string::npos;
}

TEST(RunProgram, LeavesNothingRunning) {
  const TemporaryFolder folder;
  const std::string file = (folder / "id").string();
  ASSERT_FALSE(shell("sleep 600 & echo $! > " + file + "; wait", 1s).ok());
  std::string id = *read_file(file);
  ASSERT_FALSE(id.empty());
  id.pop_back();
  for (int wait = 0; wait < 1000 && is_running(id); ++wait) std::this_thread::sleep_for(10ms);
  EXPECT_FALSE(is_running(id));
}

TEST(RunProgram, BoundsTheOutput) {
  EXPECT_EQ(shell("head -c 1048576 /dev/zero")->size(), 1048576U);
  const auto endless = shell("cat /dev/zero");
  ASSERT_FALSE(endless.ok());
  EXPECT_EQ(endless.error().kind, Failure::unavailable);
  EXPECT_THAT(endless.error().reason, HasSubstr("1 MiB"));
}

}  // namespace
}  // namespace touchstone
