// digest_probe THREADS: prints, for every operation, the digests of its meaning and of that of its
// gradients, and of the results of every pass at its class shapes; for some, the digest of a result
// at a larger shape; the digest of a small graph's outputs; and that of parameters after training.
// Every compiler, optimisation level, instruction set and number of threads must print the same.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "class_results.h"
#include "touchstone/interpreter/evaluate.h"
#include "touchstone/number/binary32.h"
#include "touchstone/op/sample_attributes.h"
#include "touchstone/op/vocabulary.h"
#include "touchstone/reference/execution.h"
#include "touchstone/term/meaning.h"
#include "training.h"

namespace touchstone {
namespace {

struct Use {
  Op op{};
  Attributes attributes;
  std::vector<Shape> operands;
};

Shape s(std::initializer_list<std::int64_t> extents) { return Shape::of(extents); }

std::vector<Use> uses() {
  const Shape c = s({5});
  return {{Op::add, {}, {s({7, 1, 9}), s({8, 9})}},
          {Op::sub, {}, {s({7, 1, 9}), s({8, 9})}},
          {Op::mul, {}, {s({7, 1, 9}), s({8, 9})}},
          {Op::relu, {}, {s({300})}},
          {Op::matmul, {}, {s({3, 1, 17, 33}), s({2, 33, 9})}},
          {Op::linear, {}, {s({19, 65}), s({23, 65}), s({23})}},
          {Op::conv,
           {{"strides", Integers{2, 1}},
            {"pads_begin", Integers{1, 2}},
            {"pads_end", Integers{0, 1}},
            {"dilations", Integers{1, 2}},
            {"groups", std::int64_t{2}}},
           {s({2, 4, 9, 11}), s({6, 2, 3, 2}), s({6})}},
          {Op::batch_norm, {{"epsilon", 1e-5F}}, {s({3, 5, 50}), c, c, c, c}},
          {Op::softmax, {{"axis", std::int64_t{1}}}, {s({3, 300, 2})}},
          {Op::reduce_mean, {{"axes", Integers{0, 2}}, {"keepdims", false}}, {s({70, 3, 70})}},
          {Op::reshape, {{"shape", Integers{-1, 7}}}, {s({14, 15})}},
          {Op::flatten, {{"axis", std::int64_t{2}}}, {s({4, 5, 6, 7})}},
          {Op::permute, {{"axes", Integers{2, 0, 1}}}, {s({4, 15, 6})}},
          {Op::concat, {{"axis", std::int64_t{1}}}, {s({9, 3, 10}), s({9, 4, 10})}},
          {Op::slice,
           {{"axes", Integers{1, 0}},
            {"starts", Integers{20, 1}},
            {"steps", Integers{-3, 2}},
            {"counts", Integers{6, 5}}},
           {s({12, 22, 5})}},
          {Op::broadcast, {{"shape", Integers{11, 9, 8}}}, {s({9, 1})}},
          {Op::gather, {{"axis", std::int64_t{1}}}, {s({9, 12, 5}), s({4, 3})}}};
}

Tensor operand(const Use& use, std::size_t i) {
  const Shape& shape = use.operands[i];
  if (operation(use.op).operand(i).kind == OperandKind::value) {
    auto values = seeded(shape.element_count(), static_cast<std::uint32_t>(77 + i));
    // A variance is at least 0.
    if (use.op == Op::batch_norm && i == 4) {
      for (float& x : values) x = x < 0 ? -x : x;
    }
    return Tensor::of(shape, values);
  }
  std::vector<std::int64_t> indices;
  for (std::int64_t j = 0; j < shape.element_count(); ++j) indices.push_back(j % 12 - 6);
  return Tensor::of(shape, indices);
}

/// The digest that every kernel set of this machine gives, or a text that says they differ.
std::string result_digest(const Use& use, const Attributes& attributes, unsigned threads) {
  std::vector<Tensor> operands;
  std::vector<TensorType> types;
  for (std::size_t i = 0; i < use.operands.size(); ++i) {
    operands.push_back(operand(use, i));
    types.push_back(operands.back().type());
  }
  const TensorType type = *infer(operation(use.op), attributes, types);
  std::string digest;
  for (const KernelSet& kernels : runnable_kernels()) {
    const Tensor result =
        *execute(kernels, use.op, attributes, Pass::forward(), type, operands, threads);
    const std::string hex = digest_of(result).hex();
    if (!digest.empty() && digest != hex) return "kernel sets differ";
    digest = hex;
  }
  return digest;
}

/// relu(x · w + b), normalised along the last axis.
std::string graph_digest(unsigned threads) {
  GraphBuilder builder;
  const auto parameter = [&](const char* name, const Shape& shape) {
    return *builder.add_parameter(name, Tensor::of(shape, seeded(shape.element_count(), 5)));
  };
  const ValueId x = *builder.add_input("x", {ElementType::float32, s({20, 40})});
  const ValueId weight = parameter("w", s({30, 40}));
  const ValueId bias = parameter("b", s({30}));
  const ValueId h = *builder.add_node("h", Op::linear, {}, {x, weight, bias});
  const ValueId a = *builder.add_node("a", Op::relu, {}, {h});
  builder.mark_output(*builder.add_node("p", Op::softmax, {}, {a}));
  const Graph graph = *std::move(builder).finish({});
  const std::vector<Tensor> inputs{Tensor::of(s({20, 40}), seeded(800, 6))};
  const NodeRunner runner = [&](std::size_t, const Node& node, const TensorType& result,
                                std::span<const Tensor> operands) {
    return execute(native_kernels(), node.op, node.attributes, Pass::forward(), result, operands,
                   threads);
  };
  return digest_of((*evaluate(graph, inputs, runner))[0]).hex();
}

}  // namespace
}  // namespace touchstone

int main(int argc, char** argv) {
  using namespace touchstone;
  const unsigned threads = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 1;
  for (const Operation& op : vocabulary()) {
    const std::string name(op.name);
    const Attributes attributes = sample_attributes(op);
    std::printf("%-28s meaning %s\n", name.c_str(),
                meaning_digest(op.op, attributes).hex().c_str());
    std::printf("%-28s vjp     %s\n", name.c_str(),
                vjp_meaning_digest(op.op, attributes).hex().c_str());
    std::printf("%-28s classes %s\n", name.c_str(),
                class_results_digest(op, attributes, threads).c_str());
  }
  for (const Use& use : uses()) {
    const std::string name(operation(use.op).name);
    const Attributes attributes = *complete(operation(use.op), use.attributes);
    std::printf("%-28s result  %s\n", name.c_str(),
                result_digest(use, attributes, threads).c_str());
  }
  std::printf("%-28s result  %s\n", "graph", graph_digest(threads).c_str());
  std::printf("%-28s result  %s\n", "training", training_digest(threads).c_str());
}
