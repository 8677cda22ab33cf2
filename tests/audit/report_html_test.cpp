#include "touchstone/audit/report_html.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "page/sample_reports.h"
#include "touchstone/audit/grade_mark.h"
#include "touchstone/audit/html.h"
#include "touchstone/audit/report_heading.h"

namespace touchstone {
namespace {

/// The values of an attribute, in order.
std::vector<std::string> values_of(std::string_view page, std::string_view attribute) {
  const std::string begin = " " + std::string(attribute) + "=\"";
  std::vector<std::string> out;
  for (std::size_t at = page.find(begin); at != std::string_view::npos; at = page.find(begin, at)) {
    at += begin.size();
    out.emplace_back(page.substr(at, page.find('"', at) - at));
  }
  return out;
}

std::size_t count_of(std::string_view page, std::string_view text) {
  std::size_t out = 0;
  for (std::size_t at = page.find(text); at != std::string_view::npos;
       at = page.find(text, at + 1)) {
    ++out;
  }
  return out;
}

std::vector<Report> samples() {
  return {page_test::transformer_report(), page_test::troubled_report(),
          page_test::hostile_report(), page_test::large_report(700), Report{}};
}

TEST(ReportHtml, EveryLinkLeadsToAnIdThatThereIsOnce) {
  for (const Report& report : samples()) {
    const std::string page = report_html(report);
    std::map<std::string, int> ids;
    for (const std::string& id : values_of(page, "id")) ++ids[id];
    for (const auto& [id, count] : ids) EXPECT_EQ(count, 1) << id;
    const std::vector<std::string> links = values_of(page, "href");
    EXPECT_GE(links.size(), 10U);
    for (const std::string& link : links) {
      ASSERT_EQ(link.substr(0, 1), "#") << link;
      EXPECT_EQ(ids.count(link.substr(1)), 1U) << link;
    }
    for (const std::string& id : values_of(page, "aria-labelledby")) EXPECT_EQ(ids.count(id), 1U);
  }
}

TEST(ReportHtml, ShowsEveryNodeUseCapsuleEvidenceAndAssumption) {
  const Report report = page_test::troubled_report();
  const std::string page = report_html(report);
  const auto shown = [&](std::string_view kind, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::string id = " id=\"" + std::string(kind) + "-" + std::to_string(i) + "\"";
      EXPECT_EQ(count_of(page, id), 1U) << id;
    }
  };
  shown("node", report.nodes.size());
  shown("use", report.uses.size());
  shown("capsule", report.capsules.size());
  shown("evidence", report.evidence.size());
  shown("assumption", report.assumptions.size());
  shown("waiver", report.waivers.size());
  for (std::size_t n = 0; n < report.nodes.size(); ++n) {
    const std::string link = "<a href=\"#node-" + std::to_string(n) + "\" aria-label=\"";
    EXPECT_EQ(count_of(page, link), 1U) << link;
  }
}

TEST(ReportHtml, SaysFirstWhatSpeaksAgainstIt) {
  const std::string page = report_html(page_test::troubled_report());
  const std::vector<std::string_view> order{
      "REJECTED",        "id=\"exceptions\"",  "J. Reviewer",        "id=\"reasons\"",
      "id=\"picture\"",  "id=\"nodes\"",       "id=\"uses\"",        "id=\"capsules\"",
      "id=\"evidence\"", "id=\"assumptions\"", "id=\"not-covered\"", "id=\"changes\"",
      "id=\"read\"",     "id=\"repeat\""};
  std::size_t at = 0;
  for (const std::string_view text : order) {
    const std::size_t found = page.find(text, at);
    ASSERT_NE(found, std::string::npos) << text;
    at = found;
  }
  const std::string accepted = report_html(page_test::transformer_report());
  EXPECT_NE(accepted.find("ACCEPTED"), std::string::npos);
  EXPECT_EQ(accepted.find("REJECTED"), std::string::npos);
  EXPECT_NE(accepted.find("holds no known failing case"), std::string::npos);
  EXPECT_EQ(page.find("holds no known failing case"), std::string::npos);
}

TEST(ReportHtml, EveryGradeHasAMarkOfItsOwn) {
  std::vector<std::string_view> marked;
  for (const GradeMark& mark : grade_marks()) marked.push_back(mark.grade);
  EXPECT_EQ(marked, all_grades());
  EXPECT_EQ(mark_of(waived_failing).letter.view(), "WX");
  EXPECT_EQ(mark_of("identity").letter.view(), "I");
  EXPECT_EQ(mark_of("splendid").letter.view(), "?");
}

TEST(ReportHtml, TheSameReportGivesTheSameBytes) {
  for (const Report& report : samples()) {
    const Report copy = report;
    EXPECT_EQ(report_html(report), report_html(copy));
  }
}

TEST(ReportHtml, HostileTextsAddNoMarkup) {
  const std::string harmless = report_html(page_test::troubled_report());
  const std::string hostile = report_html(page_test::hostile_report());
  // Elements that only texts could have brought: as many as beside harmless texts.
  for (const std::string_view tag : {"<script", "<img", "</script", "</style", "</title", "</svg",
                                     "<svg", "<section", "<table", "<tr", "<pre", "<a "}) {
    EXPECT_EQ(count_of(hostile, tag), count_of(harmless, tag)) << tag;
  }
  EXPECT_EQ(count_of(hostile, "<img"), 0U);
  EXPECT_GT(count_of(hostile, "&lt;img src=x onerror=&quot;"), 100U);
  EXPECT_GT(count_of(hostile, "\\u{202E}esrever\\u{200B}\\x1b[31m\\x01\\xff\\xc2\\x85"), 100U);
  for (const std::string_view bytes : {"\xE2\x80\xAE", "\xE2\x80\x8B", "\x1B", "\x01", "\xFF"}) {
    EXPECT_EQ(count_of(hostile, bytes), 0U);
  }
  EXPECT_LT(hostile.size(), 2'000'000U);
  EXPECT_EQ(count_of(hostile, sha256(std::string(1'000'000, 'n')).hex()), 1U);
}

TEST(ReportHtml, TenThousandNodesStayBelowTwentyMegabytes) {
  const std::string page = report_html(page_test::large_report(10'000));
  EXPECT_LT(page.size(), 20'000'000U);
  EXPECT_EQ(count_of(page, "<tr id=\"node-"), 10'000U);
}

std::string escaped(std::string_view text, std::size_t limit = Html::usual_limit) {
  return Html().text(text, limit).take();
}

TEST(Html, SpellsOutWhatIsNotSeen) {
  EXPECT_EQ(escaped("a & b < c > \"d\" 'e'"), "a &amp; b &lt; c &gt; &quot;d&quot; &#39;e&#39;");
  EXPECT_EQ(escaped("Größe 漢字 שלום → 🙂"), "Größe 漢字 שלום → 🙂");
  EXPECT_EQ(escaped("\xE2\x80\xAE"), "\\u{202E}");
  EXPECT_EQ(escaped("\xC2\xAD"), "\\u{00AD}");
  EXPECT_EQ(escaped("\xEF\xBB\xBF"), "\\u{FEFF}");
  EXPECT_EQ(escaped("\xF3\xA0\x80\x81"), "\\u{E0001}");
  EXPECT_EQ(escaped("\xF4\x8F\xBF\xBF"), "\\u{10FFFF}");
  EXPECT_EQ(escaped(std::string_view("\0\n\x7F", 3)), "\\x00\\x0a\\x7f");
  EXPECT_EQ(escaped("\xC0\xBCscript"), "\\xc0\\xbcscript");
  EXPECT_EQ(escaped(""), "");
}

TEST(Html, CutsLongTextsBetweenCharactersAndNamesTheWhole) {
  EXPECT_EQ(escaped("abcd", 4), "abcd");
  EXPECT_EQ(escaped("abcde", 4),
            "abcd… (5 bytes, SHA-256 " + sha256(std::string_view("abcde")).hex() + ")");
  EXPECT_EQ(escaped("abcäe", 4).substr(0, 3), "abc");
  EXPECT_EQ(escaped("abcäe", 4).find("\\x"), std::string::npos);
  EXPECT_EQ(escaped("abäcd", 4).substr(0, 4), "abä");
}

TEST(Html, WritesNumbersForPeopleAndForIds) {
  EXPECT_EQ(Html().number(-12345).raw(" ").thousands(-12345).take(), "-12345 -12,345");
  EXPECT_EQ(Html().thousands(0).raw(" ").thousands(999).raw(" ").thousands(1000).take(),
            "0 999 1,000");
  EXPECT_EQ(Html().counted(1, "node").raw(" ").counted(1234567, "node").take(),
            "1 node 1,234,567 nodes");
}

}  // namespace
}  // namespace touchstone
