#include "touchstone/onnx/declared_types.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "onnx_model.h"

namespace touchstone::onnx_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Model relu_model(const Dimensions& dimensions) {
  Model model(13);
  model.input("x", dimensions).output("y");
  model.node("Relu", {"x"}, {"y"});
  return model;
}

TEST(SymbolicDimensions, AreBound) {
  const Graph graph = graph_of(relu_model({"batch", 3, "batch"}), {{"batch", 2}});
  EXPECT_EQ(graph.value(graph.inputs[0]).type.text(), "float32 [2,3,2]");
  EXPECT_EQ(graph.origin.bindings, (std::vector<Binding>{{"batch", 2}}));
}

TEST(SymbolicDimensions, MustBeBound) {
  Model model = relu_model({"batch", 3});
  EXPECT_EQ(verdict(model),
            "unreadable: model.onnx: the dimension batch has no extent in the model; bind it, for "
            "example --shape batch=1");
  model.input("other", {"width", "batch"});
  const std::string both = verdict(model);
  EXPECT_THAT(both, HasSubstr("the dimensions batch, width have no extent"));
  EXPECT_THAT(both, HasSubstr("--shape batch=1"));
  EXPECT_EQ(verdict(model, {{"batch", 1}, {"width", 4}}), "ok");
}

TEST(SymbolicDimensions, AreListedUpToABound) {
  Model model = relu_model({1});
  for (int i = 10; i < 40; ++i) {
    model.input("x" + std::to_string(i), {"n" + std::to_string(i)});
  }
  const std::string text = verdict(model);
  EXPECT_THAT(text, HasSubstr("n10, "));
  EXPECT_THAT(text, HasSubstr("n25 and 14 more"));
  EXPECT_THAT(text, Not(HasSubstr("n26")));
}

TEST(SymbolicDimensions, WithoutANameAreCalledByInputAndAxis) {
  Model model = relu_model({1, 3});
  model.graph()
      .mutable_input(0)
      ->mutable_type()
      ->mutable_tensor_type()
      ->mutable_shape()
      ->mutable_dim(1)
      ->clear_dim_value();
  EXPECT_THAT(verdict(model), HasSubstr("--shape x.1=1"));
  EXPECT_EQ(graph_of(model, {{"x.1", 5}}).values[0].type.text(), "float32 [1,5]");
  model.graph()
      .mutable_input(0)
      ->mutable_type()
      ->mutable_tensor_type()
      ->mutable_shape()
      ->mutable_dim(1)
      ->set_dim_param("");
  EXPECT_THAT(verdict(model), HasSubstr("--shape x.1=1"));
}

TEST(SymbolicDimensions, BindingsMustBeUsed) {
  const std::string text = verdict(relu_model({"batch"}), {{"batch", 1}, {"bach", 1}});
  EXPECT_THAT(text, HasSubstr("unreadable: "));
  EXPECT_THAT(text, HasSubstr("no dimension of the model is named bach; its inputs have batch"));
  EXPECT_THAT(verdict(relu_model({1}), {{"n", 1}}),
              HasSubstr("its inputs have no dimension to bind"));
}

TEST(SymbolicDimensions, BindingsMustBeSound) {
  const Model model = relu_model({"n"});
  EXPECT_EQ(verdict(model, {{"n", 0}}), "ok");
  EXPECT_THAT(verdict(model, {{"n", -1}}), HasSubstr("unreadable: "));
  EXPECT_THAT(verdict(model, {{"n", 1}, {"n", 1}}), HasSubstr("n is bound twice"));
  EXPECT_THAT(verdict(model, {{"", 1}}), HasSubstr("a dimension without a name is bound"));
}

TEST(SymbolicDimensions, OfOutputsAgreeIfBound) {
  Model model = relu_model({"n", 3});
  model.graph().clear_output();
  set_type(*model.graph().add_output(), "y", onnx::TensorProto::FLOAT, {"n", "free"});
  EXPECT_EQ(verdict(model, {{"n", 2}}), "ok");
  EXPECT_EQ(verdict(model, {{"n", 2}, {"free", 3}}), "ok");
  EXPECT_THAT(verdict(model, {{"n", 2}, {"free", 4}}),
              HasSubstr("value 'y': axis 1 is declared as 4, but the shape is [2,3]"));
}

TEST(DeclaredTypes, MustAgree) {
  const auto declared = [](std::int32_t element, const Dimensions& dimensions) {
    Model model = relu_model({2, 3});
    set_type(*model.graph().add_value_info(), "y", element, dimensions);
    return verdict(model);
  };
  EXPECT_EQ(declared(onnx::TensorProto::FLOAT, {2, 3}), "ok");
  EXPECT_THAT(declared(onnx::TensorProto::FLOAT, {2, 4}),
              HasSubstr("unreadable: model.onnx: value 'y': axis 1 is declared as 4"));
  EXPECT_THAT(declared(onnx::TensorProto::FLOAT, {2}), HasSubstr("declared with 1 axes"));
  EXPECT_THAT(declared(onnx::TensorProto::DOUBLE, {2, 3}),
              HasSubstr("declared with element type 11 (DOUBLE), but is FLOAT"));
}

TEST(DeclaredTypes, OfInitializersThatAreInputsMustAgree) {
  Model model(7);
  model.input("x", {2}).input("w", {2}).output("y").initializer("w", float_tensor({2}, {1, 2}));
  model.node("Add", {"x", "w"}, {"y"});
  const Graph graph = graph_of(model);
  EXPECT_EQ(graph.inputs.size(), 1U);
  EXPECT_TRUE(graph.value(graph.nodes[0].inputs[1]).constant.has_value());
  model.graph()
      .mutable_input(1)
      ->mutable_type()
      ->mutable_tensor_type()
      ->mutable_shape()
      ->mutable_dim(0)
      ->set_dim_value(3);
  EXPECT_THAT(verdict(model), HasSubstr("value 'w': axis 0 is declared as 3"));
}

TEST(DeclaredTypes, OfAbsentValuesAreOfNoConsequence) {
  Model model = relu_model({2});
  set_type(*model.graph().add_value_info(), "removed", onnx::TensorProto::FLOAT, {9});
  EXPECT_EQ(verdict(model), "ok");
  model.graph().add_value_info();
  EXPECT_THAT(verdict(model), HasSubstr("value_info: an entry has no name"));
}

TEST(InputTypes, MustBeTensorsOfKnownRank) {
  Model untyped = relu_model({1});
  untyped.graph().mutable_input(0)->clear_type();
  EXPECT_THAT(verdict(untyped), HasSubstr("unreadable: model.onnx: input 'x': it has no type"));
  Model sequence = relu_model({1});
  sequence.graph().mutable_input(0)->mutable_type()->mutable_sequence_type();
  EXPECT_THAT(verdict(sequence), HasSubstr("unavailable: model.onnx: input 'x': it is a sequence"));
  Model shapeless = relu_model({1});
  shapeless.graph().mutable_input(0)->mutable_type()->mutable_tensor_type()->clear_shape();
  EXPECT_THAT(verdict(shapeless),
              HasSubstr("unavailable: model.onnx: input 'x': an input without"));
  EXPECT_THAT(verdict(relu_model({1, 1, 1, 1, 1, 1, 1, 1, 1})),
              HasSubstr("unavailable: model.onnx: input 'x': it has 9 axes"));
  EXPECT_THAT(verdict(relu_model({-2})),
              HasSubstr("unreadable: model.onnx: input 'x': a dimension"));
  EXPECT_EQ(verdict(relu_model({})), "ok");
}

TEST(InputTypes, AreFloatInt64OrBool) {
  const auto with = [](std::int32_t element) {
    Model model = relu_model({1});
    model.input("extra", {1}, element);
    return verdict(model);
  };
  EXPECT_EQ(with(onnx::TensorProto::INT64), "ok");
  EXPECT_THAT(with(onnx::TensorProto::INT32), HasSubstr("an input of element type INT32"));
  EXPECT_EQ(with(onnx::TensorProto::BOOL), "ok");
  EXPECT_THAT(with(onnx::TensorProto::FLOAT16), HasSubstr("element type FLOAT16"));
  EXPECT_THAT(with(0), HasSubstr("unreadable: "));
}

}  // namespace
}  // namespace touchstone::onnx_test
