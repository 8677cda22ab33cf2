// Readers of untrusted bytes hold at most 64 MiB + 256 times the size of their input.

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "counted_memory.h"
#include "touchstone/format/json.h"
#include "touchstone/format/npy.h"
#include "touchstone/format/safetensors.h"
#include "touchstone/format/tensor_json.h"

namespace touchstone {
namespace {

/// `open`, then `count` items made by `item` and separated by commas, then `close`.
std::string listing(const std::string& open, const std::string& close, std::size_t count,
                    const std::function<std::string(std::size_t)>& item) {
  std::string out = open;
  for (std::size_t i = 0; i < count; ++i) out += (i > 0 ? "," : "") + item(i);
  return out + close;
}

std::string safetensors_of(const std::string& header) {
  std::string out;
  for (std::size_t i = 0; i < 8; ++i) out += static_cast<char>(header.size() >> (8 * i));
  return out + header;
}

TEST(MemoryBound, CountsAllocations) {
  EXPECT_GE(peak_of([] { std::string(1'000'000, 'x'); }), 1'000'000U);
  EXPECT_EQ(peak_of([] {}), 0U);
}

TEST(MemoryBound, HoldsForJson) {
  const auto read = [](const std::string& text) { (void)parse_json(text).ok(); };
  constexpr std::size_t million = 1'000'000;
  const auto constant = [](const char* item) {
    return [item](std::size_t) { return std::string(item); };
  };
  const std::string nested = std::string(62, '[') + std::string(62, ']');
  expect_bounded("arrays", listing("[", "]", million, constant("[]")), read);
  expect_bounded("objects", listing("[", "]", million, constant("{}")), read);
  expect_bounded("digits", listing("[", "]", 2 * million, constant("1")), read);
  expect_bounded("texts", listing("[", "]", million, constant("\"\"")), read);
  expect_bounded("deep arrays", listing("[", "]", 50'000, [&](std::size_t) { return nested; }),
                 read);
  expect_bounded(
      "names",
      listing("{", "}", million, [](std::size_t i) { return "\"" + std::to_string(i) + "\":0"; }),
      read);
  expect_bounded("small objects", listing("[", "]", million, constant("{\"\":0}")), read);
  expect_bounded("long text", "\"" + std::string(10 * million, 'x') + "\"", read);
  expect_bounded("long number", std::string(10 * million, '1'), read);
  expect_bounded("open arrays", std::string(million, '['), read);
  expect_bounded("ten thousand levels", std::string(10'000, '[') + std::string(10'000, ']'), read);
  expect_bounded("unfinished text", "\"" + std::string(10 * million, 'x'), read);
  expect_bounded("control bytes", "\"" + std::string(million, '\x01') + "\"", read);
}

TEST(MemoryBound, HoldsForCursors) {
  const auto walk = [](const std::string& text) {
    const Json json = parse_json(text).value();
    (void)JsonCursor(json, "a.rather.long.place").items().ok();
    (void)JsonCursor(json, "a.rather.long.place").members().ok();
    (void)JsonCursor(json).fields({}).ok();
  };
  expect_bounded("items", listing("[", "]", 2'000'000, [](std::size_t) { return "1"; }), walk);
  expect_bounded(
      "members",
      listing("{", "}", 1'000'000, [](std::size_t i) { return "\"" + std::to_string(i) + "\":0"; }),
      walk);
}

TEST(MemoryBound, HoldsForTensors) {
  const auto tensor_json = [](const std::string& text) {
    const Json json = parse_json(text).value();
    (void)tensor_from_json(JsonCursor(json), {}).ok();
  };
  const std::string huge = R"({"dtype":"float32","shape":[1099511627776,1048576],"data":)";
  expect_bounded("claimed shape", huge + "[]}", tensor_json);
  expect_bounded("elements",
                 listing(R"({"dtype":"int64","shape":[2000000],"data":[)", "]}", 2'000'000,
                         [](std::size_t) { return "1"; }),
                 tensor_json);
  expect_bounded("rows",
                 listing(R"({"dtype":"int64","shape":[1000000,1],"data":[)", "]}", 1'000'000,
                         [](std::size_t) { return "[1]"; }),
                 tensor_json);

  const auto safetensors = [](const std::string& bytes) { (void)read_safetensors(bytes).ok(); };
  std::string claims = safetensors_of("{}");
  claims[7] = '\x10';
  expect_bounded("claimed header", claims, safetensors);
  expect_bounded("claimed tensor",
                 safetensors_of(R"({"x":{"dtype":"F32","shape":[1099511627776],)"
                                R"("data_offsets":[0,4398046511104]}})"),
                 safetensors);
  expect_bounded(
      "empty tensors",
      safetensors_of(listing("{", "}", 100'000,
                             [](std::size_t i) {
                               return "\"" + std::to_string(i) +
                                      R"(":{"dtype":"F32","shape":[0],"data_offsets":[0,0]})";
                             })),
      safetensors);

  const auto npy = [](const std::string& bytes) { (void)read_npy(bytes).ok(); };
  expect_bounded("claimed array",
                 std::string("\x93NUMPY\x01\0\x4B\0", 10) +
                     "{'descr': '<f4', 'fortran_order': False, 'shape': (1099511627776, 1048576)}",
                 npy);
  expect_bounded("long shape",
                 std::string("\x93NUMPY\x02\0\x01\x09\x3D\0", 12) + "{'shape': (" +
                     listing("", "", 2'000'000, [](std::size_t) { return "1"; }) + ")}",
                 npy);
}

}  // namespace
}  // namespace touchstone
