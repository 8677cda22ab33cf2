#include "touchstone/audit/report_markdown.h"

#include <gtest/gtest.h>

#include "report_fixture.h"
#include "touchstone/audit/markdown_text.h"

namespace touchstone {
namespace {

TEST(MarkdownText, ShowsMarkupAsText) {
  EXPECT_EQ(markdown_text("plain words, 1.5"), "plain words, 1.5");
  EXPECT_EQ(markdown_text("<b>&amp;"), "\\<b\\>\\&amp;");
  EXPECT_EQ(markdown_text("[a](javascript:x)"), "\\[a\\](javascript:x)");
  EXPECT_EQ(markdown_text("a|b"), "a\\|b");
  EXPECT_EQ(markdown_text("a_b*c`d\\"), "a\\_b\\*c\\`d\\\\");
  EXPECT_EQ(markdown_text("http://a.b www.c.d e@f.g"), "http\\://a.b www\\.c.d e\\@f.g");
  EXPECT_EQ(markdown_text("- item"), "\\- item");
  EXPECT_EQ(markdown_text("12. item"), "12\\. item");
  EXPECT_EQ(markdown_text("0.1.0"), "0.1.0");
  EXPECT_EQ(markdown_text("a\n# b\x1b[1m"), "a\\\\x0a\\# b\\\\x1b\\[1m");
  EXPECT_EQ(markdown_text("a\xE2\x80\xAE"
                          "b"),
            "a\\\\u{202E}b");
  EXPECT_EQ(markdown_text("a\xE2\x81\xA9"
                          "b"),
            "a\\\\u{2069}b");
  EXPECT_EQ(markdown_text("a\xE2\x80\x94"
                          "b"),
            "a\xE2\x80\x94"
            "b");
  // Zero-width space, soft hyphen, a tag and the byte order mark.
  EXPECT_EQ(markdown_text("\xE2\x80\x8B\xC2\xAD\xF3\xA0\x81\x81\xEF\xBB\xBF"),
            "\\\\u{200B}\\\\u{00AD}\\\\u{E0041}\\\\u{FEFF}");
  EXPECT_LT(markdown_text(std::string(1'000'000, 'x')).size(), 5000U);
}

TEST(MarkdownText, FencesCode) {
  EXPECT_EQ(markdown_code("a b", MarkdownPlace::line), "`a b`");
  EXPECT_EQ(markdown_code("a`b", MarkdownPlace::line), "``a`b``");
  EXPECT_EQ(markdown_code("`", MarkdownPlace::line), "`` ` ``");
  EXPECT_EQ(markdown_code("a|b", MarkdownPlace::line), "`a|b`");
  EXPECT_EQ(markdown_code("a|b", MarkdownPlace::cell), "`a\\|b`");
  EXPECT_EQ(markdown_code("a\nb", MarkdownPlace::line), "`a\\x0ab`");
  EXPECT_EQ(markdown_code("", MarkdownPlace::line), "");
}

TEST(ReportMarkdown, SaysEverythingInAReadersOrder) {
  const std::string text = report_markdown(sample_report());
  std::size_t at = 0;
  for (const char* part : {"**REJECTED** Nothing is claimed.",
                           "## Failing cases",
                           "input 3",
                           "## Waivers",
                           "an owner",
                           "another owner",
                           "it expired",
                           "## Why it is rejected",
                           "## Nodes, by grade",
                           "### checked: 1 node",
                           "### waived, known to fail: 1 node",
                           "## Obligations of each use",
                           "recorded: stale",
                           "## Capsules",
                           "promises much",
                           "## Artifacts",
                           "a.cpp b.h",
                           "## Evidence, and how to repeat it",
                           "touchstone verify model.json",
                           "nobody checked: not to be pasted blindly: `sh repeat.sh`",
                           "10 cases, 2 discarded, margin 0.5",
                           "## Assumptions, by reach",
                           "They are short.",
                           "## What is not covered",
                           "Speed.",
                           "## Changes",
                           "from accepted to rejected",
                           "## Ledgers",
                           "a signer",
                           "## Digests of everything read",
                           "## Versions",
                           "0.1.0"}) {
    const auto found = text.find(part, at);
    EXPECT_NE(found, std::string::npos) << part;
    at = std::min(found, text.size());
  }
  EXPECT_EQ(text, report_markdown(sample_report()));
}

/// The sample with this in the place of many names.
Report named(const std::string& name) {
  Report out = sample_report();
  out.title = out.nodes[0].id = out.model->file = name;
  out.evidence[0].detail = out.waivers[0].owner = out.reasons[0].text = name;
  out.evidence[0].repeat = out.evidence[1].repeat = "``` " + name;
  out.evidence[0].repeat_as_recorded = "`` " + name;
  out.uses[0].attributes = name;
  return out;
}

TEST(ReportMarkdown, HostileNamesDoNothing) {
  const std::string text = report_markdown(named("<script>alert(1)</script>\n\n# ACCEPTED\n| x |"));
  // Never as markup: only inside a code span, or with its brackets escaped.
  const std::string harmless = report_markdown(named("harmless"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'),
            std::count(harmless.begin(), harmless.end(), '\n'));
  EXPECT_EQ(text.find("\n# ACCEPTED"), std::string::npos);
  for (auto at = text.find("<script>"); at != std::string::npos;
       at = text.find("<script>", at + 1)) {
    const bool escaped = text[at - 1] == '\\';
    const auto line = text.rfind('\n', at) + 1;
    EXPECT_TRUE(escaped || text.substr(line, at - line).find('`') != std::string::npos)
        << text.substr(line, 200);
  }
}

}  // namespace
}  // namespace touchstone
