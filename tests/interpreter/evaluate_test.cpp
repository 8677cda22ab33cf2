#include "touchstone/interpreter/evaluate.h"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

const TensorType pair_type{ElementType::float32, Shape::of({2})};

Tensor pair(float a, float b) {
  const std::vector<float> values{a, b};
  return Tensor::of(Shape::of({2}), values);
}

/// y = relu(x + p), z = gather(x, k): outputs y, x and z.
Graph small_graph() {
  GraphBuilder builder;
  const std::vector<std::int64_t> indices{1, -2};
  const ValueId x = *builder.add_input("x", pair_type);
  const ValueId p = *builder.add_parameter("p", pair(10, 20));
  const ValueId k = *builder.add_parameter("k", Tensor::of(Shape::of({2}), indices));
  const ValueId s = *builder.add_node("s", Op::add, {}, {x, p});
  builder.mark_output(*builder.add_node("y", Op::relu, {}, {s}));
  builder.mark_output(x);
  builder.mark_output(*builder.add_node("z", Op::gather, {}, {x, k}));
  return *std::move(builder).finish({});
}

TEST(Evaluate, PassesEachNodeItsOperandsInOrder) {
  const Graph graph = small_graph();
  std::vector<std::string> seen;
  const NodeRunner runner = [&](std::size_t, const Node& node, const TensorType& type,
                                std::span<const Tensor> operands) -> Result<Tensor> {
    seen.push_back(node.id);
    EXPECT_EQ(type, pair_type);
    if (node.id == "s") {
      EXPECT_EQ(operands[0].floats()[0], 1);
      EXPECT_EQ(operands[1].floats()[0], 10);
      return pair(11, 22);
    }
    if (node.id == "y") {
      EXPECT_EQ(operands[0].floats()[1], 22);
    }
    return operands[0];
  };
  const std::vector<Tensor> inputs{pair(1, 2)};
  const auto outputs = evaluate(graph, inputs, runner);
  ASSERT_TRUE(outputs.ok());
  EXPECT_EQ(seen, (std::vector<std::string>{"s", "y", "z"}));
  ASSERT_EQ(outputs->size(), 3U);
  EXPECT_EQ((*outputs)[0].floats()[1], 22);
  EXPECT_EQ((*outputs)[1].floats()[1], 2);
}

TEST(Evaluate, RefusesInputsOfAnotherTypeOrNumber) {
  const Graph graph = small_graph();
  const NodeRunner runner = [](std::size_t, const Node&, const TensorType&,
                               std::span<const Tensor> operands) -> Result<Tensor> {
    return operands[0];
  };
  EXPECT_EQ(evaluate(graph, {}, runner).error().kind, Failure::unreadable);
  const std::vector<Tensor> wrong{pair(1, 2).reshaped(Shape::of({2, 1}))};
  EXPECT_NE(evaluate(graph, wrong, runner).error().text().find("float32 [2,1]"), std::string::npos);
}

TEST(Evaluate, RefusesAnIndexOutOfRangeBeforeTheKernelRuns) {
  GraphBuilder builder;
  const ValueId x = *builder.add_input("x", pair_type);
  const ValueId k = *builder.add_input("k", {ElementType::int64, Shape::of({1})});
  builder.mark_output(*builder.add_node("z", Op::gather, {}, {x, k}));
  const Graph graph = *std::move(builder).finish({});
  int runs = 0;
  const NodeRunner runner = [&](std::size_t, const Node&, const TensorType&,
                                std::span<const Tensor> operands) -> Result<Tensor> {
    ++runs;
    return operands[0];
  };
  for (const auto& [index, allowed] :
       {std::pair<std::int64_t, bool>{2, false}, {-3, false}, {1, true}, {-2, true}}) {
    const std::vector<std::int64_t> indices{index};
    const std::vector<Tensor> inputs{pair(1, 2), Tensor::of(Shape::of({1}), indices)};
    EXPECT_EQ(evaluate(graph, inputs, runner).ok(), allowed) << index;
  }
  EXPECT_EQ(runs, 2);
}

TEST(Evaluate, KnowsItsPeak) {
  // x and s live, then s and y, then x and z with y kept: three pairs of 8 bytes.
  EXPECT_EQ(peak_bytes(small_graph()), 24);
}

TEST(GraphBuilder, RefusesNamesUsedTwiceAndInt64Arithmetic) {
  GraphBuilder builder;
  const ValueId x = *builder.add_input("x", pair_type);
  const ValueId k = *builder.add_input("k", {ElementType::int64, Shape::of({2})});
  EXPECT_EQ(builder.add_input("x", pair_type).error().kind, Failure::unreadable);
  EXPECT_EQ(builder.add_input("", pair_type).error().kind, Failure::unreadable);
  EXPECT_EQ(builder.add_node("x", Op::relu, {}, {x}).error().kind, Failure::unreadable);
  EXPECT_EQ(builder.add_node("r", Op::relu, {}, {k}).error().kind, Failure::unavailable);
  EXPECT_TRUE(builder.add_node("r", Op::relu, {}, {x}).ok());
}

TEST(GraphBuilder, AGraphNeedsNodesAndOutputs) {
  GraphBuilder empty;
  const ValueId x = *empty.add_input("x", pair_type);
  empty.mark_output(x);
  EXPECT_FALSE(std::move(empty).finish({}).ok());
  GraphBuilder blind;
  (void)*blind.add_node("y", Op::relu, {}, {*blind.add_input("x", pair_type)});
  EXPECT_FALSE(std::move(blind).finish({}).ok());
}

}  // namespace
}  // namespace touchstone
