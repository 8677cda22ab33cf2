#include "touchstone/audit/report_heading.h"

#include <gtest/gtest.h>

#include "report_fixture.h"
#include "touchstone/audit/report_html.h"
#include "touchstone/audit/report_markdown.h"

namespace touchstone {
namespace {

/// Accepted, though the fixture's second use passes by a waiver against a failing case.
Report accepted_report() {
  Report out = sample_report();
  out.accepted = true;
  out.reasons.clear();
  return out;
}

Report merely_waived_report() {
  Report out = accepted_report();
  out.uses[1].obligations[0].evidence.reset();
  return out;
}

Report served_report() {
  Report out = accepted_report();
  out.uses[1].obligations[0] = out.uses[0].obligations[0];
  out.uses[1].grade = "checked";
  return out;
}

TEST(ReportHeading, NamesWhatIsWaivedAndWhatOfItIsKnownToFail) {
  EXPECT_EQ(verdict_heading(sample_report()), "REJECTED");
  EXPECT_EQ(verdict_heading(served_report()), "ACCEPTED");
  EXPECT_EQ(verdict_heading(merely_waived_report()), "ACCEPTED with 1 obligation waived");
  EXPECT_EQ(verdict_heading(accepted_report()), "ACCEPTED with 1 obligation waived, known to fail");
  Report more = accepted_report();
  more.uses[1].nodes = 1200;
  EXPECT_EQ(verdict_heading(more), "ACCEPTED with 1,200 obligations waived, all known to fail");
  more.uses[1].obligations.push_back(merely_waived_report().uses[1].obligations[0]);
  EXPECT_EQ(verdict_heading(more),
            "ACCEPTED with 2,400 obligations waived, 1,200 of them known to fail");
}

TEST(ReportHeading, AUseThatFailsUnderAWaiverIsShownAsFailing) {
  const Report failing = accepted_report();
  EXPECT_EQ(shown_grade(failing, failing.uses[1]), waived_failing);
  EXPECT_EQ(shown_grade(failing, failing.uses[0]), "checked");
  const Report waived = merely_waived_report();
  EXPECT_EQ(shown_grade(waived, waived.uses[1]), "waived");
  Report passed = accepted_report();
  passed.evidence[1].outcome = "passed";
  EXPECT_EQ(shown_grade(passed, passed.uses[1]), "waived");
}

TEST(ReportHeading, EqualReasonsAreOne) {
  const std::vector<Reason> reasons{{"a", "missing", 2}, {"b", "stale", 1}, {"c", "missing", 3}};
  const auto groups = grouped_reasons(reasons);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].text, "missing");
  EXPECT_EQ(groups[0].subjects, (std::vector<std::string_view>{"a", "c"}));
  EXPECT_EQ(groups[0].nodes, 5);
  EXPECT_EQ(groups[1].subjects, (std::vector<std::string_view>{"b"}));
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(ReportHeading, PageAndMarkdownShowAWaivedAcceptanceAsSuch) {
  const std::string failing = report_html(accepted_report());
  EXPECT_TRUE(holds(failing, "<div class=\"verdict amber\">"));
  EXPECT_TRUE(holds(failing, "ACCEPTED with 1 obligation waived, known to fail"));
  EXPECT_TRUE(holds(failing, "<use href=\"#mark-failing\" x="));
  EXPECT_TRUE(holds(failing, ", grade waived, known to fail"));
  const std::string waived = report_html(merely_waived_report());
  EXPECT_TRUE(holds(waived, "<div class=\"verdict amber\">"));
  EXPECT_FALSE(holds(waived, "<use href=\"#mark-failing\" x="));
  EXPECT_TRUE(holds(waived, "<use href=\"#mark-waived\" x="));
  const std::string served = report_html(served_report());
  EXPECT_TRUE(holds(served, "<div class=\"verdict yes\">"));
  EXPECT_FALSE(holds(served, "<use href=\"#mark-waived\" x="));
  EXPECT_TRUE(holds(report_markdown(accepted_report()), "### waived, known to fail: 1 node"));
  EXPECT_TRUE(holds(report_markdown(merely_waived_report()), "### waived: 1 node"));
}

TEST(ReportHeading, TheRegistryIsOfCapsules) {
  Report registry = sample_report();
  registry.model.reset();
  for (const std::string& text : {report_html(registry), report_markdown(registry)}) {
    EXPECT_TRUE(holds(text, "1 capsule"));
    EXPECT_FALSE(holds(text, "1 node"));
    EXPECT_FALSE(holds(text, "2 nodes"));
  }
  EXPECT_TRUE(holds(report_html(sample_report()), "2 nodes"));
}

}  // namespace
}  // namespace touchstone
