#include "evaluate.h"

#include <algorithm>
#include <optional>
#include <string>

#include "index_range.h"
#include "touchstone/core/checked.h"

namespace touchstone {

namespace {

std::size_t at(ValueId id) { return static_cast<std::size_t>(id); }

/// For each value, the number of the last node that reads it; model outputs are never released.
std::vector<std::size_t> last_uses(const Graph& graph) {
  std::vector<std::size_t> last(graph.values.size(), 0);
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    for (const ValueId input : graph.nodes[n].inputs) last[at(input)] = n;
    last[at(graph.nodes[n].output)] = n;
  }
  for (const ValueId output : graph.outputs) last[at(output)] = graph.nodes.size();
  return last;
}

std::optional<Diagnostic> input_fault(const Graph& graph, std::span<const Tensor> inputs) {
  if (inputs.size() != graph.inputs.size()) {
    return unreadable({}, "the model has " + std::to_string(graph.inputs.size()) + " inputs, not " +
                              std::to_string(inputs.size()));
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Value& expected = graph.value(graph.inputs[i]);
    if (inputs[i].type() == expected.type) continue;
    return unreadable(
        "input '" + printable(expected.name) + "'",
        "it is " + inputs[i].type().text() + ", the model takes " + expected.type.text());
  }
  return std::nullopt;
}

Result<Tensor> run_node(const Graph& graph, std::size_t number, std::span<const Tensor> operands,
                        const NodeRunner& run) {
  const Node& node = graph.nodes[number];
  if (operation(node.op).reads_indices()) {
    if (auto fault = index_fault(node.attributes, operands[0].shape(), operands[1])) return *fault;
  }
  return run(number, node, graph.value(node.output).type, operands);
}

}  // namespace

Result<std::vector<Tensor>> evaluate(const Graph& graph, std::span<const Tensor> inputs,
                                     const NodeRunner& run, const NodeObserver& observe) {
  if (auto fault = input_fault(graph, inputs)) return *fault;
  std::vector<std::optional<Tensor>> values(graph.values.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = graph.values[i].constant;
  for (std::size_t i = 0; i < inputs.size(); ++i) values[at(graph.inputs[i])] = inputs[i];

  const std::vector<std::size_t> last = last_uses(graph);
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const Node& node = graph.nodes[n];
    std::vector<Tensor> operands;
    for (const ValueId input : node.inputs) operands.push_back(*values[at(input)]);
    auto result = run_node(graph, n, operands, run);
    if (!result) return result.error().inside("node '" + printable(node.id) + "'");
    if (observe) observe(node, operands, *result);
    values[at(node.output)] = std::move(*result);
    operands.clear();
    for (const ValueId input : node.inputs) {
      if (last[at(input)] == n) values[at(input)].reset();
    }
    if (last[at(node.output)] == n) values[at(node.output)].reset();
  }
  std::vector<Tensor> outputs;
  for (const ValueId output : graph.outputs) outputs.push_back(*values[at(output)]);
  return outputs;
}

std::optional<std::int64_t> peak_bytes(const Graph& graph) {
  const std::vector<std::size_t> last = last_uses(graph);
  std::vector<std::int64_t> bytes;
  for (const Value& value : graph.values) {
    const auto count = value.constant ? 0 : byte_count(value.type);
    if (!count) return std::nullopt;
    bytes.push_back(*count);
  }
  std::optional<std::int64_t> live = 0;
  for (const ValueId input : graph.inputs)
    live = live ? checked_add(*live, bytes[at(input)]) : live;
  std::int64_t peak = live.value_or(0);
  for (std::size_t n = 0; live && n < graph.nodes.size(); ++n) {
    const Node& node = graph.nodes[n];
    live = checked_add(*live, bytes[at(node.output)]);
    if (!live) break;
    peak = std::max(peak, *live);
    std::vector<ValueId> released(node.inputs);
    released.push_back(node.output);
    std::sort(released.begin(), released.end());
    released.erase(std::unique(released.begin(), released.end()), released.end());
    for (const ValueId id : released) {
      if (last[at(id)] == n) *live -= bytes[at(id)];
    }
  }
  if (!live) return std::nullopt;
  return peak;
}

}  // namespace touchstone
