#include "node_reader.h"

#include <onnx/onnx_pb.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model_header.h"
#include "node.h"
#include "operator_table.h"

namespace touchstone::onnx_reading {

namespace {

using Names = google::protobuf::RepeatedPtrField<std::string>;

/// Trailing empty names stand for what is left out.
std::size_t named_count(const Names& names) {
  int count = names.size();
  while (count > 0 && names[count - 1].empty()) --count;
  return static_cast<std::size_t>(count);
}

std::string allowed(std::size_t least, std::size_t most) {
  if (most == OperatorForm::any_number) return "at least " + std::to_string(least);
  if (least == most) return std::to_string(least);
  return std::to_string(least) + " to " + std::to_string(most);
}

Result<void> check_arity(const onnx::NodeProto& node, const OperatorForm& form) {
  const std::size_t inputs = named_count(node.input());
  if (inputs < form.min_inputs || inputs > form.max_inputs) {
    return unreadable({}, "it has " + std::to_string(inputs) + " inputs; the operator takes " +
                              allowed(form.min_inputs, form.max_inputs));
  }
  // All operands of an operator that takes any number are required.
  const std::size_t required =
      form.max_inputs == OperatorForm::any_number ? inputs : form.min_inputs;
  for (std::size_t i = 0; i < required; ++i) {
    if (node.input(static_cast<int>(i)).empty()) {
      return unreadable({}, "its input " + std::to_string(i) + ", which is required, has no name");
    }
  }
  const std::size_t outputs = named_count(node.output());
  if (outputs == 0 || node.output(0).empty()) {
    return unreadable({}, "its first output has no name");
  }
  if (outputs > form.max_outputs) {
    return unreadable({}, "it has " + std::to_string(outputs) + " outputs; the operator gives " +
                              allowed(1, form.max_outputs));
  }
  return {};
}

std::string place_of(const onnx::NodeProto& node, int position) {
  std::string out = "node #" + std::to_string(position);
  if (node.output_size() > 0 && !node.output(0).empty()) {
    out += " '" + printable(node.output(0)) + "'";
  }
  return out + " (" + printable(node.op_type()) + ")";
}

class NodeReader {
 public:
  NodeReader(onnx::GraphProto& graph, int opset, ExternalData& external, GraphContext& context)
      : graph_(graph), opset_(opset), external_(external), context_(context) {}

  Result<void> read(int position) {
    onnx::NodeProto& node = *graph_.mutable_node(position);
    if (node.op_type().empty()) return unreadable({}, "it has no operator");
    if (!is_default_domain(node.domain())) {
      return unavailable({}, "domain '" + printable(node.domain()) +
                                 "' is not supported; only ONNX's default domain is");
    }
    auto form = find_form(node.op_type(), opset_);
    if (!form) return form.error();
    if (auto ok = check_arity(node, **form); !ok) return ok;
    OnnxNode::Parts parts{.opset = opset_, .inputs = {}, .outputs = {}, .attributes = {}};
    const auto outputs = static_cast<std::ptrdiff_t>(named_count(node.output()));
    parts.outputs.assign(node.output().begin(), node.output().begin() + outputs);
    auto inputs = find_inputs(node, position);
    if (!inputs) return inputs.error();
    parts.inputs = std::move(*inputs);
    auto attributes = take_attributes(node, (*form)->attributes, external_);
    if (!attributes) return attributes.error();
    parts.attributes = std::move(*attributes);
    OnnxNode mapped(context_, std::move(parts));
    return (*form)->map(mapped);
  }

 private:
  Result<std::vector<std::optional<ValueId>>> find_inputs(const onnx::NodeProto& node,
                                                          int position) const {
    std::vector<std::optional<ValueId>> out;
    const std::size_t count = named_count(node.input());
    for (std::size_t i = 0; i < count; ++i) {
      const std::string& name = node.input(static_cast<int>(i));
      const auto found = name.empty() ? std::nullopt : context_.find(name);
      if (!found && !name.empty()) return missing_input(i, name, position);
      out.push_back(found);
    }
    return out;
  }

  /// Says whether the input comes too late or from nowhere. Linear in the graph; called once.
  [[nodiscard]] Diagnostic missing_input(std::size_t i, const std::string& name,
                                         int position) const {
    const std::string what = "its input " + std::to_string(i) + ", '" + printable(name) + "', ";
    for (int later = position; later < graph_.node_size(); ++later) {
      for (const std::string& output : graph_.node(later).output()) {
        if (output != name) continue;
        return unreadable({},
                          what + "is computed by node #" + std::to_string(later) +
                              ", which does not come before it",
                          "order the nodes so that each comes after those it reads");
      }
    }
    return unreadable({}, what + "is no input, initializer or result of the graph");
  }

  onnx::GraphProto& graph_;
  int opset_;
  ExternalData& external_;
  GraphContext& context_;
};

}  // namespace

Result<void> read_nodes(onnx::GraphProto& graph, int opset, ExternalData& external,
                        GraphContext& context) {
  NodeReader reader(graph, opset, external, context);
  for (int position = 0; position < graph.node_size(); ++position) {
    if (auto ok = reader.read(position); !ok) {
      return ok.error().inside(place_of(graph.node(position), position));
    }
  }
  return {};
}

}  // namespace touchstone::onnx_reading
