#include "touchstone/core/diagnostic.h"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(Printable, KeepsTextAndEscapesControlBytes) {
  EXPECT_EQ(printable("plain é 図 🙂"), "plain é 図 🙂");
  EXPECT_EQ(printable("a\x1b[31m"), "a\\x1b[31m");
  EXPECT_EQ(printable("line\nbreak"), "line\\x0abreak");
  EXPECT_EQ(printable("\x7f"), "\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"), "\\xc2\\x9b");  // U+009B starts a terminal command too
}

TEST(Printable, EscapesInvalidUtf8ByteByByte) {
  EXPECT_EQ(printable("\xff"), "\\xff");
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");                    // overlong
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // a surrogate
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // past U+10FFFF
  EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82");                    // cut short
}

TEST(Printable, CutsLongTexts) {
  EXPECT_EQ(printable("abcdef", 3), "abc…");
  EXPECT_EQ(printable("abc", 3), "abc");
  EXPECT_LT(printable(std::string(1'000'000, '\x01')).size(), 200U);
}

TEST(Diagnostic, JoinsWhereWhyAndWhatHelps) {
  EXPECT_EQ(unreadable("nodes[3]", "no", "do this").in_file("m.json").text(),
            "m.json: nodes[3]: no; do this");
  EXPECT_EQ(unreadable("", "no").text(), "no");
  EXPECT_EQ(unreadable("", "no").in_file("a").in_file("b").file, "a");
  EXPECT_EQ(unreadable("inputs[0]", "no").inside("nodes[3]").place, "nodes[3].inputs[0]");
  EXPECT_EQ(unreadable("[0]", "no").inside("inputs").place, "inputs[0]");
  EXPECT_EQ(unreadable("", "no").inside("nodes[3]").place, "nodes[3]");
}

}  // namespace
}  // namespace touchstone
