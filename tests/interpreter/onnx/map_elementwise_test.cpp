#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "one_node.h"

namespace touchstone::onnx_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Elementwise, AddSubMulBroadcast) {
  for (const auto& [type, name] : {std::pair{"Add", "add"}, {"Sub", "sub"}, {"Mul", "mul"}}) {
    Model model(7);
    model.input("a", {2, 1}).input("b", {3}).output("y");
    model.node(type, {"a", "b"}, {"y"});
    const Graph graph = graph_of(model);
    EXPECT_EQ(text_of(graph), "y = " + std::string(name) + " (a b)\n");
    EXPECT_EQ(graph.value(graph.outputs[0]).type.text(), "float32 [2,3]");
  }
  Model model(7);
  model.input("a", {2}).input("b", {3}).output("y");
  model.node("Add", {"a", "b"}, {"y"});
  EXPECT_THAT(verdict(model), HasSubstr("unreadable: model.onnx: node #0 'y' (Add): the shapes"));
}

TEST(Elementwise, SubtractsTheSecond) {
  Model model(13);
  model.input("a", {2}).input("b", {2}).output("y");
  model.node("Sub", {"a", "b"}, {"y"});
  EXPECT_THAT(output_of(graph_of(model),
                        {counting({2}), Tensor::of(Shape::of({2}), std::vector{5.0F, 7.0F})}),
              ElementsAre(-5, -6));
}

TEST(Relu, IsRelu) {
  Model model(13);
  model.input("x", {2}).output("y");
  model.node("Relu", {"x"}, {"y"});
  EXPECT_EQ(text_of(graph_of(model)), "y = relu (x)\n");
}

TEST(Elementwise, OperationsOfOneOperand) {
  for (const auto& [type, name] :
       std::vector<std::pair<std::string, std::string>>{{"Abs", "abs"},
                                                        {"Neg", "neg"},
                                                        {"Exp", "exp"},
                                                        {"Log", "log"},
                                                        {"Sqrt", "sqrt"},
                                                        {"Reciprocal", "inv"},
                                                        {"Sin", "sin"},
                                                        {"Cos", "cos"},
                                                        {"Tanh", "tanh"},
                                                        {"Erf", "erf"}}) {
    expect_text(OneNode(type, 13).in({2, 3}), "y = " + name + " (x0)\n");
    expect_refusal(OneNode(type, 13).mask({2}), "unavailable: BOOL");
    expect_refusal(OneNode(type, 13).in({2}).in({2}), "unreadable: it has 2 inputs");
  }
}

TEST(Elementwise, CompositionsOfOneOperand) {
  expect_text(OneNode("Tan").in({2}),
              "y/sin = sin (x0)\n"
              "y/cos = cos (x0)\n"
              "y = div (y/sin y/cos)\n");
  expect_text(OneNode("Cosh").in({2}),
              "y/abs = abs (x0)\n"
              "y/halved = mul (y/abs y/half)\n"
              "y/root = exp (y/halved)\n"
              "y/half_root = mul (y/root y/half)\n"
              "y/growing = mul (y/half_root y/root)\n"
              "y/half_inverse = div (y/half y/root)\n"
              "y/shrinking = div (y/half_inverse y/root)\n"
              "y = add (y/growing y/shrinking)\n");
  expect_text(OneNode("Sinh").in({2}),
              "y/abs = abs (x0)\n"
              "y/halved = mul (y/abs y/half)\n"
              "y/root = exp (y/halved)\n"
              "y/half_root = mul (y/root y/half)\n"
              "y/growing = mul (y/half_root y/root)\n"
              "y/half_inverse = div (y/half y/root)\n"
              "y/shrinking = div (y/half_inverse y/root)\n"
              "y/cosh = add (y/growing y/shrinking)\n"
              "y/tanh = tanh (x0)\n"
              "y = mul (y/tanh y/cosh)\n");
  expect_text(OneNode("Sign").in({2}),
              "y/below = less (x0 y/zero)\n"
              "y/above = greater (x0 y/zero)\n"
              "y/negative = where (y/below y/minus_one x0)\n"
              "y = where (y/above y/one y/negative)\n");
  expect_refusal(OneNode("Sinh", 8).in({2}), "unreadable: it came with opset 9");
  expect_refusal(OneNode("Tan").list({2}), "unavailable: only FLOAT operands");
  expect_refusal(OneNode("Cosh").mask({2}), "unavailable: only FLOAT operands");
  expect_refusal(OneNode("Sign").list({2}), "unavailable: only FLOAT operands");
}

TEST(Elementwise, AnyNumberOfOperands) {
  expect_text(OneNode("Max").in({2}), "y = reshape shape=[2] (x0)\n");
  expect_text(OneNode("Min").in({2}).in({1}), "y = min (x0 x1)\n");
  expect_text(OneNode("Max").in({2}).in({1}).in({3, 1}),
              "y/part_1 = max (x0 x1)\n"
              "y = max (y/part_1 x2)\n");
  expect_text(OneNode("Sum").in({2}).in({2}).in({2}),
              "y/part_1 = add (x0 x1)\n"
              "y = add (y/part_1 x2)\n");
  expect_text(OneNode("Mean").in({2}).in({2}).in({2}),
              "y/part_1 = add (x0 x1)\n"
              "y/sum = add (y/part_1 x2)\n"
              "y = div (y/sum y/count)\n");
  expect_text(OneNode("Mean").in({2}), "y = reshape shape=[2] (x0)\n");
  expect_refusal(OneNode("Sum").in({2}).in({3}), "unreadable: ");
  expect_refusal(OneNode("Max").in({2}).none().in({3}),
                 "unreadable: its input 1, which is required");
  expect_refusal(OneNode("Max").list({2}).list({3}), "unavailable: max has no meaning at int64");
}

TEST(Pow, TakesWholeExponentsThatAreConstant) {
  expect_text(OneNode("Pow").in({2}).in({1}), "y = pow (x0 x1)\n");
  expect_text(OneNode("Pow").in({2}).list({2}), "y = pow (x0 y/exponent)\n");
  expect_refusal(OneNode("Pow").in({2}).index({2}), "unavailable: 'Y' is INT64 and only known");
  expect_refusal(OneNode("Pow").in({2}).list({(std::int64_t{1} << 24) + 1}),
                 "unavailable: exactly");
  expect_refusal(OneNode("Pow").list({2}).list({2}), "unavailable: pow has no meaning at int64");
}

TEST(Clip, OfAttributesBeforeOpset11) {
  const float infinity = std::numeric_limits<float>::infinity();
  expect_text(OneNode("Clip", 7).in({2}).set("min", -1.0F).set("max", 2.0F),
              "y = clamp max=2 min=-1 (x0)\n");
  expect_text(OneNode("Clip", 7).in({2}).set("min", 0.0F),
              "y = clamp max=3.4028235e+38 min=0 (x0)\n");
  expect_text(OneNode("Clip", 7).in({2}).set("max", infinity),
              "y/raised = max (x0 y/min)\n"
              "y = min (y/raised y/max)\n");
  expect_text(OneNode("Clip", 7).in({2}).set("min", 2.0F).set("max", 1.0F),
              "y/raised = max (x0 y/min)\n"
              "y = min (y/raised y/max)\n");
  expect_refusal(OneNode("Clip", 7).in({2}).set("min", std::numeric_limits<float>::quiet_NaN()),
                 "unreadable: NaN");
  expect_refusal(OneNode("Clip", 11).in({2}).set("min", 0.0F), "unreadable: attribute 'min'");
}

TEST(Clip, OfInputsSinceOpset11) {
  expect_text(OneNode("Clip").in({2}), "y = reshape shape=[2] (x0)\n");
  expect_text(OneNode("Clip").in({2}).number(-1), "y = max (x0 x1)\n");
  expect_text(OneNode("Clip").in({2}).none().in({}), "y = min (x0 x2)\n");
  expect_text(OneNode("Clip").in({2}).number(-1).number(1), "y = clamp max=1 min=-1 (x0)\n");
  expect_text(OneNode("Clip").in({2}).number(1).number(-1),
              "y/raised = max (x0 x1)\n"
              "y = min (y/raised x2)\n");
  expect_text(OneNode("Clip").in({2}).in({}).number(1),
              "y/raised = max (x0 x1)\n"
              "y = min (y/raised x2)\n");
  expect_refusal(OneNode("Clip").in({2}).in({2}), "unreadable: 'min' has shape [2]");
  expect_refusal(OneNode("Clip").in({2}).none().list({1}), "unreadable: ");
}

}  // namespace
}  // namespace touchstone::onnx_test
