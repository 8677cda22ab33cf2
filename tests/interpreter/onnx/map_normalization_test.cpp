#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "onnx_model.h"

namespace touchstone::onnx_test {
namespace {

using ::testing::HasSubstr;

std::string outcome(const Model& model) {
  const auto graph = model.read();
  return graph ? text_of(*graph) : verdict(graph);
}

std::string softmax(int opset, std::optional<int> axis) {
  Model model(opset);
  model.input("x", {2, 3, 4}).output("y");
  NodeHandle node = model.node("Softmax", {"x"}, {"y"});
  if (axis) node.set("axis", *axis);
  return outcome(model);
}

TEST(Softmax, NormalisesOneAxisFromOpset13) {
  EXPECT_EQ(softmax(13, {}), "y = softmax axis=2 (x)\n");
  EXPECT_EQ(softmax(13, 1), "y = softmax axis=1 (x)\n");
  EXPECT_EQ(softmax(13, -3), "y = softmax axis=0 (x)\n");
  EXPECT_THAT(softmax(13, 3), HasSubstr("unreadable: model.onnx: node #0 'y' (Softmax).attribute "
                                        "'axis': axis 3 is outside"));
}

TEST(Softmax, NormalisesAMatrixBeforeOpset13) {
  EXPECT_EQ(softmax(9, {}),
            "y/matrix = reshape shape=[2,12] (x)\n"
            "y/softmax = softmax axis=1 (y/matrix)\n"
            "y = reshape shape=[2,3,4] (y/softmax)\n");
  EXPECT_EQ(softmax(12, -3),
            "y/matrix = reshape shape=[1,24] (x)\n"
            "y/softmax = softmax axis=1 (y/matrix)\n"
            "y = reshape shape=[2,3,4] (y/softmax)\n");
  EXPECT_EQ(softmax(9, 2), "y = softmax axis=2 (x)\n");
  EXPECT_THAT(softmax(9, -1), HasSubstr("axis -1 is negative"));
  EXPECT_THAT(softmax(9, 3), HasSubstr("axis 3 is outside"));
}

TEST(ReduceMean, TakesAxesAsAnAttributeBeforeOpset18) {
  const auto with = [](int opset, std::optional<Extents> axes, std::optional<int> keepdims) {
    Model model(opset);
    model.input("x", {2, 3, 4}).output("y");
    NodeHandle node = model.node("ReduceMean", {"x"}, {"y"});
    if (axes) node.set("axes", *axes);
    if (keepdims) node.set("keepdims", *keepdims);
    return outcome(model);
  };
  EXPECT_EQ(with(9, Extents{1}, 0), "y = reduce_mean axes=[1] keepdims=false (x)\n");
  EXPECT_EQ(with(11, Extents{-1, 0}, {}), "y = reduce_mean axes=[0,2] keepdims=true (x)\n");
  EXPECT_EQ(with(9, {}, 1), "y = reduce_mean axes=[] keepdims=true (x)\n");
  EXPECT_THAT(with(9, Extents{-1}, {}), HasSubstr("axis -1 is negative"));
  EXPECT_THAT(with(11, Extents{1, -2}, {}), HasSubstr("axis 1 is named twice"));
  EXPECT_THAT(with(11, Extents{3}, {}), HasSubstr("axis 3 is outside"));
  EXPECT_THAT(with(11, {}, 2), HasSubstr("attribute 'keepdims' is 2"));
  EXPECT_THAT(with(18, Extents{1}, {}), HasSubstr("attribute 'axes' is not one"));
}

TEST(ReduceMean, TakesAxesAsAnInputFromOpset18) {
  const auto with = [](std::optional<Extents> axes, int none_if_empty) {
    Model model(18);
    model.input("x", {2, 3, 4}).output("y");
    Names inputs{"x"};
    if (axes) model.list(inputs.emplace_back("a"), *axes);
    model.node("ReduceMean", inputs, {"y"}).set("noop_with_empty_axes", none_if_empty);
    return outcome(model);
  };
  EXPECT_EQ(with(Extents{-1}, 0), "y = reduce_mean axes=[2] keepdims=true (x)\n");
  EXPECT_EQ(with({}, 0), "y = reduce_mean axes=[] keepdims=true (x)\n");
  EXPECT_EQ(with(Extents{}, 0), "y = reduce_mean axes=[] keepdims=true (x)\n");
  EXPECT_EQ(with({}, 1), "y = reshape shape=[2,3,4] (x)\n");
  EXPECT_EQ(with(Extents{}, 1), "y = reshape shape=[2,3,4] (x)\n");
  EXPECT_EQ(with(Extents{1}, 1), "y = reduce_mean axes=[1] keepdims=true (x)\n");
}

Model batch_norm(int opset) {
  Model model(opset);
  model.input("x", {2, 3, 4}).output("y");
  for (const char* name : {"s", "b", "m", "v"})
    model.initializer(name, float_tensor({3}, {1, 2, 3}));
  model.node("BatchNormalization", {"x", "s", "b", "m", "v"}, {"y"});
  return model;
}

template <class Value>
std::string batch_norm_with(int opset, const std::string& name, Value value) {
  Model model = batch_norm(opset);
  NodeHandle(*model.graph().mutable_node(0)).set(name, value);
  return outcome(model);
}

TEST(BatchNormalization, IsThatOfInference) {
  EXPECT_EQ(outcome(batch_norm(9)), "y = batch_norm epsilon=1e-05 (x s b m v)\n");
  EXPECT_EQ(batch_norm_with(9, "epsilon", 0.5F), "y = batch_norm epsilon=0.5 (x s b m v)\n");
  EXPECT_EQ(batch_norm_with(9, "momentum", 0.5F), "y = batch_norm epsilon=1e-05 (x s b m v)\n");
}

TEST(BatchNormalization, RefusesTraining) {
  EXPECT_EQ(batch_norm_with(14, "training_mode", 0), "y = batch_norm epsilon=1e-05 (x s b m v)\n");
  EXPECT_THAT(batch_norm_with(14, "training_mode", 1),
              HasSubstr("unavailable: model.onnx: node #0 'y' (BatchNormalization): attribute "
                        "'training_mode' is 1"));
  EXPECT_THAT(batch_norm_with(13, "training_mode", 0), HasSubstr("not one the operator has"));
  EXPECT_THAT(batch_norm_with(9, "is_test", 1), HasSubstr("not one the operator has"));
}

TEST(BatchNormalization, RefusesStatisticsPerActivation) {
  EXPECT_EQ(batch_norm_with(7, "spatial", 1), "y = batch_norm epsilon=1e-05 (x s b m v)\n");
  EXPECT_THAT(batch_norm_with(7, "spatial", 0),
              HasSubstr("unavailable: model.onnx: node #0 'y' "
                        "(BatchNormalization): attribute 'spatial'"));
  EXPECT_THAT(batch_norm_with(9, "spatial", 1), HasSubstr("not one the operator has"));
}

TEST(BatchNormalization, RefusesRunningStatistics) {
  for (const int opset : {9, 14}) {
    Model model = batch_norm(opset);
    model.graph().mutable_node(0)->add_output("");
    EXPECT_EQ(verdict(model), "ok");
    model.graph().mutable_node(0)->add_output("variance");
    EXPECT_THAT(verdict(model),
                HasSubstr("unavailable: model.onnx: node #0 'y' (BatchNormalization): "
                          "outputs after the first"));
  }
  Model model = batch_norm(14);
  for (const char* name : {"a", "b2", "c"}) model.graph().mutable_node(0)->add_output(name);
  EXPECT_THAT(verdict(model),
              HasSubstr("unreadable: model.onnx: node #0 'y' (BatchNormalization): it "
                        "has 4 outputs; the operator gives 1 to 3"));
}

}  // namespace
}  // namespace touchstone::onnx_test
