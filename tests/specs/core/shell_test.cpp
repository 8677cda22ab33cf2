#include "touchstone/core/shell.h"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(Shell, QuotesAsAPosixShellReads) {
  EXPECT_EQ(shell_quoted("model.json"), "'model.json'");
  EXPECT_EQ(shell_quoted(""), "''");
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_quoted("m.json;touch PWNED"), "'m.json;touch PWNED'");
  EXPECT_EQ(shell_quoted("mod\xC3\xA8le.json"), "'mod\xC3\xA8le.json'");
}

TEST(Shell, SpellsOutWhatWouldNotBeSeen) {
  EXPECT_EQ(shell_quoted("a\nb'\\c"), "$'a\\012b\\047\\134c'");
  EXPECT_EQ(shell_quoted("\xE2\x80\xAEx"), "$'\\342\\200\\256x'");
  EXPECT_EQ(shell_quoted("\xFF"), "$'\\377'");
  EXPECT_EQ(shell_quoted("\x7F"), "$'\\177'");
}

TEST(Shell, AFileIsNeverAnOption) {
  EXPECT_EQ(shell_file("-o.json"), "'./-o.json'");
  EXPECT_EQ(shell_file("-\n"), "$'./-\\012'");
  EXPECT_EQ(shell_file("a-b.json"), "'a-b.json'");
}

}  // namespace
}  // namespace touchstone
