#include "touchstone/core/unseen.h"

#include <gtest/gtest.h>

#include "touchstone/core/counted.h"
#include "touchstone/core/diagnostic.h"
#include "touchstone/core/shell.h"

namespace touchstone {
namespace {

TEST(Unseen, IsWhatShowsNothingOrMovesItsNeighbours) {
  for (const char32_t each : {0x00AD, 0x034F, 0x061C, 0x200B, 0x200F, 0x2028, 0x202E, 0x2060,
                              0x2069, 0xFE0F, 0xFEFF, 0xFFFE, 0xE0041, 0x10FFFF}) {
    EXPECT_TRUE(is_unseen(each)) << static_cast<std::uint32_t>(each);
  }
  for (const char32_t each :
       {0x41, 0x7E, 0xE4, 0x05D0, 0x2010, 0x2014, 0x2192, 0x6F22, 0xFFFD, 0x1F642}) {
    EXPECT_FALSE(is_unseen(each)) << static_cast<std::uint32_t>(each);
  }
}

TEST(Unseen, IsSpelledOut) {
  EXPECT_EQ(unseen_spelled_out("a\xE2\x80\xAE"
                               "b"),
            "a\\u{202E}b");
  EXPECT_EQ(unseen_spelled_out("\xC2\xAD\xEF\xBB\xBF\xF3\xA0\x81\x81"),
            "\\u{00AD}\\u{FEFF}\\u{E0041}");
  EXPECT_EQ(unseen_spelled_out("Größe 漢字 → 🙂"), "Größe 漢字 → 🙂");
  EXPECT_EQ(printable("\xFF\xE2\x80\x8B"), "\\xff\\u{200B}");
  EXPECT_EQ(unseen_spelled_out(""), "");
}

TEST(Counted, GroupsDigitsAndAgreesInNumber) {
  EXPECT_EQ(with_thousands(0), "0");
  EXPECT_EQ(with_thousands(999), "999");
  EXPECT_EQ(with_thousands(1000), "1,000");
  EXPECT_EQ(with_thousands(-12345), "-12,345");
  EXPECT_EQ(with_thousands(-123), "-123");
  EXPECT_EQ(counted(std::int64_t{1}, "node"), "1 node");
  EXPECT_EQ(counted(std::size_t{0}, "node"), "0 nodes");
  EXPECT_EQ(counted(std::int64_t{1234567}, "node"), "1,234,567 nodes");
}

TEST(Shell, QuotesAnyText) {
  EXPECT_EQ(shell_quoted("a b"), "'a b'");
  EXPECT_EQ(shell_quoted("it's $(x)"), "'it'\\''s $(x)'");
  EXPECT_EQ(shell_quoted(""), "''");
}

}  // namespace
}  // namespace touchstone
