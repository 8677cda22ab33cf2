#include "touchstone/audit/shared_fields.h"

#include <gtest/gtest.h>

#include "report_fixture.h"
#include "touchstone/audit/report_html.h"
#include "touchstone/audit/report_markdown.h"

namespace touchstone {
namespace {

std::vector<Field> entry(std::string a, std::string b) {
  return {{"a", FieldKind::text, std::move(a)}, {"b", FieldKind::code, std::move(b)}};
}

TEST(SharedFields, AreThoseThatNoMemberContradicts) {
  const std::vector<std::vector<Field>> entries{entry("x", "1"), entry("x", ""), entry("x", "2")};
  const auto of_two = shared_by(entries, std::vector<std::uint32_t>{0, 1});
  EXPECT_EQ(of_two[0].text, "x");
  EXPECT_TRUE(of_two[0].everywhere);
  EXPECT_EQ(of_two[1].text, "1");
  EXPECT_FALSE(of_two[1].everywhere);
  const auto of_all = shared_by(entries, std::vector<std::uint32_t>{0, 1, 2});
  EXPECT_EQ(of_all[0].text, "x");
  EXPECT_EQ(of_all[1].text, "");
}

TEST(SharedFields, EveryFieldIsSaidOnceOrHere) {
  const Field full{"a", FieldKind::text, "x"};
  const Field absent{"a", FieldKind::text, ""};
  const SharedField none;
  const SharedField everywhere{"x", true};
  const SharedField somewhere{"x", false};
  EXPECT_EQ(said_of(full, none, none), FieldSaid::here);
  EXPECT_EQ(said_of(full, everywhere, none), FieldSaid::elsewhere);
  EXPECT_EQ(said_of(full, none, everywhere), FieldSaid::elsewhere);
  EXPECT_EQ(said_of(full, none, somewhere), FieldSaid::as_above);
  EXPECT_EQ(said_of(absent, none, somewhere), FieldSaid::elsewhere);
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t out = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++out;
  return out;
}

TEST(SharedFields, APageSaysASharedDigestOnceAndLosesNone) {
  Report report = sample_report();
  const std::string shared = sample_digest("meaning");
  for (const std::string& text : {report_html(report), report_markdown(report)}) {
    EXPECT_EQ(count_of(text, shared), 1U);
  }
  report.evidence[1].meaning = sample_digest("another meaning");
  for (const std::string& text : {report_html(report), report_markdown(report)}) {
    EXPECT_EQ(count_of(text, shared), 1U);
    EXPECT_EQ(count_of(text, sample_digest("another meaning")), 1U);
  }
}

TEST(SharedFields, PromisesAreEqualWhateverTheOperation) {
  ReportCapsule add;
  add.name = "reference.add";
  add.op = "add";
  add.claim = "reference.add promises the bits of the definition of add for every input.";
  ReportCapsule mul = add;
  mul.name = "reference.mul";
  mul.op = "mul";
  mul.claim = "reference.mul promises the bits of the definition of mul for every input.";
  EXPECT_EQ(promise_of(add), "promises the bits of its operation's definition for every input.");
  EXPECT_EQ(promise_of(add), promise_of(mul));
  mul.claim = "reference.mul promises nothing about values.";
  EXPECT_NE(promise_of(add), promise_of(mul));
  mul.claim = "Somebody else promises.";
  EXPECT_EQ(promise_of(mul), mul.claim);
}

}  // namespace
}  // namespace touchstone
