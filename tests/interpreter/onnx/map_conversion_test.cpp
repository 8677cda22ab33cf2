#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "one_node.h"

namespace touchstone::onnx_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Identity, CopiesUnderItsOwnName) {
  Model model(13);
  model.input("x", {2, 3}).output("y");
  model.node("Identity", {"x"}, {"y"});
  EXPECT_EQ(text_of(graph_of(model)), "y = reshape shape=[2,3] (x)\n");
  Model scalar(13);
  scalar.input("x", {}).output("y");
  scalar.node("Identity", {"x"}, {"y"});
  EXPECT_EQ(text_of(graph_of(scalar)), "y = reshape shape=[] (x)\n");
}

TEST(Identity, OfIntegerConstantsIsFolded) {
  Model model(13);
  model.input("x", {2, 3}).output("y").list("s", {3, 2});
  model.node("Identity", {"s"}, {"t"});
  model.node("Reshape", {"x", "t"}, {"y"});
  EXPECT_EQ(text_of(graph_of(model)), "y = reshape shape=[3,2] (x)\n");
}

Model dropout(int opset, const Names& inputs, const Names& outputs) {
  Model model(opset);
  model.input("x", {2}).output("y").input("unknown", {}, onnx::TensorProto::INT64);
  model.initializer("ratio", float_tensor({}, {0.5F}));
  model.initializer("no", small_tensor(onnx::TensorProto::BOOL, {}, {0}));
  model.initializer("yes", small_tensor(onnx::TensorProto::BOOL, {}, {1}));
  model.node("Dropout", inputs, outputs);
  return model;
}

TEST(Dropout, PassesItsInputAtInference) {
  Model attribute = dropout(7, {"x"}, {"y"});
  NodeHandle(*attribute.graph().mutable_node(0)).set("ratio", 0.25F);
  EXPECT_EQ(text_of(graph_of(attribute)), "y = reshape shape=[2] (x)\n");
  Model inputs = dropout(13, {"x", "ratio", "no"}, {"y"});
  NodeHandle(*inputs.graph().mutable_node(0)).set("seed", 7);
  EXPECT_EQ(text_of(graph_of(inputs)), "y = reshape shape=[2] (x)\n");
}

TEST(Dropout, RefusesTrainingAndTheMaskOfOldOpsets) {
  EXPECT_EQ(verdict(dropout(13, {"x", "", "no"}, {"y"})), "ok");
  EXPECT_THAT(
      verdict(dropout(13, {"x", "", "yes"}, {"y"})),
      HasSubstr("unavailable: model.onnx: node #0 'y' (Dropout): its input 'training_mode'"));
  EXPECT_THAT(verdict(dropout(13, {"x", "", "unknown"}, {"y"})), HasSubstr("unavailable: "));
  EXPECT_THAT(verdict(dropout(13, {"x", "", "ratio"}, {"y"})), HasSubstr("no BOOL scalar"));
  EXPECT_EQ(verdict(dropout(7, {"x"}, {"y", ""})), "ok");
  EXPECT_THAT(verdict(dropout(7, {"x"}, {"y", "mask"})),
              HasSubstr("unavailable: model.onnx: node #0 'y' (Dropout): its second output"));
  EXPECT_EQ(text_of(graph_of(dropout(13, {"x"}, {"y", "mask"}))),
            "y/dropped = broadcast shape=[2] (y/none)\n"
            "mask = equal (y/dropped y/none)\n"
            "y = reshape shape=[2] (x)\n");
}

/// Casts the initializer "c" to `to`; the result "i" is an output.
Model cast(const onnx::TensorProto& constant, std::int64_t to, int opset = 13) {
  Model model(opset);
  model.input("x", {1}).output("i").initializer("c", constant);
  model.node("Relu", {"x"}, {"y"});
  model.node("Cast", {"c"}, {"i"}).set("to", to);
  return model;
}

std::vector<std::int64_t> cast_integers(const Model& model) {
  const Graph graph = graph_of(model);
  const auto values = graph.value(graph.outputs[0]).constant->integers();
  return {values.begin(), values.end()};
}

TEST(Cast, ToTheSameTypeIsACopy) {
  EXPECT_EQ(text_of(graph_of(cast(float_tensor({2}, {1, 2}), onnx::TensorProto::FLOAT))),
            "y = relu (x)\ni = reshape shape=[2] (c)\n");
  EXPECT_THAT(cast_integers(cast(integer_tensor({2}, {4, 5}), onnx::TensorProto::INT64)),
              ElementsAre(4, 5));
  Model saturate = cast(integer_tensor({1}, {4}), onnx::TensorProto::INT64, 19);
  NodeHandle(*saturate.graph().mutable_node(1)).set("saturate", 1);
  EXPECT_THAT(cast_integers(saturate), ElementsAre(4));
}

TEST(Cast, OfConstantWholeNumbersIsFolded) {
  const auto flags = small_tensor(onnx::TensorProto::BOOL, {2}, {0, 1});
  EXPECT_THAT(cast_integers(cast(flags, onnx::TensorProto::INT64)), ElementsAre(0, 1));
  const auto narrow = small_tensor(onnx::TensorProto::INT32, {1}, {-3});
  EXPECT_THAT(cast_integers(cast(narrow, onnx::TensorProto::INT64)), ElementsAre(-3));
  EXPECT_THAT(cast_integers(cast(integer_tensor({1}, {-3}), onnx::TensorProto::INT32)),
              ElementsAre(-3));
}

TEST(Cast, RefusesWhatItCannotHold) {
  EXPECT_THAT(
      verdict(cast(integer_tensor({1}, {std::int64_t{1} << 31U}), onnx::TensorProto::INT32)),
      HasSubstr("casts 2147483648 to INT32"));
  EXPECT_EQ(
      verdict(cast(integer_tensor({1}, {(std::int64_t{1} << 31U) - 1}), onnx::TensorProto::INT32)),
      "ok");
}

TEST(Cast, RefusesOtherConversions) {
  EXPECT_THAT(verdict(cast(integer_tensor({1}, {1}), onnx::TensorProto::BOOL)),
              HasSubstr("unavailable: model.onnx: node #1 'i' (Cast): casting INT64 to BOOL"));
  EXPECT_THAT(verdict(cast(float_tensor({1}, {1}), onnx::TensorProto::INT64)),
              HasSubstr("casting FLOAT to INT64"));
  EXPECT_THAT(verdict(cast(float_tensor({1}, {1}), onnx::TensorProto::FLOAT16)),
              HasSubstr("unavailable: model.onnx: node #1 'i' (Cast).attribute 'to': element type "
                        "FLOAT16"));
  EXPECT_THAT(verdict(cast(float_tensor({1}, {1}), 99)), HasSubstr("unreadable: "));
  EXPECT_THAT(verdict(cast(float_tensor({1}, {1}), (std::int64_t{1} << 32U) + 1)),
              HasSubstr("unreadable: "));
}

TEST(Cast, OfConstantWholeNumbersToFloatRounds) {
  const Graph graph = graph_of(
      cast(integer_tensor({2}, {3, (std::int64_t{1} << 24) + 1}), onnx::TensorProto::FLOAT));
  EXPECT_THAT(graph.value(graph.outputs[0]).constant->floats(), ElementsAre(3, 0x1p24F));
}

TEST(Cast, BetweenMasksAndFloats) {
  const auto boolean = onnx::TensorProto::BOOL;
  expect_text(OneNode("Cast").mask({2}).set("to", onnx::TensorProto::FLOAT),
              "y = where (x0 y/one y/zero)\n");
  expect_text(OneNode("Cast").in({2}).set("to", boolean),
              "y/none = equal (x0 y/nothing)\n"
              "y/numbers = where (y/none y/one y/zero)\n"
              "y = equal (y/numbers y/not)\n");
  expect_text(OneNode("Cast").mask({2}).set("to", boolean),
              "y/number_0 = where (x0 y/one y/zero)\n"
              "y/moved = reshape shape=[2] (y/number_0)\n"
              "y = equal (y/moved y/one)\n");
  expect_refusal(OneNode("Cast").mask({2}).set("to", onnx::TensorProto::INT64),
                 "unavailable: casting BOOL to INT64 is only supported on constants");
  expect_refusal(OneNode("Cast").index({2}).set("to", onnx::TensorProto::FLOAT),
                 "unavailable: casting INT64 to FLOAT is only supported on constants");
}

TEST(CastLike, TakesTheTypeOfItsSecondInput) {
  expect_text(OneNode("CastLike").mask({2}).in({1}), "y = where (x0 y/one y/zero)\n");
  expect_text(OneNode("CastLike").in({2}).in({1}), "y = reshape shape=[2] (x0)\n");
  expect_refusal(OneNode("CastLike").in({2}).index({1}), "unavailable: (input 'target_type')");
  expect_refusal(OneNode("CastLike", 14).in({2}).in({1}), "unreadable: it came with opset 15");
}

}  // namespace
}  // namespace touchstone::onnx_test
