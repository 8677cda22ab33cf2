#include "touchstone/onnx/wire.h"

#include <gmock/gmock.h>
#include <google/protobuf/unknown_field_set.h>
#include <gtest/gtest.h>

#include "onnx_model.h"

namespace touchstone::onnx_test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

Model relu_model() {
  Model model(13);
  model.input("x", {2, 3}).output("y");
  model.node("Relu", {"x"}, {"y"});
  return model;
}

template <class Message>
void add_unknown(Message& message, int number, const std::string& content) {
  message.GetReflection()->MutableUnknownFields(&message)->AddLengthDelimited(number, content);
}

TEST(Wire, ReadsAValidModel) { EXPECT_EQ(verdict(relu_model()), "ok"); }

TEST(Wire, RefusesWhatIsNoProtobuf) {
  EXPECT_THAT(verdict(read_onnx("{\"inputs\": []}", "m.onnx", {})),
              StartsWith("unreadable: m.onnx: this is not an ONNX model"));
  EXPECT_THAT(verdict(read_onnx("", "m.onnx", {})), HasSubstr("the model has no IR version"));
}

TEST(Wire, TakesHarmlessFieldsOfNewerSchemas) {
  Model model = relu_model();
  model.initializer("w", float_tensor({1}, {1}));
  set_type(*model.graph().add_value_info(), "y", onnx::TensorProto::FLOAT, {2, 3});
  add_unknown(*model.graph().mutable_node(0), 9, "metadata");
  add_unknown(*model.graph().mutable_value_info(0), 4, "metadata");
  add_unknown(*model.graph().mutable_initializer(0), 16, "metadata");
  add_unknown(model.graph(), 16, "metadata");
  add_unknown(*model.graph().mutable_node(0), 8, "");
  EXPECT_EQ(verdict(model), "ok");
}

TEST(Wire, RefusesFieldsOfNewerSchemasThatMatter) {
  Model overload = relu_model();
  add_unknown(*overload.graph().mutable_node(0), 8, "other");
  EXPECT_THAT(verdict(overload), HasSubstr("unavailable: model.onnx: onnx.NodeProto: field 8 "
                                           "('overload')"));
  Model devices = relu_model();
  add_unknown(*devices.graph().mutable_node(0), 10, "");
  EXPECT_THAT(verdict(devices), HasSubstr("field 10 ('device_configurations')"));
  Model configuration = relu_model();
  add_unknown(configuration.proto(), 26, "");
  EXPECT_THAT(verdict(configuration), HasSubstr("onnx.ModelProto: field 26 ('configuration')"));
}

TEST(Wire, RefusesUnknownFieldsAtAnyDepth) {
  Model root = relu_model();
  add_unknown(root.proto(), 99, "");
  EXPECT_THAT(verdict(root), HasSubstr("unreadable: model.onnx: onnx.ModelProto: field 99"));
  Model deep = relu_model();
  add_unknown(*deep.graph()
                   .mutable_input(0)
                   ->mutable_type()
                   ->mutable_tensor_type()
                   ->mutable_shape()
                   ->mutable_dim(1),
              7, "");
  EXPECT_THAT(verdict(deep), HasSubstr("onnx.TensorShapeProto.Dimension: field 7"));
}

TEST(Wire, RefusesAHarmlessFieldOfAnotherWireType) {
  Model model = relu_model();
  auto& node = *model.graph().mutable_node(0);
  node.GetReflection()->MutableUnknownFields(&node)->AddVarint(9, 1);
  EXPECT_THAT(verdict(model), HasSubstr("unreadable: model.onnx: onnx.NodeProto: field 9"));
}

TEST(Wire, RefusesUnknownEnumerationValues) {
  Model model(13);
  model.input("x", {1, 2}).output("y");
  model.node("Flatten", {"x"}, {"y"}).set("axis", 1);
  EXPECT_EQ(verdict(model), "ok");
  auto& attribute = *model.graph().mutable_node(0)->mutable_attribute(0);
  attribute.clear_type();
  attribute.GetReflection()->MutableUnknownFields(&attribute)->AddVarint(20, 77);
  EXPECT_THAT(verdict(model), HasSubstr("onnx.AttributeProto: field 20 ('type') has a value that "
                                        "ONNX does not define"));
}

/// Nested as graphs in attributes of nodes; protobuf stops at 100 levels.
TEST(Wire, RefusesDeepNesting) {
  std::string inner;
  for (int level = 0; level < 200; ++level) {
    onnx::GraphProto graph;
    auto& node = *graph.add_node();
    auto& attribute = *node.add_attribute();
    attribute.set_type(onnx::AttributeProto::GRAPH);
    attribute.GetReflection()->MutableUnknownFields(&attribute)->AddLengthDelimited(6, inner);
    inner = graph.SerializeAsString();
  }
  onnx::ModelProto model;
  model.GetReflection()->MutableUnknownFields(&model)->AddLengthDelimited(7, inner);
  EXPECT_THAT(verdict(read_onnx(model.SerializeAsString(), "m.onnx", {})),
              HasSubstr("nested too deeply"));
}

/// A prefix that ends between two fields can be a smaller model; every other one is an error.
TEST(Wire, SurvivesTruncationAtEveryByte) {
  Model model(11);
  model.input("x", {1, 4}).output("z");
  model.initializer("w", float_tensor({3, 4}, std::vector<float>(12, 1.5F)));
  model.initializer("b", float_tensor({3}, {1, 2, 3}));
  model.list("s", {3, 1});
  model.node("Gemm", {"x", "w", "b"}, {"y"}).set("transB", 1).set("alpha", 1.0F);
  model.node("Reshape", {"y", "s"}, {"z"});
  const std::string bytes = model.bytes();
  ASSERT_EQ(verdict(read_onnx(bytes, "m.onnx", {})), "ok");
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const std::string cut(bytes, 0, length);
    const auto graph = read_onnx(cut, "m.onnx", {});
    if (!graph) {
      EXPECT_FALSE(graph.error().reason.empty());
      continue;
    }
    onnx::ModelProto smaller;
    EXPECT_TRUE(smaller.ParseFromString(cut)) << length;
    EXPECT_EQ(graph->nodes.size(), static_cast<std::size_t>(smaller.graph().node_size()));
  }
}

/// Every single bit flipped: an error or a model, never a crash.
TEST(Wire, SurvivesEveryFlippedBit) {
  Model model(13);
  model.input("x", {"n", 4}).output("y");
  model.list("s", {-1, 2});
  model.node("Reshape", {"x", "s"}, {"y"});
  const std::string bytes = model.bytes();
  std::size_t read = 0;
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    const std::vector<Binding> bindings{{"n", 2}};
    if (read_onnx(flipped, "m.onnx", bindings)) ++read;
  }
  EXPECT_LT(read, bytes.size() * 8);
}

}  // namespace
}  // namespace touchstone::onnx_test
