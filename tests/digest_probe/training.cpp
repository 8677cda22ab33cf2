#include "training.h"

#include <vector>

#include "touchstone/interpreter/gradient_norm.h"
#include "touchstone/interpreter/learning_rate.h"
#include "touchstone/interpreter/optimizer.h"
#include "touchstone/interpreter/training_graph.h"
#include "touchstone/op/philox.h"
#include "touchstone/reference/execution.h"

namespace touchstone {
namespace {

/// Multiples of 1/256 in [−1, 1).
std::vector<float> seeded(std::int64_t count, std::string_view stream) {
  const philox::Source source(7, stream, 0);
  std::vector<float> out;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto integer = static_cast<std::int64_t>(source.draw(i) >> 15U) - 256;
    out.push_back(static_cast<float>(integer) / 256);
  }
  return out;
}

Graph perceptron() {
  GraphBuilder builder;
  const auto parameter = [&](const char* name, std::initializer_list<std::int64_t> extents) {
    const Shape shape = Shape::of(extents);
    return *builder.add_parameter(name, Tensor::of(shape, seeded(shape.element_count(), name)));
  };
  const ValueId x = *builder.add_input("x", {ElementType::float32, Shape::of({8, 6})});
  const ValueId h = *builder.add_node("h", Op::linear, {},
                                      {x, parameter("weight1", {20, 6}), parameter("bias1", {20})});
  const ValueId a = *builder.add_node("a", Op::gelu, {}, {h});
  builder.mark_output(*builder.add_node(
      "y", Op::linear, {}, {a, parameter("weight2", {3, 20}), parameter("bias2", {3})}));
  return *std::move(builder).finish({});
}

std::vector<std::int64_t> seeded_classes(std::int64_t step) {
  std::vector<std::int64_t> out;
  for (std::int64_t i = 0; i < 8; ++i) out.push_back((step * 5 + i * i) % 3);
  return out;
}

void train(const TrainingGraph& training, const Optimizer& optimizer, std::int64_t steps,
           unsigned threads, std::vector<Tensor>& parameters) {
  const LearningRate rate{
      .base = 0.05F, .warmup = 10, .decay = Decay::cosine, .period = steps, .minimum = 0.001F};
  const NodeRunner run = [&](std::size_t, const Node& node, const TensorType& type,
                             std::span<const Tensor> operands) {
    return execute(native_kernels(), node.op, node.attributes, Pass::forward(), type, operands,
                   threads);
  };
  const VjpRunner vjp = [&](std::size_t, const Node& node, Pass pass, const TensorType& type,
                            std::span<const Tensor> operands) {
    return execute(native_kernels(), node.op, node.attributes, pass, type, operands, threads);
  };
  OptimizerState state = OptimizerState::initial(optimizer, parameters);
  for (std::int64_t step = 0; step < steps; ++step) {
    const std::string stream = "batch " + std::to_string(step % 4);
    std::vector<Tensor> inputs{Tensor::of(Shape::of({8, 6}), seeded(48, stream)),
                               Tensor::of(Shape::of({8}), seeded_classes(step % 4))};
    inputs.insert(inputs.end(), parameters.begin(), parameters.end());
    auto found = *differentiate(*training.graph, inputs, training.request(), run, vjp);
    (void)clip_to_norm(found.gradients, 0.75F);
    state.apply(optimizer, rate.at(step), found.gradients, parameters);
  }
}

}  // namespace

std::string training_digest(unsigned threads) {
  const TrainingGraph training =
      *training_graph(perceptron(), {.loss = Loss::cross_entropy, .class_axis = -1, .frozen = {}});
  std::vector<Tensor> parameters = training.initial;
  train(training, {.momentum = 0.9F, .weight_decay = 0.01F}, 100, threads, parameters);
  train(training, {.rule = UpdateRule::adamw, .weight_decay = 0.01F}, 100, threads, parameters);
  Sha256 hash;
  for (const Tensor& parameter : parameters) hash.digest(digest_of(parameter));
  return hash.finish().hex();
}

}  // namespace touchstone
