#include "graph.h"

#include <algorithm>
#include <utility>

namespace touchstone {

namespace {

/// What was given, and for a random operation that names no sequence, the node's own: other nodes
/// then draw other numbers, and the same node the same ones wherever it stands.
Attributes with_stream(const Operation& operation, const Attributes& given, const std::string& id) {
  const auto takes_stream = [](const AttributeSpec& spec) { return spec.name == "stream"; };
  const bool random =
      std::any_of(operation.attributes.begin(), operation.attributes.end(), takes_stream);
  if (!random || given.contains("stream")) return given;
  Attributes out = given;
  out.set("stream", id);
  return out;
}

/// Indices are read as they are; values that are whole numbers are for shape arithmetic alone.
bool computes_with_integers(const Operation& meaning, std::span<const TensorType> operands) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (meaning.operand(i).kind != OperandKind::value) continue;
    if (operands[i].element == ElementType::int64) return true;
  }
  return false;
}

}  // namespace

std::vector<TensorType> Graph::input_types(const Node& node) const {
  std::vector<TensorType> out;
  out.reserve(node.inputs.size());
  for (const ValueId id : node.inputs) out.push_back(value(id).type);
  return out;
}

Result<ValueId> GraphBuilder::add_value(std::string name, TensorType type,
                                        std::optional<Tensor> constant) {
  if (name.empty()) return unreadable({}, "a name is empty");
  const auto id = static_cast<ValueId>(graph_.values.size());
  const auto [at, added] = names_.emplace(name, id);
  if (!added) return unreadable({}, "the name '" + printable(name) + "' is used twice");
  graph_.values.push_back({std::move(name), type, std::move(constant)});
  return id;
}

Result<ValueId> GraphBuilder::add_input(std::string name, TensorType type) {
  auto id = add_value(std::move(name), type, std::nullopt);
  if (id) graph_.inputs.push_back(*id);
  return id;
}

Result<ValueId> GraphBuilder::add_parameter(std::string name, Tensor tensor) {
  auto id = add_constant(std::move(name), std::move(tensor));
  if (id) graph_.values.back().parameter = true;
  return id;
}

Result<ValueId> GraphBuilder::add_constant(std::string name, Tensor tensor) {
  const TensorType type = tensor.type();
  return add_value(std::move(name), type, std::move(tensor));
}

Result<ValueId> GraphBuilder::add_node(std::string id, Op op, const Attributes& attributes,
                                       std::vector<ValueId> inputs) {
  const Operation& meaning = operation(op);
  auto completed = complete(meaning, with_stream(meaning, attributes, id));
  if (!completed) return completed.error();
  std::vector<TensorType> types;
  types.reserve(inputs.size());
  for (const ValueId input : inputs) types.push_back(graph_.value(input).type);
  auto type = infer(meaning, *completed, types);
  if (!type) return type.error();
  if (computes_with_integers(meaning, types)) {
    return unavailable({}, std::string(meaning.name) +
                               " of int64 values exists only where shapes are computed while "
                               "reading");
  }
  auto output = add_value(id, *type, std::nullopt);
  if (!output) return output.error();
  graph_.nodes.push_back({std::move(id), op, std::move(*completed), std::move(inputs), *output});
  return *output;
}

void GraphBuilder::mark_output(ValueId value) { graph_.outputs.push_back(value); }

std::optional<ValueId> GraphBuilder::find(std::string_view name) const {
  const auto found = names_.find(name);
  if (found == names_.end()) return std::nullopt;
  return found->second;
}

Result<Graph> GraphBuilder::finish(ModelOrigin origin) && {
  if (graph_.nodes.empty()) return unreadable({}, "the model has no operations to verify");
  if (graph_.outputs.empty()) return unreadable({}, "the model has no outputs");
  // What shape arithmetic alone has read is no part of the model any more.
  std::vector<bool> used(graph_.values.size(), false);
  for (const ValueId id : graph_.outputs) used[static_cast<std::size_t>(id)] = true;
  for (const Node& node : graph_.nodes) {
    for (const ValueId id : node.inputs) used[static_cast<std::size_t>(id)] = true;
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) graph_.values[i].constant.reset();
  }
  graph_.origin = std::move(origin);
  return std::move(graph_);
}

}  // namespace touchstone
