#include "touchstone/onnx/tensor_proto.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "onnx_model.h"

namespace touchstone::onnx_test {
namespace {

using onnx_reading::Constant;
using onnx_reading::ExternalData;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Result<Constant> take(onnx::TensorProto proto) {
  ExternalData external("model.onnx");
  return onnx_reading::take_tensor(proto, external);
}

std::string verdict_of(const onnx::TensorProto& proto) {
  const auto constant = take(proto);
  if (constant) return "ok";
  const bool unreadable = constant.error().kind == Failure::unreadable;
  return (unreadable ? "unreadable: " : "unavailable: ") + constant.error().text();
}

template <class T>
std::string raw(const std::vector<T>& values) {
  std::string out(values.size() * sizeof(T), '\0');
  std::memcpy(out.data(), values.data(), out.size());
  return out;
}

TEST(TensorProto, ReadsTypedFields) {
  const auto floats = take(float_tensor({2, 1}, {1.5F, -2}));
  EXPECT_EQ(floats->tensor.type().text(), "float32 [2,1]");
  EXPECT_THAT(floats->tensor.floats(), ElementsAre(1.5F, -2.0F));
  const auto integers = take(integer_tensor({2}, {-7, std::int64_t{1} << 40U}));
  EXPECT_THAT(integers->tensor.integers(), ElementsAre(-7, std::int64_t{1} << 40U));
  EXPECT_FALSE(integers->narrow);
  const auto narrow = take(small_tensor(onnx::TensorProto::INT32, {2}, {-7, 8}));
  EXPECT_THAT(narrow->tensor.integers(), ElementsAre(-7, 8));
  EXPECT_TRUE(narrow->narrow);
  const auto flags = take(small_tensor(onnx::TensorProto::BOOL, {2}, {0, 1}));
  EXPECT_EQ(flags->tensor.type().text(), "bool [2]");
  EXPECT_THAT(flags->tensor.bytes(), ElementsAre(std::byte{0}, std::byte{1}));
}

TEST(TensorProto, ReadsRawData) {
  onnx::TensorProto floats = float_tensor({2}, {});
  floats.set_raw_data(raw<float>({1.5F, -2}));
  EXPECT_THAT(take(floats)->tensor.floats(), ElementsAre(1.5F, -2.0F));
  onnx::TensorProto integers = integer_tensor({1}, {});
  integers.set_raw_data(raw<std::int64_t>({-9}));
  EXPECT_THAT(take(integers)->tensor.integers(), ElementsAre(-9));
  onnx::TensorProto narrow = small_tensor(onnx::TensorProto::INT32, {2}, {});
  narrow.set_raw_data(raw<std::int32_t>({-9, 4}));
  EXPECT_THAT(take(narrow)->tensor.integers(), ElementsAre(-9, 4));
  onnx::TensorProto flags = small_tensor(onnx::TensorProto::BOOL, {2}, {});
  flags.set_raw_data(std::string("\1\0", 2));
  EXPECT_THAT(take(flags)->tensor.bytes(), ElementsAre(std::byte{1}, std::byte{0}));
}

TEST(TensorProto, ReadsScalarsAndEmptyTensors) {
  EXPECT_EQ(take(float_tensor({}, {3}))->tensor.shape().rank(), 0U);
  EXPECT_EQ(take(float_tensor({0, 4}, {}))->tensor.shape().text(), "[0,4]");
}

TEST(TensorProto, LeavesTheName) {
  onnx::TensorProto proto = float_tensor({1}, {3});
  proto.set_name("w");
  ExternalData external("model.onnx");
  ASSERT_TRUE(onnx_reading::take_tensor(proto, external));
  EXPECT_EQ(proto.name(), "w");
  EXPECT_EQ(proto.float_data_size(), 0);
}

TEST(TensorProto, RefusesAnotherNumberOfElements) {
  EXPECT_EQ(verdict_of(float_tensor({2}, {1, 2})), "ok");
  EXPECT_EQ(verdict_of(float_tensor({2}, {1})),
            "unreadable: it has shape [2] but holds 1 elements");
  EXPECT_EQ(verdict_of(float_tensor({}, {})), "unreadable: it has shape [] but holds 0 elements");
  EXPECT_THAT(verdict_of(small_tensor(onnx::TensorProto::BOOL, {2}, {1})),
              StartsWith("unreadable: it has shape [2] but holds 1"));
  onnx::TensorProto partial = float_tensor({2}, {});
  partial.set_raw_data("1234567");
  EXPECT_EQ(verdict_of(partial), "unreadable: it has shape [2] but holds 7 bytes of FLOAT data");
}

TEST(TensorProto, AllocatesNothingFromAClaim) {
  EXPECT_THAT(verdict_of(float_tensor({std::int64_t{1} << 60U}, {1})),
              StartsWith("unreadable: it has shape"));
  EXPECT_THAT(verdict_of(float_tensor({std::int64_t{1} << 40U, std::int64_t{1} << 40U}, {})),
              StartsWith("unreadable: "));
  EXPECT_THAT(verdict_of(float_tensor({-1}, {1})), HasSubstr("negative"));
  EXPECT_THAT(verdict_of(float_tensor({1, 1, 1, 1, 1, 1, 1, 1, 1}, {1})),
              StartsWith("unavailable: "));
}

TEST(TensorProto, RefusesDataInTwoPlaces) {
  onnx::TensorProto both = float_tensor({1}, {1});
  both.set_raw_data("1234");
  EXPECT_EQ(verdict_of(both), "unreadable: it holds data in two places, one of them float_data");
  onnx::TensorProto other = float_tensor({1}, {1});
  other.add_int64_data(1);
  EXPECT_EQ(verdict_of(other),
            "unreadable: it holds data in int64_data, which does not fit its element type FLOAT");
  onnx::TensorProto text = float_tensor({1}, {1});
  text.add_string_data("a");
  EXPECT_THAT(verdict_of(text), HasSubstr("string_data"));
}

TEST(TensorProto, RefusesOtherElementTypes) {
  onnx::TensorProto proto = float_tensor({1}, {1});
  proto.set_data_type(onnx::TensorProto::DOUBLE);
  EXPECT_THAT(verdict_of(proto), StartsWith("unavailable: element type DOUBLE"));
  proto.set_data_type(22);
  EXPECT_THAT(verdict_of(proto), StartsWith("unavailable: element type INT4"));
  proto.set_data_type(0);
  EXPECT_THAT(verdict_of(proto), StartsWith("unreadable: element type 0 is not"));
  proto.set_data_type(1000);
  EXPECT_THAT(verdict_of(proto), StartsWith("unreadable: element type 1000 is not"));
}

TEST(TensorProto, RefusesBooleansOtherThan0And1) {
  EXPECT_THAT(verdict_of(small_tensor(onnx::TensorProto::BOOL, {1}, {2})),
              StartsWith("unreadable: a BOOL element"));
  onnx::TensorProto flags = small_tensor(onnx::TensorProto::BOOL, {1}, {});
  flags.set_raw_data("\2");
  EXPECT_THAT(verdict_of(flags), StartsWith("unreadable: a BOOL element"));
}

TEST(TensorProto, RefusesSegments) {
  onnx::TensorProto proto = float_tensor({1}, {1});
  proto.mutable_segment()->set_begin(0);
  EXPECT_THAT(verdict_of(proto), StartsWith("unavailable: a tensor in segments"));
}

TEST(TensorProto, NamesTheInitializer) {
  Model model(13);
  model.input("x", {1}).output("y").initializer("w", float_tensor({2}, {1}));
  model.node("Add", {"x", "w"}, {"y"});
  EXPECT_THAT(verdict(model), HasSubstr("initializer 'w': it has shape [2]"));
}

}  // namespace
}  // namespace touchstone::onnx_test
