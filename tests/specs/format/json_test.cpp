#include "touchstone/format/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

namespace touchstone {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Json number(const char* text) { return JsonNumber{text}; }

Json parsed(std::string_view text) {
  auto json = parse_json(text);
  EXPECT_TRUE(json.ok()) << text << ": " << (json ? "" : json.error().text());
  return json ? *json : Json();
}

Diagnostic refusal(std::string_view text, const JsonLimits& limits = {}) {
  const auto json = parse_json(text, limits);
  EXPECT_FALSE(json.ok()) << text;
  if (json) return {};
  EXPECT_EQ(json.error().kind, Failure::unreadable);
  EXPECT_THAT(json.error().place, AllOf(HasSubstr("line "), HasSubstr(", column ")));
  return json.error();
}

std::string repeated(std::string_view part, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += part;
  return out;
}

TEST(ParseJson, ReadsEveryKindOfValue) {
  const Json expected = JsonObject{{"a", JsonArray{Json(), Json::boolean(true), number("1")}},
                                   {"b", JsonObject{{"c", "d\n\xC3\xA9"}}},
                                   {"", Json::boolean(false)},
                                   {"e", JsonArray{}},
                                   {"f", JsonObject{}}};
  EXPECT_EQ(parsed(R"( {"a":[null, true,1],"b":{"c":"d\né"},"":false,"e":[],"f":{}} )"), expected);
  EXPECT_EQ(parsed("7"), number("7"));
  EXPECT_EQ(parsed("\"\\u0000\""), Json(std::string(1, '\0')));
}

TEST(ParseJson, KeepsTheTextOfNumbers) {
  for (const char* const text :
       {"0", "-0", "-0.0", "1", "-1", "9223372036854775807", "-9223372036854775808",
        "9223372036854775808", "-9223372036854775809", "18446744073709551615",
        "18446744073709551616", "123456789012345678901234567890", "1.10", "1e5", "1E+05",
        "-1.5e-300", "0.1000000000000000055511151231257827", "1e-400", "-0e0"}) {
    EXPECT_EQ(parsed(text), number(text));
  }
}

TEST(ParseJson, RefusesWhatIsNotANumber) {
  for (const char* const text : {"NaN", "Infinity", "-Infinity", "nan", "01", "+1", ".5", "1.",
                                 "1e", "-", "0x10", "1_000"}) {
    EXPECT_THAT(refusal(text).reason, HasSubstr("not JSON"));
  }
  EXPECT_THAT(refusal("[1e400]").reason, HasSubstr("too large"));
}

TEST(ParseJson, RefusesTextOutsideTheGrammar) {
  for (const char* const text :
       {"", " ", "{", "[1,]", "{\"a\":1,}", "{\"a\"}", "{a:1}", "'a'", "[1 2]", "1 2", "{} {}", "]",
        "\"a", "\"\\x\"", "\"\n\"", "tru", "/**/1", "// c\n1", "[\"\\ud800\"]"}) {
    refusal(text);
  }
}

TEST(ParseJson, RefusesInvalidUtf8) {
  EXPECT_EQ(parsed("\"\xF0\x9F\x98\x80\""), Json("\xF0\x9F\x98\x80"));
  for (const char* const text :
       {"\"\x80\"", "\"\xC0\x80\"", "\"\xED\xA0\x80\"", "\"\xF5\x80\x80\x80\"", "\"\xC3\""}) {
    refusal(text);
  }
}

TEST(ParseJson, RefusesAByteOrderMarkAndNulBytes) {
  EXPECT_THAT(refusal("\xEF\xBB\xBF{}").reason, HasSubstr("byte order mark"));
  const Diagnostic nul = refusal(std::string_view("{}\n \0", 5));
  EXPECT_THAT(nul.reason, HasSubstr("NUL"));
  EXPECT_EQ(nul.place, "line 2, column 2");
}

TEST(ParseJson, RefusesDuplicateNamesInSmallAndLargeObjects) {
  EXPECT_THAT(refusal("{\"a\":1,\n\"a\":2}").reason, HasSubstr("\"a\" appears twice"));
  EXPECT_EQ(refusal("{\"a\":1,\n\"a\":2}").place, "line 2, column 3");
  EXPECT_THAT(refusal(R"({"a":1,"\u0061":2})").reason, HasSubstr("twice"));
  parsed(R"({"a":{"a":1},"b":[{"a":1},{"a":1}]})");

  std::string large;
  for (int i = 0; i < 100; ++i) large += ",\"k" + std::to_string(i) + "\":0";
  parsed("{" + large.substr(1) + "}");
  for (const char* const again : {"k0", "k15", "k16", "k99"}) {
    refusal("{" + large.substr(1) + ",\"" + again + "\":0}");
  }
}

TEST(ParseJson, TellsLineAndColumn) {
  EXPECT_EQ(refusal("[1,\n 2,\n  x]").place, "line 3, column 3");
  EXPECT_EQ(refusal("[").place, "line 1, column 1");
}

TEST(ParseJson, BoundsTheDepth) {
  const auto nest = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  parsed(nest(64));
  EXPECT_THAT(refusal(nest(65)).reason, HasSubstr("more than 64 levels"));
  EXPECT_TRUE(parse_json(nest(3), {.depth = 3}).ok());
  refusal(nest(4), {.depth = 3});
  refusal(std::string(1'000'000, '['));
  refusal(repeated("{\"a\":", 1'000'000));
}

TEST(ParseJson, BoundsTheLength) {
  EXPECT_TRUE(parse_json("[1,23]", {64, 6}).ok());
  const auto refused = parse_json("[1,234]", {64, 6});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().text().find("7 bytes, more than the 6"), std::string::npos);
}

TEST(ParseJson, BoundsItsMessages) {
  const std::string junk(1'000'000, 'x');
  for (const std::string& text : {junk, "\"" + junk, "{\"" + junk + "\":1,\"" + junk + "\":2}",
                                  "1" + std::string(1000, '0') + "e1", "[\"" + junk + "\" 1]"}) {
    EXPECT_LT(refusal(text).text().size(), 600U);
  }
  EXPECT_THAT(refusal("\x1B[31m").text(), Not(HasSubstr("\x1B")));
}

TEST(WriteJson, WritesOneLineOrIndented) {
  const Json json =
      JsonObject{{"n", JsonArray{number("1"), number("-0.5")}},
                 {"s", JsonArray{"a", "b"}},
                 {"o", JsonArray{JsonObject{{"x", Json()}}, JsonArray{}, JsonObject{}}}};
  EXPECT_EQ(write_json(json, JsonStyle::compact),
            R"({"n":[1,-0.5],"s":["a","b"],"o":[{"x":null},[],{}]})");
  EXPECT_EQ(write_json(json, JsonStyle::indented), R"({
  "n": [1, -0.5],
  "s": ["a", "b"],
  "o": [
    {
      "x": null
    },
    [],
    {}
  ]
}
)");
}

TEST(WriteJson, EscapesMinimallyAndReplacesInvalidUtf8) {
  EXPECT_EQ(write_json("\"\\/\b\t\x01\xC3\xA9", JsonStyle::compact),
            "\"\\\"\\\\/\\b\\t\\u0001\xC3\xA9\"");
  // DEL and C1 controls drive terminals.
  EXPECT_EQ(write_json("\x7F", JsonStyle::compact), "\"\\u007f\"");
  EXPECT_EQ(write_json("\xC2\x9B\xC3\xA9", JsonStyle::compact), "\"\\u009b\\u00e9\"");
  EXPECT_EQ(write_json("a\xFFz", JsonStyle::compact), "\"a\xEF\xBF\xBDz\"");
}

TEST(Json, RefusesToWriteWhatIsNotANumber) {
  EXPECT_THROW((void)Json::real(std::nanf("")), std::logic_error);
  EXPECT_THROW((void)Json::real(std::numeric_limits<float>::infinity()), std::logic_error);
  EXPECT_EQ(Json::real(-0.0F), number("-0"));
  EXPECT_EQ(Json::integer(std::numeric_limits<std::int64_t>::min()),
            number("-9223372036854775808"));
}

/// Any value down to `depth` levels.
rc::Gen<Json> any_json(int depth) {
  const auto text = rc::gen::container<std::string>(rc::gen::inRange<char>(0, 127));
  const auto scalar = rc::gen::oneOf(
      rc::gen::just(Json()), rc::gen::map(rc::gen::arbitrary<bool>(), Json::boolean),
      rc::gen::map(rc::gen::arbitrary<std::int64_t>(), Json::integer),
      rc::gen::map(
          rc::gen::suchThat(rc::gen::arbitrary<float>(), [](float x) { return std::isfinite(x); }),
          Json::real),
      rc::gen::map(text, [](const std::string& s) { return Json(s); }));
  if (depth == 0) return scalar;
  const auto array = rc::gen::map(rc::gen::container<std::vector<Json>>(any_json(depth - 1)),
                                  [](JsonArray items) { return Json(std::move(items)); });
  const auto object =
      rc::gen::map(rc::gen::container<std::map<std::string, Json>>(text, any_json(depth - 1)),
                   [](const auto& map) { return Json(JsonObject(map.begin(), map.end())); });
  return rc::gen::oneOf(scalar, array, object);
}

RC_GTEST_PROP(WriteJson, ReadsBackTheSame, ()) {
  const Json json = *rc::gen::resize(12, any_json(3));
  RC_ASSERT(*parse_json(write_json(json, JsonStyle::compact)) == json);
  RC_ASSERT(*parse_json(write_json(json, JsonStyle::indented)) == json);
}

RC_GTEST_PROP(ParseJson, SurvivesAnyBytes, (const std::vector<std::uint8_t>& bytes)) {
  const std::string text(bytes.begin(), bytes.end());
  const auto json = parse_json(text);
  const bool answered = json.ok() || json.error().kind == Failure::unreadable;
  RC_ASSERT(answered);
}

}  // namespace
}  // namespace touchstone
