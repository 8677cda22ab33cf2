#include "touchstone/audit/report_json.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <set>

#include "report_fixture.h"
#include "touchstone/format/json.h"
#include "touchstone/host/file.h"

namespace touchstone {
namespace {

Json sample_json() { return parse_json(report_json(sample_report())).value(); }

std::string text_of(const Json& json) { return write_json(json, JsonStyle::indented); }

/// Calls `visit` with every object of a document, each of which it may change.
void for_each_object(Json& json, const std::function<void(JsonObject&)>& visit) {
  if (auto* items = std::get_if<JsonArray>(&json.value)) {
    for (Json& item : *items) for_each_object(item, visit);
  }
  if (auto* members = std::get_if<JsonObject>(&json.value)) {
    for (auto& [name, value] : *members) for_each_object(value, visit);
    visit(*members);
  }
}

TEST(ReportJson, ReadsBackWhatItWrote) {
  const std::string text = report_json(sample_report());
  const auto read = parse_report(text);
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(report_json(*read), text);
  // A report of the registry, and one with nothing in it that need not be there.
  Report registry = sample_report();
  registry.model.reset();
  registry.since.reset();
  registry.uses[1].capsule.reset();
  const std::string second = report_json(registry);
  const auto again = parse_report(second);
  ASSERT_TRUE(again.ok()) << again.error().text();
  EXPECT_EQ(report_json(*again), second);
  EXPECT_FALSE(again->model.has_value());
}

TEST(ReportJson, KeepsHostileTexts) {
  Report r = sample_report();
  r.nodes[0].id = "<script>\"\\\n\x01\xE2\x80\xAE</script>";
  const auto read = parse_report(report_json(r));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->nodes[0].id, r.nodes[0].id);
}

TEST(ReportJson, EveryMemberIsNeededButThoseThatMayBeAbsent) {
  const std::set<std::string> optional{"model",  "since",       "capsule", "evidence",
                                       "waiver", "finding",     "expires", "loaded_file",
                                       "margin", "profile_file"};
  Json whole = sample_json();
  std::size_t refused = 0;
  for_each_object(whole, [&](JsonObject& object) {
    for (std::size_t i = 0; i < object.size(); ++i) {
      const auto removed = object[i];
      object.erase(object.begin() + static_cast<std::ptrdiff_t>(i));
      const bool reads = parse_report(text_of(whole)).ok();
      if (!optional.contains(removed.first)) {
        EXPECT_FALSE(reads) << removed.first;
      }
      refused += reads ? 0 : 1;
      object.insert(object.begin() + static_cast<std::ptrdiff_t>(i), removed);
    }
    object.emplace_back("surprise", "x");
    EXPECT_FALSE(parse_report(text_of(whole)).ok());
    object.pop_back();
    EXPECT_TRUE(parse_report(text_of(whole)).ok());
  });
  EXPECT_GT(refused, 100U);
}

TEST(ReportJson, RefusesWhatIsNotThere) {
  const std::pair<const char*, std::function<void(Report&)>> edits[] = {
      {"nodes[1].use", [](Report& r) { r.nodes[1].use = 2; }},
      {"nodes[1].inputs", [](Report& r) { r.nodes[1].inputs = {1}; }},
      {"nodes[0].inputs", [](Report& r) { r.nodes[0].inputs = {0}; }},
      {"uses[0].capsule", [](Report& r) { r.uses[0].capsule = 1; }},
      {"uses[0].grade", [](Report& r) { r.uses[0].grade = "splendid"; }},
      {"obligations[0].evidence", [](Report& r) { r.uses[0].obligations[0].evidence = 2; }},
      {"obligations[0].waiver", [](Report& r) { r.uses[1].obligations[0].waiver = 1; }},
      {"obligations[0].standing", [](Report& r) { r.uses[0].obligations[0].standing = "so-so"; }},
      {"capsules[0].artifact", [](Report& r) { r.capsules[0].artifact = "ff"; }},
      {"capsules[0].grade", [](Report& r) { r.capsules[0].grade = ""; }},
      {"evidence[0]", [](Report& r) { r.evidence[0].meaning += "0"; }},
      {"evidence[0]", [](Report& r) { r.evidence[0].leaf.clear(); }},
      {"evidence[0]", [](Report& r) { r.evidence[0].finding = "1"; }},
      {"evidence[0].date", [](Report& r) { r.evidence[0].date = "2026-01-31"; }},
      {"evidence[1].expires", [](Report& r) { r.evidence[1].expires = ""; }},
      {"waivers[0].artifact", [](Report& r) { r.waivers[0].artifact.back() = 'g'; }},
      {"waivers[0].finding", [](Report& r) { r.waivers[0].finding = ""; }},
      {"waivers[0].expires", [](Report& r) { r.waivers[0].expires = "never"; }},
      {"idle_waivers[0].waiver.expires",
       [](Report& r) { r.idle_waivers[0].waiver.expires = "never"; }},
      {"ledgers[0].root", [](Report& r) { r.ledgers[0].root = "root"; }},
      {"ledgers[0].time", [](Report& r) { r.ledgers[0].time = "2026-01-30T25:00:00Z"; }},
      {"model.files[1].sha256", [](Report& r) { r.model->files[1].digest = "p"; }},
      {"evidence[0].grade", [](Report& r) { r.evidence[0].grade = "Proved"; }},
      {"counter_evidence[0]", [](Report& r) { r.counter_evidence[0].evidence = 7; }},
      {"since", [](Report& r) { r.since = "yesterday"; }},
      {"at", [](Report& r) { r.at = "2026-02-30T00:00:00Z"; }},
      {"model.sha256", [](Report& r) { r.model->digest = "A"; }},
  };
  for (const auto& [place, edit] : edits) {
    Report bad = sample_report();
    edit(bad);
    const auto read = parse_report(report_json(bad));
    ASSERT_FALSE(read.ok()) << place;
    EXPECT_EQ(read.error().kind, Failure::unreadable);
    EXPECT_NE(read.error().place.find(place), std::string::npos) << read.error().text();
  }
  EXPECT_TRUE(parse_report(report_json(sample_report())).ok());
}

TEST(ReportJson, RefusesOtherFormatsAndNumbers) {
  const std::string good = report_json(sample_report());
  const std::pair<std::string, std::string> edits[] = {
      {"touchstone.report", "touchstone.verdict"},
      {"\"version\": 1", "\"version\": 2"},
      {"\"nodes\": 2", "\"nodes\": -2"},
      {"\"entries\": 2", "\"entries\": 2.5"},
      {"\"use\": 1", "\"use\": 4294967296"},
      {"\"accepted\": false", "\"accepted\": 0"},
      {"\"title\"", "\"accepted\": false, \"title\""},
  };
  for (const auto& [from, to] : edits) {
    std::string bad = good;
    ASSERT_NE(bad.find(from), std::string::npos) << from;
    bad.replace(bad.find(from), from.size(), to);
    EXPECT_FALSE(parse_report(bad).ok()) << to;
  }
}

TEST(ReportJson, SurvivesAnyDamage) {
  const std::string good = report_json(sample_report());
  std::mt19937 random(5);
  std::size_t refused = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string damaged = good;
    for (int k = 0; k < 1 + i % 3; ++k) {
      damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
    }
    const auto read = parse_report(damaged);
    if (!read.ok()) {
      ++refused;
      continue;
    }
    EXPECT_EQ(report_json(*parse_report(report_json(*read))), report_json(*read));
  }
  EXPECT_GT(refused, 500U);
}

/// A schema's members, `$ref` followed.
const Json& member_of(const Json& json, const std::string& name) {
  for (const auto& [found, value] : std::get<JsonObject>(json.value)) {
    if (found == name) return value;
  }
  throw std::runtime_error("the schema lacks " + name);
}

bool has_member(const Json& json, const std::string& name) {
  const auto& members = std::get<JsonObject>(json.value);
  return std::any_of(members.begin(), members.end(),
                     [&](const auto& member) { return member.first == name; });
}

/// Every object of the document has exactly the members that the schema lists there.
void expect_described(const Json& json, const Json& schema, const std::string& place) {
  if (const auto* items = std::get_if<JsonArray>(&json.value)) {
    ASSERT_FALSE(items->empty()) << place << " shows nothing";
    for (const Json& item : *items) {
      expect_described(item, member_of(schema, "items"), place + "[]");
    }
  }
  const auto* members = std::get_if<JsonObject>(&json.value);
  if (members == nullptr) return;
  EXPECT_FALSE(std::get<bool>(member_of(schema, "additionalProperties").value)) << place;
  const Json& properties = member_of(schema, "properties");
  for (const auto& [name, value] : *members) {
    ASSERT_TRUE(has_member(properties, name)) << place << "." << name;
    expect_described(value, member_of(properties, name), place + "." + name);
  }
  for (const Json& name : std::get<JsonArray>(member_of(schema, "required").value)) {
    EXPECT_TRUE(has_member(json, std::get<std::string>(name.value))) << place;
  }
}

TEST(ReportJson, IsWhatItsSchemaSays) {
  const auto file =
      std::filesystem::path(TOUCHSTONE_SOURCE_DIR) / "specs/format/schemas/report.schema.json";
  const Json schema = parse_json(read_file(file).value()).value();
  // Lists that may be empty are shown full by one use or the other.
  Report full = sample_report();
  full.nodes.erase(full.nodes.begin());
  full.nodes[0].inputs = {0};
  full.uses[0] = full.uses[1];
  full.uses.pop_back();
  expect_described(parse_json(report_json(full)).value(), schema, "report");
  // All optional members too.
  const Json& use = member_of(member_of(member_of(schema, "properties"), "uses"), "items");
  EXPECT_TRUE(has_member(member_of(use, "properties"), "capsule"));
  std::vector<std::string> grades;
  for (const Json& grade : std::get<JsonArray>(
           member_of(member_of(member_of(schema, "$defs"), "grade"), "enum").value)) {
    grades.push_back(std::get<std::string>(grade.value));
  }
  const auto all = all_grades();
  EXPECT_EQ(grades, std::vector<std::string>(all.begin(), all.end()));
}

}  // namespace
}  // namespace touchstone
