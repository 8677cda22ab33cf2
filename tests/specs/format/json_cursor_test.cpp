#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "touchstone/format/json.h"

namespace touchstone {
namespace {

using testing::HasSubstr;

Json number(std::string text) { return JsonNumber{std::move(text)}; }

std::optional<float> real(const char* text) {
  const Json json = number(text);
  const auto value = JsonCursor(json).real();
  return value ? std::optional(*value) : std::nullopt;
}

std::optional<std::int64_t> integer(const char* text) {
  const Json json = number(text);
  const auto value = JsonCursor(json).integer();
  return value ? std::optional(*value) : std::nullopt;
}

TEST(JsonCursor, ReadsWholeNumbersOf64Bits) {
  EXPECT_EQ(integer("-0"), 0);
  EXPECT_EQ(integer("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(integer("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  for (const char* const text :
       {"9223372036854775808", "-9223372036854775809", "1.0", "1e3", "-"}) {
    EXPECT_EQ(integer(text), std::nullopt) << text;
  }
}

TEST(JsonCursor, ReadsTheNearestBinary32) {
  EXPECT_EQ(real("0.1"), 0.1F);
  EXPECT_EQ(real("1"), 1.0F);
  EXPECT_EQ(real("16777217"), 16777216.0F);
  // Just above the middle of two floats; rounding to double first would lose that.
  EXPECT_EQ(real("1.00000005960464477539062500000001"), 1.0F + 0x1p-23F);
  EXPECT_EQ(real("1.401298464324817e-45"), 0x1p-149F);
  EXPECT_EQ(real("3.4028235e38"), std::numeric_limits<float>::max());
}

TEST(JsonCursor, RoundsWhatIsTooSmallToASignedZero) {
  for (const char* const text :
       {"1e-46", "1e-400", "0.0", "0e999999999999999999999", "7.006492321624085e-46",
        "0.00000000000000000000000000000000000000000000000001", "1e-99999999999999999999"}) {
    EXPECT_EQ(std::bit_cast<std::uint32_t>(real(text).value()), 0U) << text;
    EXPECT_EQ(std::bit_cast<std::uint32_t>(real(("-" + std::string(text)).c_str()).value()),
              0x80000000U);
  }
  // The middle between 0 and the least subnormal goes to even; all above goes up.
  EXPECT_EQ(real("7.0064923216240853546186479164495806564013097093825788587853e-46"), 0.0F);
  EXPECT_EQ(real("7.0064923216240853546186479164495806564013097093825788587854e-46"), 0x1p-149F);
}

TEST(JsonCursor, RefusesWhatIsTooLarge) {
  // The middle between the largest float and 2^128, and the number below it.
  EXPECT_EQ(real("340282356779733661637539395458142568448"), std::nullopt);
  EXPECT_EQ(real("340282356779733661637539395458142568447"), std::numeric_limits<float>::max());
  for (const char* const text : {"1e39", "-1e39", "1e400", "1e99999999999999999999",
                                 "1000000000000000000000000000000000000000", "0.001e50"}) {
    EXPECT_EQ(real(text), std::nullopt) << text;
  }
}

RC_GTEST_PROP(JsonCursor, ReadsBackEveryFloat, (std::uint32_t bits)) {
  const float value = std::bit_cast<float>(bits);
  RC_PRE(value - value == 0.0F);
  const Json json = Json::real(value);
  RC_ASSERT(std::bit_cast<std::uint32_t>(*JsonCursor(json).real()) == bits);
}

constexpr std::array rounding_modes{FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};

/// What `work` gives where the caller rounds as `mode` says.
template <class Work>
auto rounding(int mode, const Work& work) {
  const int before = std::fegetround();
  std::fesetround(mode);
  auto out = work();
  EXPECT_EQ(std::fegetround(), mode) << "the caller's mode is not restored";
  std::fesetround(before);
  return out;
}

RC_GTEST_PROP(JsonCursor, WritesAndReadsBackEveryBinary64, (std::uint64_t bits)) {
  const auto value = std::bit_cast<double>(bits);
  RC_PRE(std::isfinite(value));
  const Json json = Json::real64(value);
  const std::string text = write_json(json, JsonStyle::compact);
  RC_ASSERT(parse_json(text).ok());
  RC_ASSERT(std::bit_cast<std::uint64_t>(JsonCursor(json).real64().value()) == bits);
}

TEST(JsonCursor, BoundsBinary64) {
  for (const auto& [text, value] : {std::pair{"1e-400", std::optional(0.0)},
                                    {"1e308", std::optional(1e308)},
                                    {"1e309", std::optional<double>()},
                                    {"-1e999999999999", std::optional<double>()}}) {
    const Json json = number(text);
    const auto read = JsonCursor(json).real64();
    EXPECT_EQ(read ? std::optional(*read) : std::nullopt, value) << text;
  }
  EXPECT_FALSE(JsonCursor(Json("1.5")).real64().ok());
}

TEST(JsonCursor, ReadsTheNearestBinary32WhateverTheCallersRounding) {
  struct Case {
    const char* text;
    std::optional<std::uint32_t> bits;
  };
  constexpr std::array cases{
      Case{"0.7", 0x3F333333U},
      Case{"-0.7", 0xBF333333U},
      Case{"0.1", 0x3DCCCCCDU},
      Case{"-0.1", 0xBDCCCCCDU},
      Case{"0.5", 0x3F000000U},
      Case{"16777217", 0x4B800000U},
      Case{"1.00000005960464477539062500000001", 0x3F800001U},
      Case{"1.401298464324817e-45", 0x00000001U},
      Case{"1e-46", 0x00000000U},
      Case{"-1e-46", 0x80000000U},
      Case{"340282356779733661637539395458142568447", 0x7F7FFFFFU},
      Case{"340282356779733661637539395458142568448", std::nullopt},
      Case{"-1e39", std::nullopt},
  };
  for (const int mode : rounding_modes) {
    for (const auto& [text, bits] : cases) {
      const auto value = rounding(mode, [text = text] { return real(text); });
      const auto found = value ? std::optional(std::bit_cast<std::uint32_t>(*value)) : std::nullopt;
      EXPECT_EQ(found, bits) << text << " in mode " << mode;
    }
  }
}

RC_GTEST_PROP(JsonCursor, WritesAndReadsEveryFloatAlikeInEveryRounding, (std::uint32_t bits)) {
  const float value = std::bit_cast<float>(bits);
  RC_PRE(value - value == 0.0F);
  const Json expected = Json::real(value);
  for (const int mode : rounding_modes) {
    const Json json = rounding(mode, [&] { return Json::real(value); });
    RC_ASSERT(json == expected);
    const float back = rounding(mode, [&] { return *JsonCursor(json).real(); });
    RC_ASSERT(std::bit_cast<std::uint32_t>(back) == bits);
  }
}

TEST(JsonCursor, ReadsListsOfWholeNumbers) {
  const Json json = *parse_json("[1,-2,3]");
  EXPECT_EQ(*JsonCursor(json).integers(), (std::vector<std::int64_t>{1, -2, 3}));
  const Json mixed = *parse_json("[1,2.5]");
  EXPECT_THAT(JsonCursor(mixed, "p").integers().error().text(),
              HasSubstr("p[1]: expected a whole"));
  EXPECT_THAT(JsonCursor(Json(), "p").integers().error().text(), HasSubstr("p: expected a list"));
}

TEST(JsonCursor, SaysWhereAndWhatWasExpected) {
  const Json json = *parse_json(R"({"nodes":[{"op":1},{"op":"x"}]})");
  const JsonCursor root(json);
  const auto nodes = root.fields({"nodes"})->at("nodes").items();
  ASSERT_EQ(nodes->size(), 2U);
  const JsonCursor op = (*nodes)[0].fields({"op"})->at("op");
  EXPECT_EQ(op.place(), "nodes[0].op");
  EXPECT_EQ(op.text().error().text(), "nodes[0].op: expected text, found the number 1");
  EXPECT_EQ(*(*nodes)[1].fields({"op"})->at("op").text(), "x");
}

TEST(JsonCursor, RefusesValuesOfAnotherKind) {
  const Json list = JsonArray{};
  const Json text = "t";
  EXPECT_THAT(JsonCursor(list).boolean().error().reason,
              HasSubstr("expected true or false, found a list"));
  EXPECT_THAT(JsonCursor(list).integer().error().reason, HasSubstr("a whole number"));
  EXPECT_THAT(JsonCursor(text).real().error().reason, HasSubstr("found the text \"t\""));
  EXPECT_THAT(JsonCursor(text).items().error().reason, HasSubstr("a list"));
  EXPECT_THAT(JsonCursor(text).members().error().reason, HasSubstr("an object"));
  EXPECT_THAT(JsonCursor(text).fields({}).error().reason, HasSubstr("an object"));
  const Json null;
  EXPECT_EQ(JsonCursor(null, "p").text().error().text(), "p: expected text, found null");
}

TEST(JsonFields, ChecksRequiredAndUnknownNames) {
  const Json json = *parse_json(R"({"a":1,"b":2})");
  const JsonCursor cursor(json, "place");
  EXPECT_TRUE(cursor.fields({"a", "b"}).ok());
  EXPECT_TRUE(cursor.fields({"a"}, {"b", "c"}).ok());
  EXPECT_FALSE(cursor.fields({"a"}, {"b", "c"})->find("c").has_value());
  EXPECT_EQ(cursor.fields({"a"}).error().text(), "place.b: unknown field; the fields here are a");
  EXPECT_EQ(cursor.fields({"a", "b", "c"}).error().text(), "place: the field \"c\" is missing");
}

TEST(JsonCursor, MakesPlacesPrintableAndBounded) {
  const Json json = JsonObject{{"\x1B" + std::string(1000, 'x'), Json()}};
  const auto members = JsonCursor(json).members();
  EXPECT_LT((*members)[0].second.place().size(), 80U);
  EXPECT_THAT((*members)[0].second.place(), HasSubstr("\\x1b"));
}

}  // namespace
}  // namespace touchstone
