#include "touchstone/interpreter/tape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "touchstone/reference/execution.h"

namespace touchstone {
namespace {

using testing::ElementsAre;

const TensorType pair_type{ElementType::float32, Shape::of({2})};

Tensor pair(float a, float b) {
  const std::vector<float> values{a, b};
  return Tensor::of(Shape::of({2}), values);
}

Result<Tensor> run(std::size_t, const Node& node, const TensorType& type,
                   std::span<const Tensor> operands) {
  return execute(native_kernels(), node.op, node.attributes, Pass::forward(), type, operands, 1);
}

/// Runs vjps and notes "node.value" of each.
struct Recorder {
  std::vector<std::string> seen;

  VjpRunner runner() {
    return [this](std::size_t, const Node& node, Pass pass, const TensorType& type,
                  std::span<const Tensor> operands) {
      seen.push_back(node.id + "." + std::to_string(pass.value()));
      return execute(native_kernels(), node.op, node.attributes, pass, type, operands, 1);
    };
  }
};

ValueId mean(GraphBuilder& builder, const char* id, ValueId x) {
  return *builder.add_node(id, Op::reduce_mean, {{"axes", Integers{0}}, {"keepdims", false}}, {x});
}

std::vector<float> elements(const Tensor& tensor) {
  return {tensor.floats().begin(), tensor.floats().end()};
}

/// loss = mean(relu(x · w + x)), with x used by both product and sum, and u by nothing.
struct Shared {
  ValueId x{}, w{}, u{}, h{}, loss{};
  Graph graph;

  Shared() {
    GraphBuilder builder;
    x = *builder.add_input("x", pair_type);
    w = *builder.add_parameter("w", pair(3, -5));
    u = *builder.add_input("u", pair_type);
    h = *builder.add_node("h", Op::mul, {}, {x, w});
    const ValueId s = *builder.add_node("s", Op::add, {}, {h, x});
    const ValueId r = *builder.add_node("r", Op::relu, {}, {s});
    loss = mean(builder, "loss", r);
    builder.mark_output(loss);
    graph = *std::move(builder).finish({});
  }
};

TEST(Tape, GivesTheGradientsOfASharedValueByHand) {
  const Shared g;
  const std::vector<Tensor> inputs{pair(2, 7), pair(1, 1)};
  Recorder recorder;
  const auto found = differentiate(g.graph, inputs, {g.loss, {g.x, g.w, g.u, g.h, g.loss}}, run,
                                   recorder.runner());
  ASSERT_TRUE(found.ok());
  // s = (2·3 + 2, 7·−5 + 7) = (8, −28); relu passes the first; the mean halves.
  EXPECT_THAT(elements(found->outputs[0]), ElementsAre(4));
  EXPECT_THAT(elements(found->gradients[0]), ElementsAre(0.5F * 3 + 0.5F, 0));
  EXPECT_THAT(elements(found->gradients[1]), ElementsAre(0.5F * 2, 0));
  EXPECT_THAT(elements(found->gradients[2]), ElementsAre(0, 0));
  EXPECT_THAT(elements(found->gradients[3]), ElementsAre(0.5F, 0));
  EXPECT_THAT(elements(found->gradients[4]), ElementsAre(1));
  EXPECT_THAT(recorder.seen, ElementsAre("loss.0", "r.0", "s.0", "s.1", "h.0", "h.1"));
}

TEST(Tape, ComputesOnlyWhatIsAskedFor) {
  const Shared g;
  const std::vector<Tensor> inputs{pair(2, 7), pair(1, 1)};
  Recorder recorder;
  ASSERT_TRUE(differentiate(g.graph, inputs, {g.loss, {g.w}}, run, recorder.runner()).ok());
  EXPECT_THAT(recorder.seen, ElementsAre("loss.0", "r.0", "s.0", "h.1"));
  recorder.seen.clear();
  const auto unused = differentiate(g.graph, inputs, {g.loss, {g.u}}, run, recorder.runner());
  EXPECT_THAT(elements(unused->gradients[0]), ElementsAre(0, 0));
  EXPECT_THAT(recorder.seen, ElementsAre());
}

TEST(Tape, AddsContributionsInTheDocumentedOrder) {
  // y = a·x + b·x + c·x, with a, b, c such that only c + (b + a) in this order is 1.
  GraphBuilder builder;
  const TensorType one{ElementType::float32, Shape::of({})};
  const auto number = [&](const char* name, float value) {
    return *builder.add_parameter(name, Tensor::of(Shape::of({}), std::vector<float>{value}));
  };
  const ValueId x = *builder.add_input("x", one);
  const float big = 0x1p25F;
  const ValueId ax = *builder.add_node("ax", Op::mul, {}, {x, number("a", 1)});
  const ValueId bx = *builder.add_node("bx", Op::mul, {}, {x, number("b", -big)});
  const ValueId cx = *builder.add_node("cx", Op::mul, {}, {x, number("c", big)});
  const ValueId ab = *builder.add_node("ab", Op::add, {}, {ax, bx});
  const ValueId y = *builder.add_node("y", Op::add, {}, {ab, cx});
  builder.mark_output(y);
  const Graph graph = *std::move(builder).finish({});
  const std::vector<Tensor> inputs{Tensor::of(Shape::of({}), std::vector<float>{1})};
  Recorder recorder;
  const auto found = differentiate(graph, inputs, {y, {x}}, run, recorder.runner());
  // (big + −big) + 1; any order that adds 1 first loses it.
  EXPECT_THAT(elements(found->gradients[0]), ElementsAre(1));
  EXPECT_THAT(elements(found->outputs[0]), ElementsAre(0));
}

TEST(Tape, CountsBothPlacesOfOneOperand) {
  GraphBuilder builder;
  const ValueId x = *builder.add_input("x", pair_type);
  const ValueId square = *builder.add_node("square", Op::mul, {}, {x, x});
  const ValueId loss = mean(builder, "loss", square);
  builder.mark_output(loss);
  const Graph graph = *std::move(builder).finish({});
  const std::vector<Tensor> inputs{pair(3, -4)};
  Recorder recorder;
  const auto found = differentiate(graph, inputs, {loss, {x}}, run, recorder.runner());
  EXPECT_THAT(elements(found->gradients[0]), ElementsAre(3, -4));
  EXPECT_THAT(recorder.seen, ElementsAre("loss.0", "square.0", "square.1"));
}

TEST(Tape, StopsAtIndices) {
  GraphBuilder builder;
  const ValueId x = *builder.add_input("x", pair_type);
  const ValueId k = *builder.add_input("k", {ElementType::int64, Shape::of({2})});
  const ValueId z = *builder.add_node("z", Op::gather, {}, {x, k});
  const ValueId loss = mean(builder, "loss", z);
  builder.mark_output(loss);
  const Graph graph = *std::move(builder).finish({});
  const std::vector<std::int64_t> indices{1, -1};
  const std::vector<Tensor> inputs{pair(3, -4), Tensor::of(Shape::of({2}), indices)};
  Recorder recorder;
  const auto found = differentiate(graph, inputs, {loss, {x}}, run, recorder.runner());
  EXPECT_THAT(elements(found->gradients[0]), ElementsAre(0, 1));
  EXPECT_EQ(differentiate(graph, inputs, {loss, {k}}, run, recorder.runner()).error().kind,
            Failure::unreadable);
}

TEST(Tape, RefusesToDifferentiateMoreThanOneNumber) {
  const Shared g;
  const std::vector<Tensor> inputs{pair(2, 7), pair(1, 1)};
  Recorder recorder;
  const auto found = differentiate(g.graph, inputs, {g.h, {g.x}}, run, recorder.runner());
  EXPECT_NE(found.error().text().find("'h'"), std::string::npos);
}

TEST(Tape, NamesTheNodeWhoseGradientFails) {
  const Shared g;
  const std::vector<Tensor> inputs{pair(2, 7), pair(1, 1)};
  const VjpRunner fails = [](std::size_t, const Node& node, Pass pass, const TensorType& type,
                             std::span<const Tensor> operands) -> Result<Tensor> {
    if (node.id == "r") return unavailable({}, "no");
    return execute(native_kernels(), node.op, node.attributes, pass, type, operands, 1);
  };
  const auto found = differentiate(g.graph, inputs, {g.loss, {g.x}}, run, fails);
  EXPECT_EQ(found.error().place, "gradient of node 'r'");
}

TEST(Tape, ForeseesItsPeak) {
  const Shared g;
  // Forwards x, u, h, s, r (8 bytes each) and the loss (4) are kept: 44. Backwards: the loss's
  // cotangent (4) and r's (8) make 56, and what the loss alone kept is then gone: the loss is an
  // output and stays, r is read by relu too and stays; s's cotangent takes r's place: 44 + 8 + 8.
  EXPECT_EQ(peak_bytes(g.graph, {g.loss, {g.x, g.w}}), 60);
  // Nothing is kept for a gradient that is +0: x, u, h and s, then the gradient itself.
  EXPECT_EQ(peak_bytes(g.graph, {g.loss, {g.u}}), 32);
  EXPECT_EQ(peak_bytes(g.graph), 32);
}

}  // namespace
}  // namespace touchstone
