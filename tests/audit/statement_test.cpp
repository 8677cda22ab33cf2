#include "touchstone/audit/statement.h"

#include <gtest/gtest.h>

#include "evidence_fixture.h"

namespace touchstone {
namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from << " is not in " << text;
  return text.replace(at, from.size(), to);
}

TEST(Statement, ReadsBackWhatItWrote) {
  Evidence e = sample_evidence();
  EXPECT_EQ(*evidence_of(statement_of(e)), e);
  e.claim = {"reference.conv", Op::conv, Contract::value, Obligation::bit_exact};
  e.kind = EvidenceKind::identity;
  e.outcome = Outcome::failed;
  e.scope = {*complete(operation(Op::conv), {{"strides", Integers{2, 2}}}), std::nullopt};
  e.loaded_file = sha256(std::string_view("file"));
  EXPECT_EQ(*evidence_of(statement_of(e)), e);
  e.claim = {"reference.batch_norm", Op::batch_norm, Contract::layout, Obligation::dense_row_major};
  e.scope.attributes = *complete(operation(Op::batch_norm), {{"epsilon", 1e-5F}});
  EXPECT_EQ(*evidence_of(statement_of(e)), e);
}

TEST(Statement, IsOneLineAndDeterministic) {
  const std::string text = statement_of(sample_evidence());
  EXPECT_EQ(text.find('\n'), std::string::npos);
  EXPECT_EQ(text, statement_of(sample_evidence()));
  EXPECT_EQ(text.rfind("{\"_type\":\"https://in-toto.io/Statement/v1\"", 0), 0U);
}

TEST(Statement, RefusesWhatItDoesNotKnow) {
  const std::string good = statement_of(sample_evidence());
  ASSERT_TRUE(evidence_of(good).ok());
  const std::pair<const char*, const char*> edits[] = {
      {"in-toto.io/Statement/v1", "in-toto.io/Statement/v2"},
      {"urn:touchstone:evidence:1", "urn:touchstone:evidence:2"},
      {"\"op\":\"relu\"", "\"op\":\"rleu\""},
      {"\"contract\":\"shape\"", "\"contract\":\"shap\""},
      {"shape.in_bounds_once", "shape.in_bounds"},
      {"\"kind\":\"checker\"", "\"kind\":\"checkr\""},
      {"\"outcome\":\"passed\"", "\"outcome\":\"pass\""},
      {"\"cases\":1", "\"cases\":1.5"},
      {"A-CHECKER", "A-CHECKERS"},
      {"\"float32\"", "\"float99\""},
      {"\"shape\":[2]", "\"shape\":[-2]"},
      {"\"attributes\":{}", "\"attributes\":{\"axis\":1}"},
      {"\"detail\":", "\"details\":"},
      {"\"name\":\"reference.relu\"", "\"name\":\"reference.add\""},
      {"\"sha256\":\"", "\"sha256\":\"A"},
      {"\"date\":\"2026-01-31T02:00:00Z\"",
       "\"date\":\"2026-01-31T02:00:00Z\",\"date\":\"2027-01-31T02:00:00Z\""},
  };
  for (const auto& [from, to] : edits) {
    const auto result = evidence_of(replaced(good, from, to));
    ASSERT_FALSE(result.ok()) << to;
    EXPECT_NE(result.error().kind, Failure::defect) << to;
    EXPECT_FALSE(result.error().reason.empty());
  }
  for (std::size_t length = 0; length < good.size(); ++length) {
    ASSERT_FALSE(evidence_of(good.substr(0, length)).ok()) << length;
  }
}

}  // namespace
}  // namespace touchstone
