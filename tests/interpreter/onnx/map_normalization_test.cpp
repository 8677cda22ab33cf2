#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "one_node.h"

namespace touchstone::onnx_test {
namespace {

using ::testing::HasSubstr;

std::string outcome(const Model& model) {
  const auto graph = model.read();
  return graph ? text_of(*graph) : verdict(graph);
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

TEST(LayerNormalization, OfTheLastAxes) {
  expect_text(OneNode("LayerNormalization").in({2, 3, 4}).in({4}),
              "y = layer_norm axes=[2] epsilon=1e-05 (x0 x1)\n");
  expect_text(OneNode("LayerNormalization")
                  .in({2, 3, 4})
                  .in({3, 4})
                  .in({3, 4})
                  .set("axis", 1)
                  .set("epsilon", 0.5F),
              "y = layer_norm axes=[1,2] epsilon=0.5 (x0 x1 x2)\n");
  expect_text(OneNode("LayerNormalization").in({2, 3, 4}).in({1}).in({4}),
              "y/normalised = layer_norm axes=[2] epsilon=1e-05 (x0)\n"
              "y/scaled = mul (y/normalised x1)\n"
              "y = add (y/scaled x2)\n");
  expect_text(OneNode("LayerNormalization").in({2, 3}).in({3}).outputs(3),
              "y = layer_norm axes=[1] epsilon=1e-05 (x0 x1)\n"
              "y/first_mean = reduce_mean axes=[1] keepdims=true (x0)\n"
              "y/rest = sub (x0 y/first_mean)\n"
              "y/correction = reduce_mean axes=[1] keepdims=true (y/rest)\n"
              "y/mean = add (y/first_mean y/correction)\n"
              "y1 = reshape shape=[2,1] (y/mean)\n"
              "y/difference = sub (x0 y/mean)\n"
              "y/squares = mul (y/difference y/difference)\n"
              "y/variance = reduce_mean axes=[1] keepdims=true (y/squares)\n"
              "y/raised = add (y/variance y/epsilon)\n"
              "y/deviation = sqrt (y/raised)\n"
              "y2 = inv (y/deviation)\n");
  expect_refusal(OneNode("LayerNormalization").in({2, 3}).in({2}),
                 "unreadable: does not broadcast");
  expect_refusal(OneNode("LayerNormalization").in({2, 3}).in({5, 2, 3}),
                 "unreadable: does not broadcast");
  expect_refusal(OneNode("LayerNormalization").in({2, 3}).in({3}).set("axis", 2),
                 "unreadable: axis 2");
  expect_refusal(OneNode("LayerNormalization").in({2, 3}).in({3}).set("stash_type", 10),
                 "unavailable: 'stash_type' is 10");
  expect_refusal(OneNode("LayerNormalization", 16).in({2, 3}).in({3}), "unreadable: opset 17");
}

TEST(RmsNormalization, OfTheLastAxes) {
  expect_text(OneNode("RMSNormalization").in({2, 3}).in({3}),
              "y = rms_norm axes=[1] epsilon=1e-05 (x0 x1)\n");
  expect_text(OneNode("RMSNormalization").in({2, 3}).in({2, 1}),
              "y/normalised = rms_norm axes=[1] epsilon=1e-05 (x0)\n"
              "y = mul (y/normalised x1)\n");
  expect_refusal(OneNode("RMSNormalization").in({2, 3}).in({2}), "unreadable: does not broadcast");
}

TEST(InstanceNormalization, OfEachChannel) {
  expect_text(OneNode("InstanceNormalization").in({2, 3, 4, 5}).in({3}).in({3}),
              "y/normalised = layer_norm axes=[2,3] epsilon=1e-05 (x0)\n"
              "y/scale = reshape shape=[3,1,1] (x1)\n"
              "y/bias = reshape shape=[3,1,1] (x2)\n"
              "y/scaled = mul (y/normalised y/scale)\n"
              "y = add (y/scaled y/bias)\n");
  expect_refusal(OneNode("InstanceNormalization").in({2, 3}).in({3}).in({3}), "unreadable: 3 axes");
  expect_refusal(OneNode("InstanceNormalization").in({2, 3, 4}).in({3}).in({4}),
                 "unreadable: not [3]");
}

TEST(GroupNormalization, HasAScalePerGroupOrChannel) {
  expect_text(OneNode("GroupNormalization", 18).in({2, 4, 5}).in({2}).in({2}).set("num_groups", 2),
              "y/groups = reshape shape=[2,2,10] (x0)\n"
              "y/normalised = layer_norm axes=[2] epsilon=1e-05 (y/groups)\n"
              "y/scale = reshape shape=[2,1] (x1)\n"
              "y/bias = reshape shape=[2,1] (x2)\n"
              "y/scaled = mul (y/normalised y/scale)\n"
              "y/shifted = add (y/scaled y/bias)\n"
              "y = reshape shape=[2,4,5] (y/shifted)\n");
  expect_text(OneNode("GroupNormalization", 21).in({2, 4, 5}).in({4}).in({4}).set("num_groups", 2),
              "y/groups = reshape shape=[2,2,10] (x0)\n"
              "y/normalised = layer_norm axes=[2] epsilon=1e-05 (y/groups)\n"
              "y/channels = reshape shape=[2,4,5] (y/normalised)\n"
              "y/scale = reshape shape=[4,1] (x1)\n"
              "y/bias = reshape shape=[4,1] (x2)\n"
              "y/scaled = mul (y/channels y/scale)\n"
              "y = add (y/scaled y/bias)\n");
  expect_refusal(
      OneNode("GroupNormalization", 21).in({2, 4, 5}).in({2}).in({2}).set("num_groups", 2),
      "unreadable: not [4]");
  expect_refusal(OneNode("GroupNormalization").in({2, 4, 5}).in({4}).in({4}).set("num_groups", 3),
                 "unreadable: is 3");
  expect_refusal(OneNode("GroupNormalization").in({2, 4, 5}).in({4}).in({4}).set("num_groups", 0),
                 "unreadable: is 0");
  expect_refusal(OneNode("GroupNormalization").in({2, 4, 5}).in({4}).in({4}),
                 "unreadable: is missing");
}

TEST(MeanVarianceNormalization, IsOnnxsFunction) {
  expect_text(OneNode("MeanVarianceNormalization").in({2, 3}).set("axes", Extents{-1}),
              "y/first_mean = reduce_mean axes=[1] keepdims=true (x0)\n"
              "y/rest = sub (x0 y/first_mean)\n"
              "y/correction = reduce_mean axes=[1] keepdims=true (y/rest)\n"
              "y/mean = add (y/first_mean y/correction)\n"
              "y/difference = sub (x0 y/mean)\n"
              "y/squares = mul (y/difference y/difference)\n"
              "y/variance = reduce_mean axes=[1] keepdims=true (y/squares)\n"
              "y/deviation = sqrt (y/variance)\n"
              "y/divisor = add (y/deviation y/least)\n"
              "y = div (y/difference y/divisor)\n");
  expect_refusal(OneNode("MeanVarianceNormalization").in({2, 3}),
                 "unreadable: 3 axes are named of a tensor");
}

}  // namespace
}  // namespace touchstone::onnx_test
