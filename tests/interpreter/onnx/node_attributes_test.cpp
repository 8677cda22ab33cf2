#include "touchstone/onnx/node_attributes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "onnx_model.h"

namespace touchstone::onnx_test {
namespace {

using ::testing::HasSubstr;

/// A Flatten whose attributes `edit` writes.
template <class Edit>
std::string flatten_with(Edit edit, int opset = 13) {
  Model model(opset);
  model.input("x", {2, 3}).output("y");
  NodeHandle node = model.node("Flatten", {"x"}, {"y"});
  edit(node);
  const auto graph = model.read();
  return graph ? text_of(*graph) : verdict(graph);
}

TEST(NodeAttributes, HaveDefaults) {
  EXPECT_EQ(flatten_with([](NodeHandle&) {}), "y = flatten axis=1 (x)\n");
  EXPECT_EQ(flatten_with([](NodeHandle& n) { n.set("axis", 2); }), "y = flatten axis=2 (x)\n");
}

/// An encoder of the proto3 variant of the schema leaves out a scalar that is 0.
TEST(NodeAttributes, AbsentContentIsZero) {
  EXPECT_EQ(flatten_with([](NodeHandle& n) { n.add("axis", onnx::AttributeProto::INT); }),
            "y = flatten axis=0 (x)\n");
}

TEST(NodeAttributes, MustBelongToTheOperator) {
  EXPECT_EQ(flatten_with([](NodeHandle& n) { n.set("axes", 1); }),
            "unreadable: model.onnx: node #0 'y' (Flatten): attribute 'axes' is not one the "
            "operator has at this opset");
  EXPECT_THAT(flatten_with([](NodeHandle& n) { n.set("", 1); }), HasSubstr("has no name"));
}

TEST(NodeAttributes, MayStandOnce) {
  EXPECT_THAT(flatten_with([](NodeHandle& n) { n.set("axis", 1).set("axis", 1); }),
              HasSubstr("unreadable: model.onnx: node #0 'y' (Flatten): attribute 'axis' is given "
                        "twice"));
}

TEST(NodeAttributes, HaveTheOperatorsType) {
  EXPECT_THAT(flatten_with([](NodeHandle& n) { n.set("axis", 1.0F); }),
              HasSubstr("unreadable: model.onnx: node #0 'y' (Flatten): attribute 'axis' is FLOAT; "
                        "the operator has it as INT"));
  EXPECT_THAT(flatten_with([](NodeHandle& n) { n.set("axis", Extents{1}); }),
              HasSubstr("attribute 'axis' is INTS"));
}

TEST(NodeAttributes, HoldWhatTheirTypeSays) {
  EXPECT_THAT(
      flatten_with([](NodeHandle& n) { n.add("axis", onnx::AttributeProto::INT).set_f(1); }),
      HasSubstr("unreadable: "));
  EXPECT_THAT(flatten_with([](NodeHandle& n) {
                auto& attribute = n.add("axis", onnx::AttributeProto::INT);
                attribute.set_i(1);
                attribute.add_floats(1);
              }),
              HasSubstr("attribute 'axis' says it is INT but holds FLOATS"));
  EXPECT_THAT(
      flatten_with([](NodeHandle& n) { n.add("axis", onnx::AttributeProto::UNDEFINED).set_i(1); }),
      HasSubstr("says it is UNDEFINED but holds INT"));
}

TEST(NodeAttributes, HoldNoGraphAndNoReference) {
  EXPECT_THAT(
      flatten_with([](NodeHandle& n) { n.add("body", onnx::AttributeProto::GRAPH).mutable_g(); }),
      HasSubstr("unavailable: model.onnx: node #0 'y' (Flatten): attribute 'body' holds a "
                "graph"));
  EXPECT_THAT(flatten_with([](NodeHandle& n) {
                n.add("axis", onnx::AttributeProto::INT).set_ref_attr_name("a");
              }),
              HasSubstr("unreadable: "));
}

TEST(NodeAttributes, AreRequiredWhereTheOperatorSaysSo) {
  Model model(13);
  model.input("x", {2}).output("y");
  model.node("Concat", {"x"}, {"y"});
  EXPECT_THAT(verdict(model), HasSubstr("unreadable: model.onnx: node #0 'y' (Concat): attribute "
                                        "'axis' is missing"));
  NodeHandle(*model.graph().mutable_node(0)).set("axis", 0);
  EXPECT_EQ(verdict(model), "ok");
}

TEST(NodeAttributes, OfUnsupportedKindsAreRefusedByName) {
  Model model(13);
  model.input("x", {2}).output("y");
  model.node("Relu", {"x"}, {"y"});
  model.node("Constant", {}, {"c"}).set("value_string", "text");
  EXPECT_THAT(verdict(model), HasSubstr("unavailable: model.onnx: node #1 'c' (Constant): "
                                        "attribute 'value_string' is not supported"));
}

TEST(NodeAttributes, NameAFaultyTensor) {
  Model model(13);
  model.input("x", {2}).output("y");
  model.node("Relu", {"x"}, {"y"});
  model.node("Constant", {}, {"c"}).set("value", float_tensor({2}, {1}));
  EXPECT_THAT(verdict(model),
              HasSubstr("node #1 'c' (Constant).attribute 'value': it has shape [2] but holds 1"));
}

/// A Gemm whose factor `alpha` is given.
std::string gemm_with(float alpha) {
  Model model(13);
  model.input("x", {2, 2}).initializer("w", float_tensor({2, 2}, {1, 2, 3, 4})).output("y");
  model.node("Gemm", {"x", "w"}, {"y"}).set("alpha", alpha);
  return verdict(model);
}

TEST(NodeAttributes, AreFiniteNumbers) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(gemm_with(0.5F), "ok");
  EXPECT_EQ(gemm_with(std::numeric_limits<float>::max()), "ok");
  EXPECT_EQ(gemm_with(std::numeric_limits<float>::quiet_NaN()),
            "unreadable: model.onnx: node #0 'y' (Gemm): attribute 'alpha' is NaN; it must be a "
            "finite number");
  EXPECT_THAT(gemm_with(infinity), HasSubstr("attribute 'alpha' is infinite; it must be"));
  EXPECT_THAT(gemm_with(-infinity), HasSubstr("attribute 'alpha' is infinite; it must be"));

  Model unused(11);
  unused.input("x", {2}).output("y");
  unused.node("Dropout", {"x"}, {"y"}).set("ratio", 0.25F);
  EXPECT_EQ(verdict(unused), "ok");
  unused.graph().mutable_node(0)->mutable_attribute(0)->set_f(infinity);
  EXPECT_THAT(verdict(unused), HasSubstr("node #0 'y' (Dropout): attribute 'ratio' is infinite"));
}

/// A constant's elements are data, which may be anything a float is.
TEST(NodeAttributes, OfConstantsMayBeAnyFloat) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const auto constant = [](const char* name, const auto& value) {
    Model model(13);
    model.input("x", {1}).output("y");
    model.node("Constant", {}, {"c"}).set(name, value);
    model.node("Add", {"x", "c"}, {"y"});
    return verdict(model);
  };
  EXPECT_EQ(constant("value_float", std::numeric_limits<float>::quiet_NaN()), "ok");
  EXPECT_EQ(constant("value_float", -infinity), "ok");
  EXPECT_EQ(constant("value_floats", std::vector<float>{infinity}), "ok");
  EXPECT_EQ(constant("value", float_tensor({1}, {infinity})), "ok");
}

}  // namespace
}  // namespace touchstone::onnx_test
