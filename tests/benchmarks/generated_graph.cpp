#include "generated_graph.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace touchstone {

namespace {

constexpr std::int64_t distinct = 1000;

struct Use {
  Op op{};
  Attributes attributes;
  std::vector<TensorType> operands;
};

TensorType floats(std::initializer_list<std::int64_t> extents) {
  return {ElementType::float32, Shape::of(extents)};
}

/// The operations of a generated graph.
constexpr std::array measured{
    Op::add,     Op::sub,         Op::mul,     Op::relu,   Op::batch_norm, Op::broadcast,
    Op::concat,  Op::conv,        Op::flatten, Op::gather, Op::linear,     Op::matmul,
    Op::permute, Op::reduce_mean, Op::reshape, Op::slice,  Op::softmax};
constexpr auto measured_count = static_cast<std::int64_t>(measured.size());

/// Operation number `op` at about `work` multiply-adds or elements.
Use use_of(Op op, std::int64_t work, std::int64_t salt) {
  const std::int64_t side = 2 + static_cast<std::int64_t>(std::cbrt(static_cast<double>(work)));
  // Neighbouring choices of one operation have the same side, and this distinguishes them.
  const std::int64_t outer = side - salt / measured_count % 5;
  const std::int64_t rows = 1 + salt % 7;
  const std::int64_t columns = std::max<std::int64_t>(work / rows, 1);
  switch (op) {
    case Op::add:
    case Op::sub:
    case Op::mul: return {op, {}, {floats({rows, columns}), floats({columns})}};
    case Op::relu: return {op, {}, {floats({rows, columns})}};
    case Op::batch_norm: {
      const TensorType channel = floats({rows});
      return {op, {}, {floats({1, rows, columns}), channel, channel, channel, channel}};
    }
    case Op::broadcast: return {op, {{"shape", Integers{rows, columns}}}, {floats({columns})}};
    case Op::concat:
      return {op,
              {{"axis", std::int64_t{1}}},
              {floats({rows, columns / 2 + 1}), floats({rows, columns / 2})}};
    case Op::conv: {
      const std::int64_t length = std::max<std::int64_t>(work / 36, 1);
      return {op,
              {{"pads_begin", Integers{1}}, {"pads_end", Integers{1}}},
              {floats({1, 3, length}), floats({4, 3, 3}), floats({4})}};
    }
    case Op::flatten: return {op, {}, {floats({rows, 2, columns / 2 + 1})}};
    case Op::gather:
      return {op,
              {{"axis", std::int64_t{1}}},
              {floats({rows, columns}), {ElementType::int64, Shape::of({columns})}}};
    case Op::linear: return {op, {}, {floats({outer, side}), floats({side, side}), floats({side})}};
    case Op::matmul: return {op, {}, {floats({outer, side}), floats({side, side})}};
    case Op::permute: return {op, {{"axes", Integers{1, 0}}}, {floats({rows, columns})}};
    case Op::reduce_mean: return {op, {{"axes", Integers{1}}}, {floats({rows, columns})}};
    case Op::reshape: return {op, {{"shape", Integers{columns, rows}}}, {floats({rows, columns})}};
    case Op::slice:
      return {op,
              {{"axes", Integers{1}},
               {"starts", Integers{1}},
               {"steps", Integers{1}},
               {"counts", Integers{columns}}},
              {floats({rows, columns + 1})}};
    case Op::softmax: return {op, {}, {floats({rows, columns})}};
    default: return {};
  }
}

}  // namespace

std::shared_ptr<const Graph> generated_graph(std::int64_t nodes) {
  GraphBuilder builder;
  std::vector<Use> uses;
  std::vector<std::vector<ValueId>> operands(distinct);
  for (std::int64_t n = 0; n < distinct; ++n) {
    uses.push_back(
        use_of(measured.at(static_cast<std::size_t>(n % measured_count)), 100 * (n + 1), n));
    for (const TensorType& type : uses.back().operands) {
      const std::string name = "x" + std::to_string(n) + "_" +
                               std::to_string(operands[static_cast<std::size_t>(n)].size());
      operands[static_cast<std::size_t>(n)].push_back(*builder.add_input(name, type));
    }
  }
  for (std::int64_t n = 0; n < nodes; ++n) {
    const auto at = static_cast<std::size_t>(n % distinct);
    builder.mark_output(
        *builder.add_node("n" + std::to_string(n), uses[at].op, uses[at].attributes, operands[at]));
  }
  return std::make_shared<const Graph>(*std::move(builder).finish({}));
}

}  // namespace touchstone
