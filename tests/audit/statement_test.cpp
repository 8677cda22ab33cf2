#include "touchstone/audit/statement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

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
      {"urn:touchstone:evidence:2", "urn:touchstone:evidence:3"},
      {"urn:touchstone:evidence:2", "urn:touchstone:evidence:1"},
      {"\"op\":\"relu\"", "\"op\":\"rleu\""},
      {"\"contract\":\"shape\"", "\"contract\":\"shap\""},
      {"shape.in_bounds_once", "shape.in_bounds"},
      {"\"kind\":\"checker\"", "\"kind\":\"checkr\""},
      {"\"outcome\":\"passed\"", "\"outcome\":\"pass\""},
      {"\"cases\":1", "\"cases\":1.5"},
      {"\"cases\":1", "\"cases\":-1"},
      {"\"discarded\":0", "\"discarded\":-1"},
      {"\"discarded\":0,", ""},
      {"\"discarded\":0", "\"discarded\":0,\"margin\":NaN"},
      {"\"discarded\":0", "\"discarded\":0,\"margin\":\"nan\""},
      {"\"discarded\":0", "\"discarded\":0,\"margin\":1e999"},
      {"\"discarded\":0", "\"discarded\":0,\"expires\":\"2027-01-31\""},
      {"\"discarded\":0", "\"discarded\":0,\"expires\":null"},
      {"2026-01-31T02:00:00Z", "2026-02-30T02:00:00Z"},
      {"2026-01-31T02:00:00Z", "yesterday"},
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

TEST(Statement, CarriesDiscardedCasesMarginAndExpiry) {
  Evidence e = sample_evidence();
  e.discarded = 7;
  e.expires = "2027-01-31T02:00:00Z";
  for (const double margin : {0.0, -0.0, 0.1, -1e-300, 5e-324, 1.7976931348623157e308}) {
    e.margin = margin;
    const auto back = evidence_of(statement_of(e));
    ASSERT_TRUE(back.ok()) << back.error().text();
    EXPECT_EQ(*back, e);
    EXPECT_EQ(std::signbit(*back->margin), std::signbit(margin));
  }
  e.margin = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(statement_of(e).find("\"margin\":\"NaN\""), std::string::npos);
  EXPECT_TRUE(std::isnan(evidence_of(statement_of(e))->margin.value()));
}

/// As version 1 wrote it, byte for byte.
constexpr const char* version_1 =
    R"({"_type":"https://in-toto.io/Statement/v1","subject":[{"name":"reference.relu","digest":)"
    R"({"sha256":"0000000000000000000000000000000000000000000000000000000000000001"}}],)"
    R"("predicateType":"urn:touchstone:evidence:1","predicate":{"claim":{"capsule":)"
    R"("reference.relu","op":"relu","contract":"shape","obligation":"shape.in_bounds_once"},)"
    R"("kind":"checker","outcome":"passed","scope":{"attributes":{},"operands":[{"dtype":)"
    R"("float32","shape":[2]}]},"meaning":{"sha256":)"
    R"("0000000000000000000000000000000000000000000000000000000000000002"},"checker":{"name":)"
    R"("index_checker","version":"1"},"cases":1,"assumptions":["A-DEFS"],"date":)"
    R"("2026-01-31T02:00:00Z","repeat":"touchstone verify model.json","detail":"a"}})";

TEST(Statement, OfVersion1StaysReadable) {
  const auto e = evidence_of(version_1);
  ASSERT_TRUE(e.ok()) << e.error().text();
  EXPECT_EQ(e->cases, 1);
  EXPECT_EQ(e->discarded, 0);
  EXPECT_EQ(e->margin, std::nullopt);
  EXPECT_EQ(e->expires, std::nullopt);
  EXPECT_NE(statement_of(*e).find("urn:touchstone:evidence:2"), std::string::npos);
  EXPECT_EQ(*evidence_of(statement_of(*e)), *e);
  // What version 2 added is no field of version 1.
  EXPECT_FALSE(evidence_of(replaced(version_1, "\"cases\":1", "\"cases\":1,\"discarded\":0")).ok());
}

TEST(Statement, AFindingHasTheSameNameWheneverItIsFound) {
  const Evidence e = sample_evidence();
  Evidence later = e;
  later.date = "2030-01-31T02:00:00Z";
  later.repeat = "another command";
  EXPECT_EQ(finding_digest(later), finding_digest(e));
  Evidence without = e;
  without.date.clear();
  without.repeat.clear();
  EXPECT_EQ(finding_digest(e), sha256(statement_of(without)));
  later.detail += ".";
  EXPECT_NE(finding_digest(later), finding_digest(e));
  Evidence other = e;
  other.artifact.bytes[0] ^= 1;
  EXPECT_NE(finding_digest(other), finding_digest(e));
}

TEST(Statement, ThatIsTooLongIsRefused) {
  Evidence e = sample_evidence();
  e.detail.clear();
  e.detail.assign(longest_statement - statement_of(e).size(), 'a');
  EXPECT_TRUE(evidence_of(statement_of(e)).ok());
  e.detail += 'a';
  const auto refused = evidence_of(statement_of(e));
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().text().find("bytes"), std::string::npos);
}

}  // namespace
}  // namespace touchstone
