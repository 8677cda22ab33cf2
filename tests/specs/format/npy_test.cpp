#include "touchstone/format/npy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <bit>

namespace touchstone {
namespace {

using testing::HasSubstr;

std::string file_of(const std::string& header, const std::string& data, char major = 1) {
  std::string out = "\x93NUMPY";
  out += major;
  out += '\0';
  const std::size_t width = major == 1 ? 2 : 4;
  for (std::size_t i = 0; i < width; ++i) out += static_cast<char>(header.size() >> (8 * i));
  return out + header + data;
}

std::string header(const std::string& descr, const std::string& order, const std::string& shape) {
  return "{'descr': " + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

TEST(Npy, WritesWhatNumpyWrites) {
  // numpy.save of numpy.array([[1.5, -2.0]], dtype=numpy.float32)
  const std::array<float, 2> values{1.5F, -2.0F};
  std::string expected = "\x93NUMPY\x01";
  expected += std::string("\0\x76\0", 3);
  expected += "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }";
  expected.resize(127, ' ');
  expected += '\n';
  expected += std::string("\0\0\xC0\x3F\0\0\0\xC0", 8);
  EXPECT_EQ(write_npy(Tensor::of(Shape::of({1, 2}), values)), expected);
}

TEST(Npy, ReadsBackWhatItWrites) {
  const std::array<std::int64_t, 2> integers{-1, 7};
  const std::array<float, 1> real{0.5F};
  const auto boolean = Tensor::create({ElementType::boolean, Shape::of({2, 0, 5})}, {}).value();
  for (const Tensor& tensor :
       {Tensor::of(Shape::of({2}), integers), Tensor::of(Shape(), real), boolean}) {
    const std::string bytes = write_npy(tensor);
    EXPECT_EQ(bytes.find('\n') % 64, 63U);
    const auto again = read_npy(bytes);
    ASSERT_TRUE(again.ok()) << again.error().text();
    EXPECT_EQ(again->type(), tensor.type());
    EXPECT_EQ(digest_of(*again), digest_of(tensor));
  }
}

TEST(Npy, WritesOneNaN) {
  const std::array<float, 1> payload{std::bit_cast<float>(0x7F812345U)};
  EXPECT_THAT(write_npy(Tensor::of(Shape::of({1}), payload)),
              testing::EndsWith(std::string("\0\0\xC0\x7F", 4)));
}

TEST(Npy, ReadsEveryVersionAndSpelling) {
  const std::string data(8, '\0');
  for (const char version : {'\1', '\2', '\3'}) {
    EXPECT_TRUE(read_npy(file_of(header("'<f4'", "False", "(2,)"), data, version)).ok());
  }
  for (const char* const text :
       {"{'shape':(2,),'fortran_order':False,'descr':'<f4'}",
        "{ \"descr\" : \"<f4\" , \"fortran_order\" : False , \"shape\" : ( 2 , 1, ) }  \n",
        "{'descr': '<i8', 'fortran_order': False, 'shape': (), }"}) {
    const auto read = read_npy(file_of(text, data));
    EXPECT_TRUE(read.ok()) << text << ": " << (read ? "" : read.error().text());
  }
}

struct BadCase {
  std::string bytes;
  std::string reason;
  Failure kind = Failure::unreadable;
};

TEST(Npy, RefusesWhatIsMalformedOrCannotBeExpressed) {
  const std::string data(8, '\0');
  const auto with = [&](const std::string& text) { return file_of(text, data); };
  constexpr Failure beyond = Failure::unavailable;
  ASSERT_TRUE(read_npy(with(header("'<f4'", "False", "(2,)"))).ok());
  std::string huge = file_of("{}", "", 2);
  huge[11] = '\x7F';
  const std::vector<BadCase> cases{
      {"", "not an .npy file"},
      {"\x93NUMPY\x01", "not an .npy file"},
      {"PK\x03\x04 and the rest", "not an .npy file"},
      {file_of("", "", 4), "version 4.0", beyond},
      {std::string("\x93NUMPY\x01\0\x01", 9), "ends inside"},
      {huge, "claims 2130706434 bytes"},
      {with(""), "expected '{'"},
      {with("{}"), "lacks"},
      {with("{'descr': '<f4', 'fortran_order': False}"), "lacks"},
      {with("{'descr': '<f4', 'descr': '<f4'}"), "twice"},
      {with("{'a': 1}"), "unknown"},
      {with("{descr: '<f4'}"), "quoted name"},
      {with("{'descr' '<f4'}"), "':'"},
      {with("{'descr': '<f4' 'shape': ()}"), "',' or '}'"},
      {with(header("'<f4'", "False", "(2,)") + "x"), "expected the end"},
      {with(header("'<f4", "False", "(2,)")), "expected"},
      {with(header("'<\\x664'", "False", "(2,)")), "quoted dtype"},
      {with(header("'<f4'", "false", "(2,)")), "True or False"},
      {with(header("'<f4'", "True", "(2,)")), "Fortran", beyond},
      {with(header("'<f4'", "False", "(2)")), "after the only"},
      {with(header("'<f4'", "False", "[2]")), "'('"},
      {with(header("'<f4'", "False", "(2 1)")), "',' or ')'"},
      {with(header("'<f4'", "False", "(,)")), "a dimension"},
      {with(header("'<f4'", "False", "(-2,)")), "a dimension"},
      {with(header("'<f4'", "False", "(9223372036854775808,)")), "a dimension"},
      {with(header("'<f4'", "False", "(4294967296, 4294967296)")), "2^62"},
      {with(header("'<f4'", "False", "(1,1,1,1,1,1,1,1,2)")), "9 axes", beyond},
      {with(header("'<f4'", "False", "(1000000000000,)")), "not 8"},
      {with(header("'<f4'", "False", "(1,)")), "has 4 bytes, not 8"},
      {with(header("'<f8'", "False", "(1,)")), "<f8", beyond},
      {with(header("'>f4'", "False", "(2,)")), ">f4", beyond},
      {with(header("'|O'", "False", "(1,)")), "|O", beyond},
      {with(header("'<M8[ns]'", "False", "(1,)")), "<M8", beyond},
      {with(header("[('a', '<f4')]", "False", "(2,)")), "records", beyond},
      {with(header("'float'", "False", "(2,)")), "unknown dtype"},
      {file_of(header("'|b1'", "False", "(1,)"), "\x02"), "neither 0 nor 1"},
  };
  for (const BadCase& bad : cases) {
    const auto read = read_npy(bad.bytes);
    ASSERT_FALSE(read.ok()) << bad.reason;
    EXPECT_THAT(read.error().reason, HasSubstr(bad.reason)) << read.error().text();
    EXPECT_EQ(read.error().kind, bad.kind) << read.error().text();
  }
}

RC_GTEST_PROP(Npy, SurvivesDamage, (std::uint32_t at, char value)) {
  const std::array<std::int64_t, 2> integers{-1, 7};
  std::string bytes = write_npy(Tensor::of(Shape::of({2, 1}), integers));
  bytes[at % bytes.size()] = value;
  const auto read = read_npy(bytes);
  const bool answered = read.ok() || !read.error().reason.empty();
  RC_ASSERT(answered);
  RC_ASSERT(!read_npy(bytes.substr(0, at % bytes.size())).ok());
}

}  // namespace
}  // namespace touchstone
