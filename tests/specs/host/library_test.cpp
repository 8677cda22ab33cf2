#include "touchstone/host/library.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <array>

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

TEST(FileOfCode, RefusesAnAddressInNoFile) {
  const int on_the_stack = 0;
  const auto nowhere = file_of_code(&on_the_stack);
  ASSERT_FALSE(nowhere.ok());
  EXPECT_EQ(nowhere.error().kind, Failure::unavailable);
  EXPECT_FALSE(file_of_code(nullptr).ok());
}

}  // namespace
}  // namespace touchstone
