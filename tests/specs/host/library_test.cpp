#include "touchstone/host/library.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <array>
#include <chrono>
#include <fstream>
#include <memory>

#include "temporary_folder.h"
#include "touchstone/host/program.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

int code_of_this_program() { return 1; }

TEST(FindLibrary, GivesTheFileOfTheFirstThatLoads) {
  const std::array<std::string_view, 2> names{"libno-such-library.so.9", "libc.so.6"};
  const auto found = find_library(names);
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(found->is_absolute());
  EXPECT_TRUE(fs::is_regular_file(*found));
}

TEST(FindLibrary, FindsNothingWhereNoneLoads) {
  const std::array<std::string_view, 1> names{"libno-such-library.so.9"};
  EXPECT_FALSE(find_library(names).has_value());
  EXPECT_FALSE(find_library({}).has_value());
}

TEST(FileOfCode, TellsTheProgramFromALibrary) {
  const auto own = file_of_code(reinterpret_cast<const void*>(&code_of_this_program));
  ASSERT_TRUE(own.ok());
  EXPECT_TRUE(fs::equivalent(*own, "/proc/self/exe"));
  EXPECT_EQ(code_of_this_program(), 1);

  const auto library = file_of_code(reinterpret_cast<const void*>(&::mkdtemp));
  ASSERT_TRUE(library.ok());
  EXPECT_TRUE(library->is_absolute());
  EXPECT_TRUE(fs::is_regular_file(*library));
}

/// A child must find this program's file under that name, not its own.
TEST(FileOfCode, NamesTheProgramForOtherProgramsToo) {
  const auto own = file_of_code(reinterpret_cast<const void*>(&code_of_this_program));
  ASSERT_TRUE(own.ok());
  const auto readlink = find_program("readlink");
  ASSERT_TRUE(readlink.has_value());
  const std::array<std::string, 2> arguments{"-f", own->string()};
  const auto target = run_program(*readlink, arguments, std::chrono::seconds(30));
  ASSERT_TRUE(target.ok()) << target.error().text();
  EXPECT_EQ(*target, fs::read_symlink("/proc/self/exe").string() + "\n");
}

struct Unload {
  void operator()(void* handle) const { ::dlclose(handle); }
};

/// A library of this test's own, loaded from a folder of its own.
class LoadedCopy : public testing::Test {
 protected:
  void SetUp() override {
    const std::array<std::string_view, 1> names{"libm.so.6"};
    const auto original = find_library(names);
    ASSERT_TRUE(original.has_value());
    fs::copy_file(*original, file_);
    fs::copy_file(*original, folder_ / "other.so");
    handle_.reset(::dlopen(file_.c_str(), RTLD_NOW | RTLD_LOCAL));
    ASSERT_NE(handle_, nullptr) << ::dlerror();
    code_ = ::dlsym(handle_.get(), "cbrt");
    ASSERT_NE(code_, nullptr);
  }

  TemporaryFolder folder_;
  fs::path file_ = folder_ / "loaded copy.so";
  std::unique_ptr<void, Unload> handle_;
  const void* code_ = nullptr;
};

TEST_F(LoadedCopy, IsFoundWhileItsFileStands) {
  const auto found = file_of_code(code_);
  ASSERT_TRUE(found.ok()) << found.error().text();
  EXPECT_EQ(*found, fs::canonical(file_));
}

TEST_F(LoadedCopy, IsRefusedOnceAnotherFileHasItsName) {
  fs::rename(file_, folder_ / "kept.so");
  fs::rename(folder_ / "other.so", file_);
  const auto replaced = file_of_code(code_);
  ASSERT_FALSE(replaced.ok());
  EXPECT_EQ(replaced.error().kind, Failure::unavailable);
  EXPECT_NE(replaced.error().reason.find("is not the file that was loaded"), std::string::npos)
      << replaced.error().text();

  fs::rename(folder_ / "kept.so", file_);
  EXPECT_TRUE(file_of_code(code_).ok());
}

TEST_F(LoadedCopy, IsRefusedOnceItsNameIsGoneOrEmpty) {
  fs::rename(file_, folder_ / "kept.so");
  const auto gone = file_of_code(code_);
  ASSERT_FALSE(gone.ok());
  EXPECT_EQ(gone.error().kind, Failure::unavailable);

  std::ofstream(file_).flush();
  const auto empty = file_of_code(code_);
  ASSERT_FALSE(empty.ok());
  EXPECT_EQ(empty.error().kind, Failure::unavailable);
}

TEST(FileOfCode, RefusesAnAddressInNoFile) {
  const int on_the_stack = 0;
  const auto nowhere = file_of_code(&on_the_stack);
  ASSERT_FALSE(nowhere.ok());
  EXPECT_EQ(nowhere.error().kind, Failure::unavailable);
  EXPECT_FALSE(file_of_code(nullptr).ok());
}

}  // namespace
}  // namespace touchstone
