#include "touchstone/onnx/node_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "onnx_model.h"

namespace touchstone::onnx_test {
namespace {

using ::testing::HasSubstr;

Model add_model(const Names& inputs, const Names& outputs) {
  Model model(13);
  model.input("x", {2}).output("y");
  model.node("Relu", {"x"}, {"y"});
  model.node("Add", inputs, outputs);
  return model;
}

TEST(NodeReader, NamesNodesByTheirOutput) {
  Model model = add_model({"x", "y"}, {"a/b:0"});
  model.graph().mutable_node(0)->set_name("same");
  model.graph().mutable_node(1)->set_name("same");
  EXPECT_EQ(text_of(graph_of(model)), "y = relu (x)\na/b:0 = add (x y)\n");
}

TEST(NodeReader, NeedsTheRightNumberOfInputs) {
  EXPECT_EQ(verdict(add_model({"x", "y"}, {"z"})), "ok");
  EXPECT_EQ(verdict(add_model({"x", "y", ""}, {"z"})), "ok");
  EXPECT_EQ(verdict(add_model({"x"}, {"z"})),
            "unreadable: model.onnx: node #1 'z' (Add): it has 1 inputs; the operator takes 2");
  EXPECT_THAT(verdict(add_model({"x", "y", "x"}, {"z"})), HasSubstr("it has 3 inputs"));
  EXPECT_THAT(
      verdict(add_model({"", "y"}, {"z"})),
      HasSubstr("unreadable: model.onnx: node #1 'z' (Add): its input 0, which is required"));
}

TEST(NodeReader, NeedsEveryOperandOfAVariadicOperator) {
  Model model(13);
  model.input("x", {2}).output("y");
  model.node("Concat", {"x", "", "x"}, {"y"}).set("axis", 0);
  EXPECT_THAT(verdict(model), HasSubstr("its input 1, which is required, has no name"));
  model.graph().mutable_node(0)->set_input(1, "x");
  EXPECT_EQ(verdict(model), "ok");
}

TEST(NodeReader, NeedsTheRightNumberOfOutputs) {
  EXPECT_EQ(verdict(add_model({"x", "y"}, {"z", ""})), "ok");
  EXPECT_THAT(verdict(add_model({"x", "y"}, {"z", "w"})),
              HasSubstr("unreadable: model.onnx: node #1 'z' (Add): it has 2 outputs; the operator "
                        "gives 1"));
  EXPECT_THAT(verdict(add_model({"x", "y"}, {})), HasSubstr("node #1 (Add): its first output"));
  EXPECT_THAT(verdict(add_model({"x", "y"}, {"", "z"})), HasSubstr("its first output has no name"));
}

TEST(NodeReader, RefusesNamesUsedTwice) {
  EXPECT_THAT(verdict(add_model({"x", "y"}, {"y"})),
              HasSubstr("unreadable: model.onnx: node #1 'y' (Add): the name 'y' is used twice"));
  EXPECT_THAT(verdict(add_model({"x", "y"}, {"x"})), HasSubstr("'x' is used twice"));
  Model inputs = add_model({"x", "y"}, {"z"});
  inputs.input("x", {2});
  EXPECT_THAT(verdict(inputs),
              HasSubstr("unreadable: model.onnx: input 'x': its name is used twice"));
  Model initializers = add_model({"x", "y"}, {"z"});
  initializers.list("w", {1}).list("w", {1});
  EXPECT_THAT(verdict(initializers), HasSubstr("initializer 'w': its name is used twice"));
  Model outputs = add_model({"x", "y"}, {"z"});
  outputs.output("y");
  EXPECT_THAT(verdict(outputs), HasSubstr("output 'y': its name is used twice"));
}

TEST(NodeReader, RefusesEmptyNames) {
  Model input = add_model({"x", "y"}, {"z"});
  input.input("", {2});
  EXPECT_THAT(verdict(input), HasSubstr("unreadable: model.onnx: input #1: it has no name"));
  Model initializer = add_model({"x", "y"}, {"z"});
  initializer.list("", {1});
  EXPECT_THAT(verdict(initializer), HasSubstr("initializer #0: it has no name"));
  Model output = add_model({"x", "y"}, {"z"});
  output.output("");
  EXPECT_THAT(verdict(output), HasSubstr("unreadable: model.onnx: output #1: it is no input"));
}

TEST(NodeReader, RefusesInputsFromNowhere) {
  EXPECT_THAT(verdict(add_model({"x", "q"}, {"z"})),
              HasSubstr("unreadable: model.onnx: node #1 'z' (Add): its input 1, 'q', is no input, "
                        "initializer or result of the graph"));
  Model output = add_model({"x", "y"}, {"z"});
  output.output("q");
  EXPECT_THAT(verdict(output), HasSubstr("unreadable: model.onnx: output 'q': it is no input"));
}

TEST(NodeReader, RefusesNodesOutOfOrderAndCycles) {
  Model model(13);
  model.input("x", {2}).output("z");
  model.node("Relu", {"y"}, {"z"});
  model.node("Relu", {"x"}, {"y"});
  EXPECT_THAT(
      verdict(model),
      HasSubstr("unreadable: model.onnx: node #0 'z' (Relu): its input 0, 'y', is computed by "
                "node #1, which does not come before it"));
  model.graph().mutable_node()->SwapElements(0, 1);
  EXPECT_EQ(verdict(model), "ok");
  EXPECT_THAT(verdict(add_model({"x", "z"}, {"z"})), HasSubstr("is computed by node #1"));
}

TEST(NodeReader, RefusesOtherDomains) {
  Model model = add_model({"x", "y"}, {"z"});
  model.graph().mutable_node(1)->set_domain("ai.onnx");
  EXPECT_EQ(verdict(model), "ok");
  model.graph().mutable_node(1)->set_domain("com.microsoft");
  EXPECT_THAT(verdict(model), HasSubstr("unavailable: model.onnx: node #1 'z' (Add): domain "
                                        "'com.microsoft'"));
}

TEST(NodeReader, TellsUnknownOperatorsFromUnsupportedOnes) {
  Model model = add_model({"x", "y"}, {"z"});
  model.graph().mutable_node(1)->set_op_type("LSTM");
  EXPECT_THAT(verdict(model), HasSubstr("unavailable: model.onnx: node #1 'z' (LSTM): operator "
                                        "LSTM is not supported: a recurrence over time"));
  model.graph().mutable_node(1)->set_op_type("Ad\nd");
  EXPECT_THAT(verdict(model), HasSubstr("unreadable: model.onnx: node #1 'z' (Ad\\x0ad): operator "
                                        "Ad\\x0ad is not one of ONNX's"));
  model.graph().mutable_node(1)->clear_op_type();
  EXPECT_THAT(verdict(model),
              HasSubstr("unreadable: model.onnx: node #1 'z' (): it has no operator"));
}

TEST(NodeReader, ReadsNodesThatNothingNeeds) {
  Model model(13);
  model.input("x", {2}).output("y");
  model.node("Relu", {"x"}, {"y"});
  model.node("Relu", {"y"}, {"unused"});
  EXPECT_EQ(graph_of(model).nodes.size(), 2U);
  model.graph().mutable_node(1)->set_op_type("LSTM");
  EXPECT_THAT(verdict(model), HasSubstr("unavailable: "));
}

TEST(NodeReader, OutputsMayBeInputsAndInitializers) {
  Model model = add_model({"x", "y"}, {"z"});
  model.output("x").output("w").initializer("w", float_tensor({1}, {3}));
  const Graph graph = graph_of(model);
  ASSERT_EQ(graph.outputs.size(), 3U);
  EXPECT_EQ(graph.outputs[1], graph.inputs[0]);
  EXPECT_TRUE(graph.value(graph.outputs[2]).constant.has_value());
}

TEST(NodeReader, NeedsOutputsAndNodes) {
  Model outputs(13);
  outputs.input("x", {2});
  outputs.node("Relu", {"x"}, {"y"});
  EXPECT_THAT(verdict(outputs), HasSubstr("unreadable: model.onnx: the model has no outputs"));
  Model nodes(13);
  nodes.input("x", {2}).output("x");
  EXPECT_THAT(verdict(nodes), HasSubstr("unreadable: model.onnx: the model has no operations"));
}

}  // namespace
}  // namespace touchstone::onnx_test
