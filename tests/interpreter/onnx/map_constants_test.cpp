#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "one_node.h"

namespace touchstone::onnx_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A model with one float node "y"; further nodes give the output "c".
Model constant_model(int opset) {
  Model model(opset);
  model.input("x", {2, 3, 4}).output("c");
  model.node("Relu", {"x"}, {"y"});
  return model;
}

Tensor constant_of(const Model& model) {
  const Graph graph = graph_of(model);
  EXPECT_EQ(graph.nodes.size(), 1U);
  return graph.value(graph.outputs[0]).constant.value();
}

template <class Value>
Model constant(int opset, const std::string& attribute, const Value& value) {
  Model model = constant_model(opset);
  model.node("Constant", {}, {"c"}).set(attribute, value);
  return model;
}

TEST(Constant, IsNoParameterButAnInitializerIs) {
  Model model = constant(7, "value", float_tensor({2}, {1, 2}));
  const Graph made = graph_of(model);
  EXPECT_FALSE(made.value(made.outputs[0]).parameter);
  Model given = constant_model(7);
  given.initializer("c", float_tensor({2}, {1, 2}));
  const Graph initialized = graph_of(given);
  EXPECT_TRUE(initialized.value(initialized.outputs[0]).parameter);
}

TEST(Constant, HoldsItsTensor) {
  const Tensor tensor = constant_of(constant(7, "value", float_tensor({2, 1}, {1, 2})));
  EXPECT_EQ(tensor.type().text(), "float32 [2,1]");
  EXPECT_THAT(tensor.floats(), ElementsAre(1, 2));
  EXPECT_THAT(constant_of(constant(7, "value", integer_tensor({}, {5}))).integers(),
              ElementsAre(5));
}

TEST(Constant, HasShortFormsFromOpset12) {
  EXPECT_EQ(constant_of(constant(12, "value_float", 1.5F)).type().text(), "float32 []");
  EXPECT_THAT(constant_of(constant(12, "value_float", 1.5F)).floats(), ElementsAre(1.5F));
  EXPECT_THAT(constant_of(constant(12, "value_int", 7)).integers(), ElementsAre(7));
  EXPECT_THAT(constant_of(constant(12, "value_ints", Extents{7, 8})).integers(), ElementsAre(7, 8));
  const Tensor floats = constant_of(constant(12, "value_floats", std::vector<float>{7, 8, 9}));
  EXPECT_EQ(floats.type().text(), "float32 [3]");
  EXPECT_THAT(floats.floats(), ElementsAre(7, 8, 9));
  EXPECT_THAT(verdict(constant(11, "value_float", 1.5F)), HasSubstr("not one the operator has"));
}

TEST(Constant, HasOneValue) {
  Model none = constant_model(13);
  none.node("Constant", {}, {"c"});
  EXPECT_THAT(verdict(none),
              HasSubstr("unreadable: model.onnx: node #1 'c' (Constant): it must have "
                        "exactly one attribute"));
  Model two = constant(13, "value_int", 7);
  NodeHandle(*two.graph().mutable_node(1)).set("value", integer_tensor({}, {7}));
  EXPECT_THAT(verdict(two), HasSubstr("exactly one attribute"));
  Model tensors = constant(13, "value", integer_tensor({}, {7}));
  NodeHandle(*tensors.graph().mutable_node(1)).set("value_floats", std::vector<float>{7});
  EXPECT_THAT(verdict(tensors), HasSubstr("attribute 'value_floats' is a second value"));
}

TEST(Constant, RefusesOtherKindsByName) {
  for (const char* name : {"sparse_value", "value_string", "value_strings"}) {
    Model model = constant_model(13);
    model.node("Constant", {}, {"c"}).set(name, "text");
    EXPECT_THAT(verdict(model), HasSubstr("unavailable: model.onnx: node #1 'c' (Constant): "
                                          "attribute '" +
                                          std::string(name) + "' is not supported"));
  }
}

Model filled(const Extents& shape, const std::optional<onnx::TensorProto>& value, int opset = 13) {
  Model model = constant_model(opset);
  model.list("s", shape);
  NodeHandle node = model.node("ConstantOfShape", {"s"}, {"c"});
  if (value) node.set("value", *value);
  return model;
}

TEST(ConstantOfShape, OfFloatsIsABroadcast) {
  const Graph graph = graph_of(filled({2, 3}, float_tensor({1}, {1.5F})));
  EXPECT_EQ(text_of(graph), "y = relu (x)\nc = broadcast shape=[2,3] (c/value)\n");
  EXPECT_THAT(graph.value(graph.nodes[1].inputs[0]).constant->floats(), ElementsAre(1.5F));
  const Graph zeros = graph_of(filled({}, {}));
  EXPECT_EQ(text_of(zeros), "y = relu (x)\nc = broadcast shape=[] (c/value)\n");
  EXPECT_THAT(zeros.value(zeros.nodes[1].inputs[0]).constant->floats(), ElementsAre(0));
}

TEST(ConstantOfShape, AllocatesNothingFromItsExtents) {
  const Graph graph = graph_of(filled({1 << 30, 1 << 30}, {}));
  EXPECT_EQ(graph.value(graph.outputs[0]).type.text(), "float32 [1073741824,1073741824]");
  EXPECT_THAT(verdict(filled({1 << 30, 1 << 30}, integer_tensor({1}, {1}))),
              HasSubstr("unavailable: "));
}

TEST(ConstantOfShape, OfIntegersIsFolded) {
  const Tensor tensor = constant_of(filled({2, 2}, integer_tensor({1}, {-1})));
  EXPECT_EQ(tensor.type().text(), "int64 [2,2]");
  EXPECT_THAT(tensor.integers(), ElementsAre(-1, -1, -1, -1));
  const Tensor flags = constant_of(filled({3}, small_tensor(onnx::TensorProto::BOOL, {1}, {1})));
  EXPECT_EQ(flags.type().text(), "bool [3]");
  EXPECT_THAT(flags.bytes(), ElementsAre(std::byte{1}, std::byte{1}, std::byte{1}));
}

TEST(ConstantOfShape, HasOneElementAndAnOpset) {
  EXPECT_THAT(
      verdict(filled({2}, float_tensor({2}, {1, 2}))),
      HasSubstr("unreadable: model.onnx: node #1 'c' (ConstantOfShape): attribute 'value' has "
                "shape [2]"));
  EXPECT_THAT(verdict(filled({-2}, {})), HasSubstr("unreadable: "));
  EXPECT_EQ(verdict(filled({2}, {}, 9)), "ok");
  EXPECT_THAT(verdict(filled({2}, {}, 8)), HasSubstr("it came with opset 9"));
}

Model shape_of(int opset, std::optional<int> start, std::optional<int> end) {
  Model model = constant_model(opset);
  NodeHandle node = model.node("Shape", {"y"}, {"c"});
  if (start) node.set("start", *start);
  if (end) node.set("end", *end);
  return model;
}

TEST(Shape, IsFolded) {
  EXPECT_THAT(constant_of(shape_of(7, {}, {})).integers(), ElementsAre(2, 3, 4));
  Model scalar(13);
  scalar.input("x", {}).output("c");
  scalar.node("Relu", {"x"}, {"y"});
  scalar.node("Shape", {"y"}, {"c"});
  EXPECT_EQ(constant_of(scalar).type().text(), "int64 [0]");
}

TEST(Shape, HasBoundsFromOpset15) {
  EXPECT_THAT(constant_of(shape_of(15, 1, {})).integers(), ElementsAre(3, 4));
  EXPECT_THAT(constant_of(shape_of(15, {}, -1)).integers(), ElementsAre(2, 3));
  EXPECT_THAT(constant_of(shape_of(15, -2, 2)).integers(), ElementsAre(3));
  EXPECT_THAT(constant_of(shape_of(15, -100, 100)).integers(), ElementsAre(2, 3, 4));
  EXPECT_THAT(constant_of(shape_of(15, 2, 1)).integers(), ElementsAre());
  EXPECT_THAT(verdict(shape_of(14, 1, {})), HasSubstr("attribute 'start' is not one"));
}

TEST(Size, IsFolded) {
  Model model = constant_model(13);
  model.node("Size", {"y"}, {"c"});
  EXPECT_EQ(constant_of(model).type().text(), "int64 []");
  EXPECT_THAT(constant_of(model).integers(), ElementsAre(24));
}

TEST(Range, OfWholeNumbersIsFolded) {
  const auto values = [](std::int64_t start, std::int64_t limit, std::int64_t delta) {
    Model model(13);
    model.input("x", {1}).output("i").output("y");
    model.initializer("start", integer_tensor({}, {start}));
    model.initializer("limit", integer_tensor({}, {limit}));
    model.initializer("delta", integer_tensor({}, {delta}));
    model.node("Range", {"start", "limit", "delta"}, {"i"});
    model.node("Relu", {"x"}, {"y"});
    const auto graph = model.read();
    if (!graph) return verdict(graph);
    const auto found = graph->value(graph->outputs[0]).constant->integers();
    return touchstone::text_of(Integers(found.begin(), found.end()));
  };
  EXPECT_EQ(values(1, 8, 3), "[1,4,7]");
  EXPECT_EQ(values(1, 7, 3), "[1,4]");
  EXPECT_EQ(values(5, -2, -4), "[5,1]");
  EXPECT_EQ(values(1, 1, 1), "[]");
  EXPECT_EQ(values(1, 5, -1), "[]");
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(values(most - 1, most, most), "[9223372036854775806]");
  EXPECT_THAT(values(0, 5, 0),
              HasSubstr("unreadable: model.onnx: node #0 'i' (Range): its input 'delta'"));
  EXPECT_THAT(values(0, 100'000, 1), HasSubstr("unavailable: "));
  EXPECT_THAT(values(-most, most, 1), HasSubstr("unreadable: "));
  expect_refusal(OneNode("Range").number(0).number(1).number(1),
                 "unavailable: its inputs are FLOAT");
  expect_refusal(OneNode("Range").list({0}).list({1}).number(1), "unreadable: different types");
  expect_refusal(OneNode("Range").index({}).index({}).index({}),
                 "unavailable: 'start' is only known");
}

TEST(EyeLike, IsAConstant) {
  Model model(13);
  model.input("x", {2, 3}).output("e").output("y");
  model.node("EyeLike", {"x"}, {"e"}).set("k", 1);
  model.node("Relu", {"x"}, {"y"});
  const Graph graph = graph_of(model);
  EXPECT_THAT(graph.value(graph.outputs[0]).constant->floats(), ElementsAre(0, 1, 0, 0, 0, 1));
  expect_refusal(OneNode("EyeLike").in({2}), "unreadable: is no matrix");
  expect_refusal(OneNode("EyeLike").in({2, 2}).set("dtype", 11), "unavailable: DOUBLE");
  expect_refusal(OneNode("EyeLike").in({300, 300}), "unavailable: ");
}

}  // namespace
}  // namespace touchstone::onnx_test
