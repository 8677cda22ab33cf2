#include "touchstone/core/unseen.h"

#include <gtest/gtest.h>

#include "touchstone/core/counted.h"
#include "touchstone/core/diagnostic.h"
#include "touchstone/core/shell.h"

namespace touchstone {
namespace {

TEST(Unseen, IsWhatShowsNothingOrMovesItsNeighbours) {
  for (const char32_t each :
       {U'\x00AD', U'\x034F', U'\x061C', U'\x200B', U'\x200F', U'\x2028', U'\x202E', U'\x2060',
        U'\x2069', U'\xFE0F', U'\xFEFF', U'\xFFFE', U'\xE0041', U'\x10FFFF'}) {
    EXPECT_TRUE(is_unseen(each)) << static_cast<std::uint32_t>(each);
  }
  for (const char32_t each : {U'\x41', U'\x7E', U'\xE4', U'\x05D0', U'\x2010', U'\x2014', U'\x2192',
                              U'\x6F22', U'\xFFFD', U'\x1F642'}) {
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
