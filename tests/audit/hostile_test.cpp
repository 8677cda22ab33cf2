// Evidence and files made to deceive, each beside a twin that is accepted: a row names the hostile
// edit, what the refusal says, and the nearest edit that is honest.
#include <functional>

#include "gate_fixture.h"
#include "touchstone/audit/profile_file.h"
#include "touchstone/audit/statement.h"
#include "touchstone/format/json.h"

namespace touchstone {
namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from << " is not in " << text;
  if (at == std::string::npos) return text;
  return text.replace(at, from.size(), to);
}

struct Edit {
  std::string from;
  std::string to;
};

struct HostileLine {
  const char* what;
  Edit hostile;
  const char* says;
  Edit twin;
};

/// Edits of the line that holds the support of value.bit_exact, for all shapes.
class HostileLineTest : public GateTest {
 protected:
  HostileLineTest() {
    // So that proofs may be for one shape as well as for all.
    input_.checkers.push_back(
        {{"a prover", "checkers"}, EvidenceKind::checker, Obligation::bit_exact, false});
  }

  /// What comes of a ledger that holds this line for the value: nothing if it is accepted.
  [[nodiscard]] std::optional<std::string> refusal_of(const std::string& line) {
    const auto evidence = evidence_of(line);
    if (!evidence) {
      EXPECT_EQ(evidence.error().kind, Failure::unreadable);
      return evidence.error().text();
    }
    GateInput input = input_;
    input.evidence[2].evidence = *evidence;
    const Verdict v = gate(plan_, input).verdict;
    if (v.accepted) return std::nullopt;
    std::string out;
    for (const Reason& reason : v.reasons) out += reason.subject + ": " + reason.text + "\n";
    return out;
  }

  void expect_told_apart(const HostileLine& row) {
    const std::string line = statement_of(supporting(Obligation::bit_exact));
    const auto refusal = refusal_of(replaced(line, row.hostile.from, row.hostile.to));
    ASSERT_TRUE(refusal.has_value()) << row.what;
    EXPECT_NE(refusal->find(row.says), std::string::npos) << row.what << ": " << *refusal;
    const auto twin = refusal_of(replaced(line, row.twin.from, row.twin.to));
    EXPECT_FALSE(twin.has_value()) << row.what << ": " << *twin;
  }

  [[nodiscard]] std::string artifact() const {
    return plan_.classes[0].capsule->artifact.digest.hex();
  }
  [[nodiscard]] std::string meaning() const { return plan_.classes[0].meaning.digest.hex(); }
};

const std::string operands_any = R"("operands":"any")";
const Edit untouched{R"("outcome":"passed")", R"("outcome":"passed")"};
const Edit this_shape{operands_any, R"("operands":[{"dtype":"float32","shape":[2]}])"};

TEST_F(HostileLineTest, AboutSomethingElse) {
  const std::string other(64, 'e');
  const std::string trivial = sha256(std::string_view("true")).hex();
  for (const HostileLine& row : {
           HostileLine{"another artifact",
                       {artifact(), other},
                       "stale: made for artifact",
                       {artifact(), artifact()}},
           HostileLine{"an obligation weakened to true",
                       {meaning(), trivial},
                       "stale: made for meaning",
                       {meaning(), meaning()}},
           HostileLine{"another capsule",
                       {R"("name":"reference.relu")", R"("name":"reference.gelu")"},
                       "expected 'reference.relu'",
                       untouched},
           HostileLine{"a third subject",
                       {R"("subject":[)",
                        R"("subject":[{"name":"model","digest":{"sha256":")" + other + R"("}},)"},
                       "at most the loaded file",
                       untouched},
           HostileLine{"no subject",
                       {R"("subject":[{"name":"reference.relu","digest":{"sha256":")" + artifact() +
                            "\"}},",
                        R"("subject":[)"},
                       "expected 'reference.relu'",
                       untouched},
           HostileLine{"an obligation that nobody defined",
                       {"value.bit_exact", "value.true"},
                       "not a name known here",
                       untouched},
           HostileLine{
               "a proof of shape in the value's field",
               {R"("obligation":"value.bit_exact")", R"("obligation":"shape.in_bounds_once")"},
               "proves shape.in_bounds_once but sits in the contract field value",
               untouched},
           HostileLine{"a proof of the value in the shape's field",
                       {R"("contract":"value")", R"("contract":"shape")"},
                       "proves value.bit_exact but sits in the contract field shape",
                       untouched},
           HostileLine{"another operation",
                       {R"("op":"relu")", R"("op":"abs")"},
                       "its claim names another operation",
                       untouched},
           HostileLine{"another statement type",
                       {"in-toto.io/Statement/v1", "in-toto.io/Statement/v0.1"},
                       "expected https://in-toto.io/Statement/v1",
                       untouched},
           HostileLine{"a predicate of another type",
                       {"urn:touchstone:evidence:2", "https://slsa.dev/provenance/v1"},
                       "expected urn:touchstone:evidence:2",
                       untouched},
           HostileLine{"version 1 with fields of version 2",
                       {"urn:touchstone:evidence:2", "urn:touchstone:evidence:1"},
                       "unknown field",
                       untouched},
       }) {
    expect_told_apart(row);
  }
}

TEST_F(HostileLineTest, ThatRanNothing) {
  const std::string cases = R"("cases":1,"discarded":0)";
  const std::string bound = R"("detail":"")";
  for (const HostileLine& row : {
           HostileLine{"zero cases",
                       {cases, R"("cases":0,"discarded":0)"},
                       "zero cases",
                       {cases, R"("cases":1,"discarded":0)"}},
           HostileLine{"all discarded",
                       {cases, R"("cases":0,"discarded":9)"},
                       "all of its 9 cases were discarded",
                       {cases, R"("cases":1,"discarded":9)"}},
           HostileLine{"fewer than no cases",
                       {cases, R"("cases":-1,"discarded":0)"},
                       "not negative",
                       untouched},
           HostileLine{"fewer than none discarded",
                       {cases, R"("cases":1,"discarded":-9)"},
                       "not negative",
                       untouched},
           HostileLine{"cases past 64 bits",
                       {cases, R"("cases":18446744073709551617,"discarded":0)"},
                       "64 bits",
                       {cases, R"("cases":9223372036854775807,"discarded":0)"}},
           HostileLine{"cases in words",
                       {cases, R"("cases":"many","discarded":0)"},
                       "whole number",
                       untouched},
           HostileLine{"a margin of NaN",
                       {bound, bound + R"(,"margin":"NaN")"},
                       "margin is NaN",
                       {bound, bound + R"(,"margin":0.25)"}},
           HostileLine{"a negative margin",
                       {bound, bound + R"(,"margin":-1e-300)"},
                       "margin is negative",
                       {bound, bound + R"(,"margin":0)"}},
           HostileLine{"a literal NaN",
                       {bound, bound + R"(,"margin":NaN)"},
                       "line 1",
                       {bound, bound + R"(,"margin":1e-300)"}},
           HostileLine{"an infinite margin",
                       {bound, bound + R"(,"margin":1e999)"},
                       "too large",
                       {bound, bound + R"(,"margin":1e99)"}},
           HostileLine{"undecided",
                       {R"("outcome":"passed")", R"("outcome":"undecided")"},
                       "outcome is undecided",
                       untouched},
           HostileLine{"timeout",
                       {R"("outcome":"passed")", R"("outcome":"timeout")"},
                       "outcome is timeout",
                       untouched},
           HostileLine{"skipped",
                       {R"("outcome":"passed")", R"("outcome":"skipped")"},
                       "outcome is skipped",
                       untouched},
           HostileLine{"an outcome of its own",
                       {R"("outcome":"passed")", R"("outcome":"passed!")"},
                       "not a name known here",
                       untouched},
           HostileLine{"failed",
                       {R"("outcome":"passed")", R"("outcome":"failed")"},
                       "it is refuted",
                       untouched},
           HostileLine{"kind missing",
                       {R"("kind":"identity")", R"("kind":"missing")"},
                       "kind missing is not admitted",
                       untouched},
       }) {
    expect_told_apart(row);
  }
}

TEST_F(HostileLineTest, WhoseScopeOnlyLooksWider) {
  const auto operands = [](const std::string& text) {
    return Edit{operands_any, R"("operands":)" + text};
  };
  const std::string two = R"({"dtype":"float32","shape":[2]})";
  const std::pair<const char*, const char*> refused[] = {
      {R"("any ")", "expected a list"},
      {R"("ANY")", "expected a list"},
      {R"("\u0430ny")", "expected a list"},
      {R"(["any"])", "expected an object"},
      {R"(null)", "expected a list"},
      {R"({})", "expected a list"},
      {R"("*")", "expected a list"},
      {R"([])", "does not cover"},
      {R"([{"dtype":"float32","shape":[-1]}])", "operands[0].shape"},
      {R"([{"dtype":"float32","shape":[18446744073709551618]}])", "operands[0].shape"},
      {R"([{"dtype":"float32","shape":[2.0]}])", "operands[0].shape"},
      {R"([{"dtype":"float32","shape":["N"]}])", "operands[0].shape"},
      {R"([{"dtype":"float32","shape":"any"}])", "operands[0].shape"},
      {R"([{"dtype":"any","shape":[2]}])", "operands[0].dtype"},
      {R"([{"dtype":"float32","shape":[2,1]}])", "does not cover"},
      {R"([{"dtype":"float32","shape":[1000000]}])", "does not cover"},
      {R"([{"dtype":"int64","shape":[2]}])", "does not cover"},
      {R"([{"dtype":"float32","shape":[2]},{"dtype":"float32","shape":[2]}])", "does not cover"},
      {R"([{"dtype":"float32","shape":[9223372036854775807,9223372036854775807]}])", "shape"},
  };
  input_.checkers.push_back(
      {{"a checker", "checkers"}, EvidenceKind::identity, Obligation::bit_exact, false});
  for (const auto& [scope, says] : refused) {
    expect_told_apart({scope, operands(scope), says, operands("[" + two + "]")});
  }
  const std::string none = R"("attributes":{})";
  expect_told_apart(
      {"an attribute that relu lacks", {none, R"("attributes":{"axis":0})"}, "axis", {none, none}});
}

TEST(HostileScope, ThatLeavesAnAttributeOutIsRefused) {
  Evidence e;
  e.claim = {"reference.softmax", Op::softmax, Contract::shape, Obligation::in_bounds_once};
  e.scope.attributes = *complete(operation(Op::softmax), {});
  e.date = "2026-01-31T02:00:00Z";
  const std::string line = statement_of(e);
  ASSERT_TRUE(evidence_of(line).ok());
  const auto refused =
      evidence_of(replaced(line, "\"attributes\":{\"axis\":-1}", "\"attributes\":{}"));
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().text().find("an attribute of softmax is missing"), std::string::npos);
}

TEST_F(HostileLineTest, ThatRaisesItsOwnTrust) {
  const std::string end = R"("detail":"")";
  for (const HostileLine& row : {
           HostileLine{"an origin of its own",
                       {end, end + R"(,"origin":"derived now")"},
                       "unknown field",
                       untouched},
           HostileLine{"a trust of its own",
                       {end, end + R"(,"trust":"proved")"},
                       "unknown field",
                       untouched},
           HostileLine{"a theorem",
                       {R"("kind":"identity")", R"("kind":"theorem")"},
                       "concludes value.bit_exact by theorem",
                       untouched},
           HostileLine{"a checker that says it ran now",
                       {R"("name":"a checker","version":"checkers")",
                        R"("name":"derived now","version":"checkers")"},
                       "is called 'derived now'",
                       untouched},
           HostileLine{"a checker of another version",
                       {R"("version":"checkers")", R"("version":"checkers ")"},
                       "another version of a checker",
                       untouched},
           HostileLine{"another loaded file",
                       {sha256(std::string_view("loaded")).hex(), std::string(64, '0')},
                       "another loaded file",
                       untouched},
           HostileLine{"an assumption outside the list",
                       {R"(["A-DEFS"])", R"(["A-NOTHING"])"},
                       "not a name known here",
                       {R"(["A-DEFS"])", R"([])"}},
           HostileLine{"an excluded assumption",
                       {R"(["A-DEFS"])", R"(["A-DEFS","A-LIBTORCH"])"},
                       "rests on A-LIBTORCH",
                       {R"(["A-DEFS"])", R"(["A-DEFS","A-IMPORT"])"}},
           HostileLine{"expired",
                       {end, end + R"(,"expires":"2026-06-01T00:00:00Z")"},
                       "it expired at",
                       {end, end + R"(,"expires":"2026-06-01T00:00:01Z")"}},
           HostileLine{"made after the verdict's time",
                       {R"("date":"2026-01-31T02:00:00Z")", R"("date":"2026-06-01T00:00:01Z")"},
                       "after the time for which the verdict is given",
                       {R"("date":"2026-01-31T02:00:00Z")", R"("date":"2026-06-01T00:00:00Z")"}},
           HostileLine{"an expiry that is no time",
                       {end, end + R"(,"expires":"2026-13-01T00:00:00Z")"},
                       "is no time",
                       {end, end + R"(,"expires":"2026-12-01T00:00:00Z")"}},
           HostileLine{"a date that is no time",
                       {"2026-01-31T02:00:00Z", "2026-01-31 02:00:00"},
                       "is no time",
                       {"2026-01-31T02:00:00Z", "2026-01-30T02:00:00Z"}},
       }) {
    expect_told_apart(row);
  }
  Evidence says_so = supporting(Obligation::bit_exact);
  says_so.detail = "origin: derived now";
  EXPECT_FALSE(refusal_of(statement_of(says_so)).has_value());
  use_profile("strict");
  for (SourcedEvidence& each : input_.evidence) each.origin = Origin::derived_now;
  EXPECT_FALSE(refusal_of(statement_of(says_so)).has_value());
  input_.evidence[2].origin = Origin::unsigned_ledger;
  EXPECT_NE(refusal_of(statement_of(says_so)).value().find("an unsigned ledger"),
            std::string::npos);
}

TEST_F(HostileLineTest, ThatIsNoStrictJson) {
  const std::string end = R"("detail":"")";
  const auto nested = [&](std::size_t depth) {
    return Edit{R"("assumptions":["A-DEFS"])", R"("assumptions":)" + std::string(depth, '[') +
                                                   R"("A-DEFS")" + std::string(depth, ']')};
  };
  const auto detail = [&](std::size_t length) {
    return Edit{end, R"("detail":")" + std::string(length, 'a') + "\""};
  };
  for (const HostileLine& row : {
           HostileLine{"a field twice",
                       {R"("outcome":"passed")", R"("outcome":"failed","outcome":"passed")"},
                       "outcome",
                       untouched},
           HostileLine{"a field twice, once escaped",
                       {R"("outcome":"passed")", R"("outcom\u0065":"failed","outcome":"passed")"},
                       "outcome",
                       {R"("outcome":"passed")", R"("outcom\u0065":"passed")"}},
           HostileLine{"a lone surrogate",
                       {end, R"("detail":"\ud800")"},
                       "line 1",
                       {end, R"("detail":"\ud83d\ude00")"}},
           HostileLine{"bytes that are no UTF-8",
                       {end, "\"detail\":\"\xc0\x80\""},
                       "line 1",
                       {end, "\"detail\":\"\xc3\xa9\""}},
           HostileLine{"too deep", nested(40), "nested", nested(1)},
           HostileLine{"too long", detail(longest_statement), "bytes", detail(10000)},
           HostileLine{"a text after it", {R"({"_type")", R"({} {"_type")"}, "line 1", untouched},
           HostileLine{"a comment", {R"({"_type")", R"(/* */{"_type")"}, "line 1", untouched},
           HostileLine{"a byte order mark",
                       {R"({"_type")", "\xef\xbb\xbf{\"_type\""},
                       "byte order mark",
                       {R"({"_type")", " {\"_type\""}},
           HostileLine{"a trailing comma", {end, end + ","}, "line 1", untouched},
       }) {
    expect_told_apart(row);
  }
}

TEST_F(GateTest, OriginsAndWhatTheyRestOn) {
  struct Row {
    Origin origin;
    bool strict;
    std::optional<AssumptionId> rests_on;
  };
  for (const Row& row : {Row{Origin::derived_now, true, std::nullopt},
                         Row{Origin::pinned_ledger, true, AssumptionId::signer},
                         Row{Origin::unaccepted_ledger, false, AssumptionId::ledger},
                         Row{Origin::unpinned_ledger, false, AssumptionId::ledger},
                         Row{Origin::unsigned_ledger, false, AssumptionId::ledger}}) {
    for (SourcedEvidence& each : input_.evidence) each.origin = row.origin;
    use_profile("strict");
    if (row.strict) {
      EXPECT_TRUE(gate(plan_, input_).verdict.accepted) << name_of(row.origin);
    } else {
      expect_rejected("it comes from " + std::string(name_of(row.origin)) +
                      ", which profile strict does not admit");
    }
    use_profile("checked_cpu");
    const Verdict v = gate(plan_, input_).verdict;
    EXPECT_TRUE(v.accepted) << name_of(row.origin);
    for (const AssumptionId id : {AssumptionId::signer, AssumptionId::ledger}) {
      const bool there =
          std::find(v.assumptions.begin(), v.assumptions.end(), id) != v.assumptions.end();
      EXPECT_EQ(there, row.rests_on == std::optional(id)) << name_of(row.origin);
    }
  }
}

std::string profile_text(const Edit& edit = {}) {
  const std::string good =
      R"({"format":"touchstone.profile","version":1,"name":"mine","summary":"my own",)"
      R"("providers":["reference"],"admits":["checker","test"],)"
      R"("admits_for_reference":["identity"],"excluded_assumptions":["A-SMT"],)"
      R"("admits_unsigned_ledger":true,"admits_waivers":false,"gradient_owners":["tape"]})";
  return edit.from.empty() ? good : replaced(good, edit.from, edit.to);
}

TEST(ProfileFile, IsReadAndBoundToItsDigest) {
  const auto mine = parse_profile(profile_text());
  ASSERT_TRUE(mine.ok()) << mine.error().text();
  EXPECT_EQ(mine->name, "mine");
  EXPECT_EQ(mine->file, sha256(profile_text()));
  EXPECT_EQ(profile_digest(*mine), sha256(profile_text()));
  EXPECT_EQ(mine->admitted, (std::set{EvidenceKind::checker, EvidenceKind::test}));
  EXPECT_EQ(mine->excluded_assumptions, std::set{AssumptionId::smt});
  EXPECT_EQ(mine->fixed_device, std::nullopt);
  EXPECT_TRUE(mine->lacking.empty());
  EXPECT_NE(profile_digest(*profile_named("strict")),
            profile_digest(*profile_named("checked_cpu")));
  Profile changed = *profile_named("strict");
  changed.admits_waivers = true;
  EXPECT_NE(profile_digest(*profile_named("strict")), profile_digest(changed));
}

TEST(ProfileFile, ThatDeceivesIsRefused) {
  const std::string name = R"("name":"mine")";
  const Edit rows[] = {
      {name, R"("name":"strict")"},
      {name, R"("name":"Strict")"},
      {name, R"("name":"strict ")"},
      {name, R"("name":" strict")"},
      {name, R"("name":"str\u0456ct")"},
      {name, R"("name":"strict\u200b")"},
      {name, R"("name":"checked_cpu")"},
      {name, R"("name":"future_mine")"},
      {name, R"("name":"")"},
      {name, R"("name":"mine","name":"strict")"},
      {name, R"("name":")" + std::string(65, 'a') + "\""},
      {R"("admits":["checker","test"])", R"("admits":["missing"])"},
      {R"("admits":["checker","test"])", R"("admits":["everything"])"},
      {R"("admits":["checker","test"])", R"("admits":["test","test"])"},
      {R"("admits_for_reference":["identity"])", R"("admits_for_reference":["missing"])"},
      {R"("excluded_assumptions":["A-SMT"])", R"("excluded_assumptions":["A-NOTHING"])"},
      {R"("excluded_assumptions":["A-SMT"],)", ""},
      {R"("admits_waivers":false)", R"("admits_waivers":0)"},
      {R"("gradient_owners":["tape"])", R"("gradient_owners":["none"])"},
      {R"("summary":"my own")", R"("summary":"")"},
      {R"("summary":"my own")", R"("summary":"my own","lacking":"")"},
      {R"("summary":"my own")", R"("summary":"my own","device":"abacus")"},
      {R"("version":1)", R"("version":2)"},
      {"touchstone.profile", "touchstone.profiles"},
      {R"("summary":"my own")", R"("summary":")" + std::string(small_document.bytes, 'a') + "\""},
  };
  for (const Edit& row : rows) {
    const auto refused = parse_profile(profile_text(row));
    ASSERT_FALSE(refused.ok()) << row.to.substr(0, 80);
    EXPECT_EQ(refused.error().kind, Failure::unreadable);
  }
  const Edit twins[] = {
      {name, R"("name":"strict_2")"},
      {name, R"("name":"my_future")"},
      {name, R"("name":")" + std::string(64, 'a') + "\""},
      {R"("admits":["checker","test"])", R"("admits":["trusted"])"},
      {R"("admits":["checker","test"])", R"("admits":[])"},
      {R"("summary":"my own")", R"("summary":"my own","device":"cuda")"},
      {R"("admits_waivers":false)", R"("admits_waivers":true)"},
  };
  for (const Edit& twin : twins) {
    EXPECT_TRUE(parse_profile(profile_text(twin)).ok()) << twin.to;
  }
}

TEST(ProfileFile, IsToldFromAName) {
  EXPECT_TRUE(names_profile_file("mine.json"));
  EXPECT_TRUE(names_profile_file("./mine"));
  EXPECT_FALSE(names_profile_file("strict"));
  EXPECT_FALSE(names_profile_file("json"));
}

TEST_F(GateTest, AProfileOfOnesOwnDecides) {
  Profile mine = *parse_profile(profile_text());
  plan_ = make_plan(graph_, registry_, mine, Device::cpu);
  EXPECT_TRUE(gate(plan_, input_).verdict.accepted);
  shape_evidence().assumptions.push_back(AssumptionId::smt);
  expect_rejected("rests on A-SMT, which profile mine excludes");
  use_profile("checked_cpu");
  EXPECT_TRUE(gate(plan_, input_).verdict.accepted);
}

}  // namespace
}  // namespace touchstone
