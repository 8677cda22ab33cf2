#include "touchstone/onnx/external_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <optional>

#include "onnx_model.h"
#include "touchstone/host/file.h"
#include "touchstone/interpreter/model_digest.h"

namespace touchstone::onnx_test {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A folder of its own, with a data file that holds the floats 0, 1, … 7.
class ExternalData : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(::testing::TempDir()) / (std::string("external_data_") + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    data_.resize(8 * sizeof(float));
    const Tensor floats = counting({8});
    std::memcpy(data_.data(), floats.bytes().data(), data_.size());
    ASSERT_TRUE(write_file(folder_ / "w.bin", data_));
  }
  void TearDown() override { fs::remove_all(folder_); }

  static onnx::TensorProto external(std::int64_t elements, const std::string& location,
                                    std::optional<std::string> offset,
                                    std::optional<std::string> length) {
    onnx::TensorProto out = float_tensor({elements}, {});
    out.set_data_location(onnx::TensorProto::EXTERNAL);
    add(out, "location", location);
    if (offset) add(out, "offset", *offset);
    if (length) add(out, "length", *length);
    return out;
  }
  static void add(onnx::TensorProto& tensor, const std::string& key, const std::string& value) {
    auto& entry = *tensor.add_external_data();
    entry.set_key(key);
    entry.set_value(value);
  }
  static Model model_with(const std::vector<onnx::TensorProto>& weights) {
    Model model(13);
    model.input("x", {1}).output("y");
    Names names{"x"};
    for (const onnx::TensorProto& weight : weights) {
      names.push_back("w" + std::to_string(names.size()));
      model.initializer(names.back(), weight);
    }
    model.node("Concat", names, {"y"}).set("axis", 0);
    return model;
  }
  [[nodiscard]] Result<Graph> read(const Model& model) const {
    return read_onnx(model.bytes(), folder_ / "model.onnx", {});
  }
  [[nodiscard]] std::string verdict_of(const onnx::TensorProto& weight) const {
    return verdict(read(model_with({weight})));
  }

  fs::path folder_;
  std::string data_;
};

TEST_F(ExternalData, ReadsARegion) {
  const auto graph = read(model_with({external(2, "w.bin", "8", "8")}));
  ASSERT_EQ(verdict(graph), "ok");
  const auto& weight = graph->value(graph->nodes[0].inputs[1]);
  EXPECT_THAT(weight.constant->floats(), ElementsAre(2, 3));
}

TEST_F(ExternalData, ReadsFromTheStartAndToTheEndByDefault) {
  const auto graph =
      read(model_with({external(8, "w.bin", {}, {}), external(3, "w.bin", "20", {})}));
  ASSERT_EQ(verdict(graph), "ok");
  EXPECT_THAT(graph->value(graph->nodes[0].inputs[1]).constant->floats(),
              ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_THAT(graph->value(graph->nodes[0].inputs[2]).constant->floats(), ElementsAre(5, 6, 7));
}

TEST_F(ExternalData, CountsInTheDigestOncePerFile) {
  const Model model =
      model_with({external(2, "w.bin", "8", "8"), external(1, "./w.bin", "0", "4")});
  const auto graph = read(model);
  ASSERT_EQ(verdict(graph), "ok");
  const Digest data = sha256(data_);
  EXPECT_EQ(graph->origin.digest, model_digest(sha256(model.bytes()), std::span(&data, 1)));
  EXPECT_NE(graph->origin.digest, sha256(model.bytes()));
}

TEST_F(ExternalData, RefusesRegionsOutsideTheFile) {
  EXPECT_EQ(verdict_of(external(2, "w.bin", "24", "8")), "ok");
  EXPECT_THAT(verdict_of(external(2, "w.bin", "28", "8")), HasSubstr("reach past the end"));
  EXPECT_THAT(verdict_of(external(2, "w.bin", "40", "8")), HasSubstr("offset 40 is outside"));
  EXPECT_THAT(verdict_of(external(2, "w.bin", "8", "9223372036854775807")),
              HasSubstr("reach past the end"));
}

TEST_F(ExternalData, RefusesAnotherLength) {
  EXPECT_THAT(verdict_of(external(2, "w.bin", "0", "12")),
              HasSubstr("initializer 'w1': it has shape [2] but holds 12 bytes"));
}

TEST_F(ExternalData, RefusesMalformedEntries) {
  EXPECT_THAT(verdict_of(external(2, "w.bin", "eight", "8")), HasSubstr("offset \"eight\""));
  EXPECT_THAT(verdict_of(external(2, "w.bin", "-8", "8")), HasSubstr("offset \"-8\""));
  EXPECT_THAT(verdict_of(external(2, "w.bin", "8", "8 ")), HasSubstr("length \"8 \""));
  EXPECT_THAT(verdict_of(external(2, "w.bin", "99999999999999999999", "8")),
              HasSubstr("is not a number of bytes"));
  onnx::TensorProto twice = external(2, "w.bin", "8", "8");
  add(twice, "length", "8");
  EXPECT_THAT(verdict_of(twice), HasSubstr("two entries length"));
  onnx::TensorProto checksum = external(2, "w.bin", "8", "8");
  add(checksum, "checksum", "0");
  EXPECT_THAT(verdict_of(checksum), HasSubstr("unavailable: "));
  EXPECT_THAT(verdict_of(checksum), HasSubstr("an entry \"checksum\""));
  onnx::TensorProto nowhere = float_tensor({2}, {});
  nowhere.set_data_location(onnx::TensorProto::EXTERNAL);
  EXPECT_THAT(verdict_of(nowhere), HasSubstr("external data has no location"));
}

TEST_F(ExternalData, RefusesDataInTwoPlaces) {
  onnx::TensorProto raw = external(2, "w.bin", "8", "8");
  raw.set_raw_data("12345678");
  EXPECT_THAT(verdict_of(raw), HasSubstr("raw_data although its data is external"));
  onnx::TensorProto typed = external(2, "w.bin", "8", "8");
  typed.add_float_data(1);
  EXPECT_THAT(verdict_of(typed), HasSubstr("two places"));
  onnx::TensorProto inside = float_tensor({1}, {1});
  add(inside, "location", "w.bin");
  EXPECT_THAT(verdict_of(inside), HasSubstr("its data_location is not EXTERNAL"));
}

TEST_F(ExternalData, StaysInsideTheModelsFolder) {
  EXPECT_THAT(verdict_of(external(2, "missing.bin", "0", "8")), HasSubstr("unreadable: "));
  EXPECT_THAT(verdict_of(external(2, "../w.bin", "0", "8")), HasSubstr("unreadable: "));
  EXPECT_THAT(verdict_of(external(2, (folder_ / "w.bin").string(), "0", "8")),
              HasSubstr("unreadable: "));
}

TEST_F(ExternalData, BoundsOverlap) {
  const std::size_t limit = onnx_reading::ExternalData::overlap_limit;
  const std::vector<onnx::TensorProto> allowed(limit, external(8, "w.bin", {}, {}));
  EXPECT_EQ(verdict(read(model_with(allowed))), "ok");
  const std::vector<onnx::TensorProto> beyond(limit + 1, external(8, "w.bin", {}, {}));
  EXPECT_THAT(verdict(read(model_with(beyond))), HasSubstr("overlap so much"));
}

}  // namespace
}  // namespace touchstone::onnx_test
