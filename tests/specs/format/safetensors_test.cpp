#include "touchstone/format/safetensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <stdexcept>

namespace touchstone {
namespace {

using testing::HasSubstr;

std::string file_of(const std::string& header, const std::string& data = {}) {
  std::string out;
  for (std::size_t i = 0; i < 8; ++i) out += static_cast<char>(header.size() >> (8 * i));
  return out + header + data;
}

Tensor booleans(const Shape& shape, std::vector<std::byte> values) {
  return Tensor::create({ElementType::boolean, shape}, std::move(values)).value();
}

std::vector<NamedTensor> three_tensors() {
  const std::array<float, 3> reals{1.5F, -0.0F, INFINITY};
  const std::array<std::int64_t, 2> integers{-1, 1};
  return {{"b", booleans(Shape::of({1}), {std::byte{1}})},
          {"w", Tensor::of(Shape::of({3, 1}), reals)},
          {"i", Tensor::of(Shape::of({2}), integers)}};
}

void expect_same(std::span<const NamedTensor> a, std::span<const NamedTensor> b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].first, b[i].first);
    EXPECT_EQ(a[i].second.type(), b[i].second.type());
    EXPECT_EQ(digest_of(a[i].second), digest_of(b[i].second));
  }
}

TEST(Safetensors, ReadsBackWhatItWrites) {
  const auto tensors = three_tensors();
  const std::string bytes = write_safetensors(tensors);
  const auto again = read_safetensors(bytes);
  ASSERT_TRUE(again.ok()) << again.error().text();
  expect_same(*again, tensors);
  EXPECT_EQ(write_safetensors(*again), bytes);
}

TEST(Safetensors, KeepsTexts) {
  const SafetensorsMetadata texts{{"step", "12"}, {"format", "\"quoted\" ü"}};
  const std::string bytes = write_safetensors(three_tensors(), texts);
  const auto again = read_safetensors_metadata(bytes);
  ASSERT_TRUE(again.ok()) << again.error().text();
  EXPECT_EQ(*again, texts);
  expect_same(*read_safetensors(bytes), three_tensors());
  EXPECT_TRUE(read_safetensors_metadata(write_safetensors(three_tensors()))->empty());
  EXPECT_FALSE(read_safetensors_metadata(bytes.substr(0, bytes.size() - 1)).ok());
  EXPECT_FALSE(read_safetensors_metadata(file_of(R"({"__metadata__":{"step":12}})")).ok());
}

TEST(Safetensors, WritesAnAlignedLayout) {
  const std::string bytes = write_safetensors(three_tensors());
  const std::string header = R"({"b":{"dtype":"BOOL","shape":[1],"data_offsets":[28,29]},)"
                             R"("w":{"dtype":"F32","shape":[3,1],"data_offsets":[16,28]},)"
                             R"("i":{"dtype":"I64","shape":[2],"data_offsets":[0,16]}})";
  const std::string padding((8 - header.size() % 8) % 8, ' ');
  EXPECT_EQ(bytes.substr(0, bytes.size() - 29), file_of(header + padding));
  EXPECT_EQ(bytes.back(), '\x01');
}

TEST(Safetensors, WritesOneNaN) {
  const std::array<float, 1> payload{std::bit_cast<float>(0xFFC12345U)};
  const std::vector<NamedTensor> tensors{{"n", Tensor::of(Shape::of({1}), payload)}};
  EXPECT_THAT(write_safetensors(tensors), testing::EndsWith(std::string("\0\0\xC0\x7F", 4)));
}

TEST(Safetensors, RequiresDistinctNames) {
  auto tensors = three_tensors();
  tensors[1].first = "b";
  EXPECT_THROW((void)write_safetensors(tensors), std::logic_error);
  tensors[1].first = "__metadata__";
  EXPECT_THROW((void)write_safetensors(tensors), std::logic_error);
}

TEST(Safetensors, ReadsEmptyTensorsAndMetadata) {
  const auto read = read_safetensors(
      file_of(R"({"__metadata__":{"format":"pt"},"e":{"dtype":"F32","shape":[0,1000000000000],)"
              R"("data_offsets":[4,4]},"s":{"dtype":"F32","shape":[],"data_offsets":[0,4]}}  )",
              std::string(4, '\0')));
  ASSERT_TRUE(read.ok()) << read.error().text();
  ASSERT_EQ(read->size(), 2U);
  EXPECT_EQ((*read)[0].second.shape(), Shape::of({0, 1000000000000}));
  EXPECT_EQ((*read)[1].second.floats()[0], 0.0F);
  EXPECT_TRUE(read_safetensors(file_of("{}"))->empty());
}

struct BadCase {
  std::string bytes;
  std::string place;
  std::string reason;
  Failure kind = Failure::unreadable;
};

std::string entry(const std::string& dtype, const std::string& shape, const std::string& offsets) {
  return R"({"dtype":)" + dtype + R"(,"shape":)" + shape + R"(,"data_offsets":)" + offsets + "}";
}

TEST(Safetensors, RefusesWhatIsMalformed) {
  const std::string eight(8, '\0');
  const std::string f2 = entry("\"F32\"", "[2]", "[0,8]");
  ASSERT_TRUE(read_safetensors(file_of("{\"x\":" + f2 + "}", eight)).ok());
  std::string huge = file_of("{}");
  huge[7] = '\x10';
  const std::vector<BadCase> cases{
      {"", "header", "shorter than"},
      {"1234567", "header", "shorter than"},
      {huge, "header", "claims 1152921504606846978 bytes, but only 2"},
      {file_of("[]"), "header", "not a JSON object"},
      {file_of(""), "header", "not a JSON object"},
      {file_of(" {}"), "header", "not a JSON object"},
      {file_of("{"), "header.line 1, column 1", "not JSON"},
      {file_of("{\"x\":" + f2 + ",\"x\":" + f2 + "}", eight), "header.line", "twice"},
      {file_of("{\"x\":1}"), "x", "expected an object"},
      {file_of(R"({"x":{"dtype":"F32","shape":[2]}})", eight), "x", "data_offsets"},
      {file_of(R"({"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8],"a":1}})", eight), "x.a",
       "unknown"},
      {file_of("{\"x\":" + entry("\"F33\"", "[2]", "[0,8]") + "}", eight), "x.dtype",
       "unknown element"},
      {file_of("{\"x\":" + entry("\"BF16\"", "[4]", "[0,8]") + "}", eight), "x.dtype", "BF16",
       Failure::unavailable},
      {file_of("{\"x\":" + entry("\"F32\"", "[1,1,1,1,1,1,1,1,2]", "[0,8]") + "}", eight),
       "x.shape", "9 axes", Failure::unavailable},
      {file_of("{\"x\":" + entry("\"F32\"", "[-2]", "[0,8]") + "}", eight), "x.shape", "negative"},
      {file_of("{\"x\":" + entry("\"F32\"", "[2.0]", "[0,8]") + "}", eight), "x.shape[0]", "whole"},
      {file_of("{\"x\":" + entry("\"F32\"", "[4294967296,4294967296]", "[0,8]") + "}", eight),
       "x.shape", "2^62"},
      {file_of("{\"x\":" + entry("\"F32\"", "[4611686018427387904]", "[0,8]") + "}", eight),
       "x.data_offsets", "2^63"},
      {file_of("{\"x\":" + entry("\"F32\"", "[3]", "[0,8]") + "}", eight), "x.data_offsets",
       "has 12"},
      {file_of("{\"x\":" + entry("\"F32\"", "[2]", "[0,8,8]") + "}", eight), "x.data_offsets",
       "two offsets"},
      {file_of("{\"x\":" + entry("\"F32\"", "[2]", "[8,0]") + "}", eight), "x.data_offsets",
       "wrong order"},
      {file_of("{\"x\":" + entry("\"F32\"", "[2]", "[-8,0]") + "}", eight), "x.data_offsets",
       "outside"},
      {file_of("{\"x\":" + entry("\"F32\"", "[2]", "[8,16]") + "}", eight), "x.data_offsets",
       "outside"},
      {file_of("{\"x\":" + entry("\"F32\"", "[1]", "[4,8]") + "}", eight), "x.data_offsets", "gap"},
      {file_of("{\"x\":" + entry("\"F32\"", "[1]", "[0,4]") + "}", eight), "data", "byte 4 of 8"},
      {file_of("{\"x\":" + f2 + ",\"y\":" + entry("\"F32\"", "[1]", "[4,8]") + "}", eight),
       "y.data_offsets", "overlap"},
      {file_of("{}", "x"), "data", "byte 0 of 1"},
      {file_of("{\"x\":" + entry("\"BOOL\"", "[1]", "[0,1]") + "}", "\x02"), "x",
       "neither 0 nor 1"},
      {file_of(R"({"__metadata__":{"a":1}})"), "__metadata__.a", "expected text"},
      {file_of(R"({"__metadata__":[]})"), "__metadata__", "expected an object"},
  };
  for (const BadCase& bad : cases) {
    const auto read = read_safetensors(bad.bytes);
    ASSERT_FALSE(read.ok()) << bad.reason;
    EXPECT_THAT(read.error().place, HasSubstr(bad.place)) << read.error().text();
    EXPECT_THAT(read.error().reason, HasSubstr(bad.reason)) << read.error().text();
    EXPECT_EQ(read.error().kind, bad.kind) << read.error().text();
  }
}

RC_GTEST_PROP(Safetensors, SurvivesDamage, (std::uint32_t at, char value)) {
  std::string bytes = write_safetensors(three_tensors());
  bytes[at % bytes.size()] = value;
  const auto read = read_safetensors(bytes);
  const bool answered = read.ok() || !read.error().reason.empty();
  RC_ASSERT(answered);
  RC_ASSERT(!read_safetensors(bytes.substr(0, at % bytes.size())).ok());
}

}  // namespace
}  // namespace touchstone
