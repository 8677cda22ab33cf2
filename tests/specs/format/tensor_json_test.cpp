#include "touchstone/format/tensor_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace touchstone {
namespace {

using testing::HasSubstr;

Result<Tensor> read(std::string_view text, const std::optional<TensorType>& expected = {}) {
  const Json json = parse_json(text).value();
  return tensor_from_json(JsonCursor(json, "t"), expected);
}

TensorType real_type(std::initializer_list<std::int64_t> extents) {
  return {ElementType::float32, Shape::of(extents)};
}

TEST(TensorJson, ReadsFlatAndNestedData) {
  const std::array<float, 6> values{1, 2, 3, 4, 5, 6};
  const Digest expected = digest_of(Tensor::of(Shape::of({2, 3}), values));
  for (const char* const text : {R"({"dtype":"float32","shape":[2,3],"data":[1,2,3,4,5,6]})",
                                 R"({"dtype":"float32","shape":[2,3],"data":[[1,2,3],[4,5,6]]})"}) {
    EXPECT_EQ(digest_of(read(text).value()), expected);
    EXPECT_EQ(digest_of(read(text, real_type({2, 3})).value()), expected);
  }
  EXPECT_EQ(digest_of(read("[[1,2,3],[4,5,6]]", real_type({2, 3})).value()), expected);
  EXPECT_EQ(digest_of(read("[1,2,3,4,5,6]", real_type({2, 3})).value()), expected);
}

TEST(TensorJson, ReadsScalarsAndEmptyTensors) {
  EXPECT_EQ(read("1.5", real_type({}))->floats()[0], 1.5F);
  EXPECT_EQ(read("[1.5]", real_type({}))->floats()[0], 1.5F);
  EXPECT_TRUE(read("[]", real_type({0}))->floats().empty());
  EXPECT_TRUE(read("[[],[]]", real_type({2, 0})).ok());
  EXPECT_TRUE(read("[]", real_type({2, 0})).ok());
  EXPECT_FALSE(read("[[],[],[]]", real_type({2, 0})).ok());
}

TEST(TensorJson, ReadsSpecialValuesAndOtherTypes) {
  const auto reals = read(R"(["nan","inf","-inf",-0])", real_type({4})).value();
  EXPECT_EQ(std::bit_cast<std::uint32_t>(reals.floats()[0]), 0x7FC00000U);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(reals.floats()[2]), 0xFF800000U);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(reals.floats()[3]), 0x80000000U);
  EXPECT_EQ(read(R"({"dtype":"int64","shape":[1],"data":[-9223372036854775808]})")->integers()[0],
            std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(read(R"({"dtype":"bool","shape":[2],"data":[true,false]})")->bytes()[0], std::byte{1});
}

struct BadCase {
  std::string text;
  std::string place;
  std::string reason;
  Failure kind = Failure::unreadable;
};

TEST(TensorJson, RefusesWithThePlaceOfTheElement) {
  const auto object = [](const std::string& dtype, const std::string& shape,
                         const std::string& data) {
    return R"({"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data":)" + data + "}";
  };
  const std::vector<BadCase> cases{
      {object("float32", "[2,2]", "[[1,2],[3,true]]"), "t.data[1][1]", "expected a number"},
      {object("float32", "[2]", "[1,\"NaN\"]"), "t.data[1]", "\"nan\""},
      {object("float32", "[2]", "[1,1e39]"), "t.data[1]", "range of float32"},
      {object("float32", "[2]", "[1]"), "t.data", "expected 2 items, found 1"},
      {object("float32", "[2,2]", "[1,2,3]"), "t.data", "expected 2 items, found 3"},
      {object("float32", "[2,2]", "[[1,2],3]"), "t.data[1]", "expected a list"},
      {object("float32", "[2,2]", "[[1,2],[3]]"), "t.data[1]", "expected 2 items"},
      {object("float32", "[2,1]", "[1,[2]]"), "t.data[1]", "found a list"},
      {object("float32", "[2]", "1"), "t.data", "expected a list"},
      {object("float32", "[]", "[]"), "t.data", "expected 1 items"},
      {object("int64", "[1]", "[1.5]"), "t.data[0]", "whole number"},
      {object("int64", "[1]", "[\"nan\"]"), "t.data[0]", "whole number"},
      {object("bool", "[1]", "[1]"), "t.data[0]", "true or false"},
      {object("float32", "[-1]", "[]"), "t.shape", "negative"},
      {object("float32", "[1000000000000000]", "[1]"), "t.data", "found 1"},
      {object("float32", "[1000000000000000,0]", "[[]]"), "t.data", "found 1"},
      {object("float32", "[4611686018427387905]", "[]"), "t.shape", "2^62"},
      {object("float32", "[1,1,1,1,1,1,1,1,1]", "[1]"), "t.shape", "9 axes", Failure::unavailable},
      {object("float16", "[1]", "[1]"), "t.dtype", "float16", Failure::unavailable},
      {object("f32", "[1]", "[1]"), "t.dtype", "unknown element type"},
      {R"({"dtype":"float32","shape":[1]})", "t", "data"},
      {"[1]", "t", "expected an object"},
  };
  for (const BadCase& bad : cases) {
    const auto tensor = read(bad.text);
    ASSERT_FALSE(tensor.ok()) << bad.text;
    EXPECT_EQ(tensor.error().place, bad.place) << tensor.error().text();
    EXPECT_THAT(tensor.error().reason, HasSubstr(bad.reason)) << tensor.error().text();
    EXPECT_EQ(tensor.error().kind, bad.kind);
  }
}

TEST(TensorJson, RefusesATypeThatDisagrees) {
  const char* const text = R"({"dtype":"float32","shape":[2],"data":[1,2]})";
  EXPECT_TRUE(read(text, real_type({2})).ok());
  const auto other = read(text, real_type({1, 2}));
  ASSERT_FALSE(other.ok());
  EXPECT_THAT(other.error().reason, HasSubstr("float32 [2], expected float32 [1,2]"));
}

RC_GTEST_PROP(TensorJson, ReadsBackTheSameBits, (const std::vector<std::uint32_t>& bits)) {
  std::vector<float> values;
  for (const std::uint32_t b : bits) values.push_back(std::bit_cast<float>(b));
  const Tensor tensor = Tensor::of(Shape::of({static_cast<std::int64_t>(bits.size())}), values);
  const Json json = *parse_json(write_json(tensor_to_json(tensor), JsonStyle::compact));
  RC_ASSERT(digest_of(tensor_from_json(JsonCursor(json), {}).value()) == digest_of(tensor));
}

TEST(TensorJson, WritesEveryType) {
  const std::array<float, 4> reals{1.5F, -INFINITY, INFINITY, NAN};
  EXPECT_EQ(write_json(tensor_to_json(Tensor::of(Shape::of({4}), reals)), JsonStyle::compact),
            R"({"dtype":"float32","shape":[4],"data":[1.5,"-inf","inf","nan"]})");
  const std::array<std::int64_t, 1> integers{-3};
  EXPECT_EQ(write_json(tensor_to_json(Tensor::of(Shape(), integers)), JsonStyle::compact),
            R"({"dtype":"int64","shape":[],"data":[-3]})");
  const auto flags =
      Tensor::create({ElementType::boolean, Shape::of({2})}, {std::byte{1}, std::byte{0}});
  EXPECT_EQ(write_json(tensor_to_json(*flags), JsonStyle::compact),
            R"({"dtype":"bool","shape":[2],"data":[true,false]})");
}

}  // namespace
}  // namespace touchstone
