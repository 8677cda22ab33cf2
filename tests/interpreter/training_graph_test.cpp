#include "touchstone/interpreter/training_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "touchstone/interpreter/graph_digest.h"

namespace touchstone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TensorType floats(std::initializer_list<std::int64_t> extents) {
  return {ElementType::float32, Shape::of(extents)};
}

Tensor filled(std::initializer_list<std::int64_t> extents, float value) {
  const Shape shape = Shape::of(extents);
  return Tensor::of(shape,
                    std::vector<float>(static_cast<std::size_t>(shape.element_count()), value));
}

/// y = batch_norm(linear(x, w, b)) · half: float32 [4,3].
Graph model(const std::string& input = "x") {
  GraphBuilder builder;
  const ValueId x = *builder.add_input(input, floats({4, 2}));
  const auto parameter = [&](const char* name, std::initializer_list<std::int64_t> extents) {
    return *builder.add_parameter(name, filled(extents, 1));
  };
  const ValueId w = parameter("w", {3, 2});
  const ValueId b = parameter("b", {3});
  const ValueId h = *builder.add_node("h", Op::linear, {}, {x, w, b});
  const ValueId scale = parameter("a_scale", {3});
  const ValueId bias = parameter("z_bias", {3});
  const ValueId mean = parameter("mean", {3});
  const ValueId variance = parameter("variance", {3});
  const ValueId n = *builder.add_node("n", Op::batch_norm, {}, {h, scale, bias, mean, variance});
  const ValueId half = *builder.add_constant("half", filled({3}, 0.5F));
  builder.mark_output(*builder.add_node("y", Op::mul, {}, {n, half}));
  return *std::move(builder).finish({});
}

std::vector<std::string> input_names(const Graph& graph) {
  std::vector<std::string> out;
  for (const ValueId id : graph.inputs) out.push_back(graph.value(id).name);
  return out;
}

TEST(TrainingGraph, MakesParametersInputsAndTheLossTheOutput) {
  const auto training = training_graph(model(), {.loss = Loss::cross_entropy});
  ASSERT_TRUE(training.ok()) << training.error().text();
  EXPECT_THAT(input_names(*training->graph),
              ElementsAre("x", "target", "a_scale", "b", "w", "z_bias"));
  EXPECT_THAT(training->parameters, ElementsAre("a_scale", "b", "w", "z_bias"));
  EXPECT_EQ(training->data_inputs, 2U);
  const Value& target = training->graph->value(training->graph->inputs[1]);
  EXPECT_EQ(target.type, (TensorType{ElementType::int64, Shape::of({4})}));
  const GradientRequest request = training->request();
  EXPECT_EQ(training->graph->value(request.of).name, "loss");
  EXPECT_EQ(request.by.size(), 4U);
}

TEST(TrainingGraph, TheTargetOfMseHasTheOutputsShape) {
  const auto training = training_graph(model(), {.loss = Loss::mse});
  ASSERT_TRUE(training.ok());
  EXPECT_EQ(training->graph->value(training->graph->inputs[1]).type, floats({4, 3}));
}

TEST(TrainingGraph, FreezesWhatIsNamed) {
  const auto training = training_graph(model(), {.loss = Loss::mse, .frozen = {"w", "mean"}});
  ASSERT_TRUE(training.ok());
  EXPECT_THAT(training->parameters, ElementsAre("a_scale", "b", "z_bias"));
  const auto unknown = training_graph(model(), {.loss = Loss::mse, .frozen = {"v"}});
  EXPECT_THAT(unknown.error().reason, HasSubstr("'v'"));
  const auto nothing =
      training_graph(model(), {.loss = Loss::mse, .frozen = {"w", "b", "a_scale", "z_bias"}});
  EXPECT_THAT(nothing.error().reason, HasSubstr("4 are frozen, 2 are statistics"));
  const auto constant = training_graph(model(), {.loss = Loss::mse, .frozen = {"half"}});
  EXPECT_THAT(constant.error().reason, HasSubstr("'half'"));
}

TEST(TrainingGraph, SaysWhatItKeepsAndWhy) {
  const auto training = training_graph(model(), {.loss = Loss::mse, .frozen = {"w"}});
  ASSERT_TRUE(training.ok());
  EXPECT_THAT(training->kept, ElementsAre(KeptParameter{"mean", KeptBecause::statistics},
                                          KeptParameter{"variance", KeptBecause::statistics},
                                          KeptParameter{"w", KeptBecause::frozen}));
}

TEST(TrainingGraph, TrainsParametersWithoutAnAxisAndNoConstants) {
  for (const bool is_parameter : {true, false}) {
    GraphBuilder builder;
    const ValueId x = *builder.add_input("x", floats({4}));
    const ValueId w = *builder.add_parameter("w", filled({4}, 1));
    const ValueId s = is_parameter ? *builder.add_parameter("s", filled({}, 1))
                                   : *builder.add_constant("s", filled({}, 1));
    const ValueId product = *builder.add_node("product", Op::mul, {}, {x, w});
    builder.mark_output(*builder.add_node("y", Op::mul, {}, {product, s}));
    const auto training = training_graph(*std::move(builder).finish({}), {.loss = Loss::mse});
    ASSERT_TRUE(training.ok());
    EXPECT_EQ(training->parameters, is_parameter ? std::vector<std::string>({"s", "w"})
                                                 : std::vector<std::string>({"w"}));
    EXPECT_TRUE(training->kept.empty());
  }
}

/// y = where(x > threshold, x, x · w), if there is a w: no gradient passes a comparison.
Graph with_threshold(bool with_weight) {
  GraphBuilder builder;
  const ValueId x = *builder.add_input("x", floats({4}));
  const ValueId threshold = *builder.add_parameter("threshold", filled({4}, 0));
  const ValueId above = *builder.add_node("above", Op::greater, {}, {x, threshold});
  ValueId other = x;
  if (with_weight) {
    const ValueId w = *builder.add_parameter("w", filled({4}, 1));
    other = *builder.add_node("product", Op::mul, {}, {x, w});
  }
  builder.mark_output(*builder.add_node("y", Op::where, {}, {above, x, other}));
  return *std::move(builder).finish({});
}

TEST(TrainingGraph, KeepsWhatNoGradientReaches) {
  const auto training = training_graph(with_threshold(true), {.loss = Loss::mse});
  ASSERT_TRUE(training.ok()) << training.error().text();
  EXPECT_THAT(training->parameters, ElementsAre("w"));
  EXPECT_THAT(training->kept, ElementsAre(KeptParameter{"threshold", KeptBecause::unreached}));
  const auto nothing = training_graph(with_threshold(false), {.loss = Loss::mse});
  ASSERT_FALSE(nothing.ok());
  EXPECT_EQ(nothing.error().kind, Failure::unreadable);
  EXPECT_THAT(nothing.error().reason, HasSubstr("1 are reached by no gradient"));
}

TEST(TrainingGraph, KeepsWhatTheOutputDoesNotRead) {
  GraphBuilder builder;
  const ValueId x = *builder.add_input("x", floats({4}));
  const ValueId w = *builder.add_parameter("w", filled({4}, 1));
  const ValueId v = *builder.add_parameter("v", filled({4}, 1));
  (void)*builder.add_node("aside", Op::mul, {}, {x, v});
  builder.mark_output(*builder.add_node("y", Op::mul, {}, {x, w}));
  const auto training = training_graph(*std::move(builder).finish({}), {.loss = Loss::mse});
  ASSERT_TRUE(training.ok());
  EXPECT_THAT(training->parameters, ElementsAre("w"));
  EXPECT_THAT(training->kept, ElementsAre(KeptParameter{"v", KeptBecause::unreached}));
}

TEST(TrainingGraph, FindsFreeNames) {
  const auto training = training_graph(model("target"), {.loss = Loss::mse});
  ASSERT_TRUE(training.ok());
  EXPECT_EQ(input_names(*training->graph)[1], "target_2");
}

TEST(TrainingGraph, TakesTheModelsOwnLoss) {
  GraphBuilder builder;
  const ValueId x = *builder.add_input("x", floats({4}));
  const ValueId w = *builder.add_parameter("w", filled({4}, 1));
  const ValueId product = *builder.add_node("product", Op::mul, {}, {x, w});
  builder.mark_output(*builder.add_node("sum", Op::reduce_sum, {{"keepdims", false}}, {product}));
  const Graph scalar = *std::move(builder).finish({});
  const auto training = training_graph(scalar, {});
  ASSERT_TRUE(training.ok()) << training.error().text();
  EXPECT_EQ(training->graph->nodes.size(), 2U);
  EXPECT_EQ(training->data_inputs, 1U);
  EXPECT_THAT(training_graph(scalar, {.loss = Loss::mse}).error().reason, HasSubstr("loss itself"));
  EXPECT_THAT(training_graph(model(), {}).error().reason, HasSubstr("no loss"));
}

TEST(TrainingGraph, RefusesAClassAxisThatIsNotThere) {
  EXPECT_TRUE(training_graph(model(), {.loss = Loss::cross_entropy, .class_axis = 0}).ok());
  for (const std::int64_t axis : {2, -3}) {
    const auto training =
        training_graph(model(), {.loss = Loss::cross_entropy, .class_axis = axis});
    EXPECT_THAT(training.error().reason, HasSubstr("class axis"));
  }
}

TEST(TrainingGraph, RefusesSeveralOutputs) {
  Graph two = model();
  two.outputs.push_back(two.nodes[0].output);
  EXPECT_THAT(training_graph(two, {.loss = Loss::mse}).error().reason, HasSubstr("2 outputs"));
}

TEST(WithParameters, ReplacesTheNamed) {
  const Graph changed = with_parameters(model(), {"b", "w"}, {filled({3}, 2), filled({3, 2}, 3)});
  for (const Value& value : changed.values) {
    if (value.name == "b") {
      EXPECT_EQ(value.constant->floats()[0], 2);
    }
    if (value.name == "w") {
      EXPECT_EQ(value.constant->floats()[0], 3);
    }
    if (value.name == "z_bias") {
      EXPECT_EQ(value.constant->floats()[0], 1);
    }
  }
  EXPECT_THROW((void)with_parameters(model(), {"b"}, {filled({4}, 2)}), std::logic_error);
  EXPECT_THROW((void)with_parameters(model(), {"y"}, {filled({4, 3}, 2)}), std::logic_error);
}

TEST(GraphDigest, SeesNamesAttributesAndParametersButNotTheFile) {
  Graph other = model();
  other.origin.file = "elsewhere";
  EXPECT_EQ(digest_of(model()), digest_of(other));
  EXPECT_NE(digest_of(model()), digest_of(model("u")));
  other.nodes[1].attributes.set("epsilon", 0.5F);
  EXPECT_NE(digest_of(model()), digest_of(other));
  EXPECT_NE(digest_of(model()), digest_of(with_parameters(model(), {"b"}, {filled({3}, 2)})));
}

}  // namespace
}  // namespace touchstone
