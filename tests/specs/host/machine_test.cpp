#include "touchstone/host/machine.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>

#include "touchstone/host/file.h"

namespace touchstone {
namespace {

using testing::Contains;
using testing::MatchesRegex;

/// Sets SOURCE_DATE_EPOCH for one test.
class FixedDate {
 public:
  explicit FixedDate(const char* seconds) { ::setenv("SOURCE_DATE_EPOCH", seconds, 1); }
  ~FixedDate() { ::unsetenv("SOURCE_DATE_EPOCH"); }
  FixedDate(const FixedDate&) = delete;
  FixedDate& operator=(const FixedDate&) = delete;
};

TEST(Machine, NamesItsArchitectureAndInstructions) {
  const auto sets = instruction_sets();
#if defined(__x86_64__)
  EXPECT_EQ(architecture(), "x86_64");
  EXPECT_THAT(sets, Contains("sse2"));
  // The kernel's list is the independent witness.
  const std::string flags = *read_file("/proc/cpuinfo");
  for (const std::string name : {"avx", "avx2", "fma", "avx512f"}) {
    const bool listed = flags.find(" " + name + " ") != std::string::npos;
    EXPECT_EQ(std::count(sets.begin(), sets.end(), name), listed ? 1 : 0) << name;
  }
#elif defined(__aarch64__)
  EXPECT_EQ(architecture(), "aarch64");
  EXPECT_THAT(sets, Contains("neon"));
#endif
}

TEST(Machine, ReportsMemory) {
  EXPECT_GT(available_memory(), std::uint64_t{1} << 20U);
  EXPECT_LT(available_memory(), std::uint64_t{1} << 50U);
}

TEST(Machine, TellsATerminalFromAFile) {
  const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  EXPECT_FALSE(is_terminal(null));
  ::close(null);
  EXPECT_FALSE(is_terminal(-1));
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  ASSERT_GE(terminal, 0);
  EXPECT_TRUE(is_terminal(terminal));
  ::close(terminal);
}

TEST(UtcNow, ReadsTheClock) {
  ::unsetenv("SOURCE_DATE_EPOCH");
  const std::string now = utc_now();
  EXPECT_THAT(now, MatchesRegex("20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9:]*Z"));
  EXPECT_GT(now, "2024-01-01T00:00:00Z");
}

TEST(UtcNow, RespectsAValidSourceDateEpoch) {
  const FixedDate date("1769824800");
  EXPECT_EQ(utc_now(), "2026-01-31T02:00:00Z");
}

TEST(UtcNow, EndsWithTheYear9999) {
  const FixedDate date("253402300799");
  EXPECT_EQ(utc_now(), "9999-12-31T23:59:59Z");
}

TEST(UtcNow, IgnoresAnInvalidSourceDateEpoch) {
  for (const char* const text : {"", "-1", "12x", " 5", "253402300800", "99999999999999999999"}) {
    const FixedDate date(text);
    EXPECT_THAT(utc_now(), testing::StartsWith("20")) << text;
  }
}

}  // namespace
}  // namespace touchstone
