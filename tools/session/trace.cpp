#include "trace.h"

#include <system_error>
#include <vector>

#include "touchstone/format/json.h"
#include "touchstone/format/safetensors.h"
#include "touchstone/host/file.h"
#include "touchstone/interpreter/attributes_json.h"

namespace touchstone {

namespace {

Json node_json(const Graph& graph, const Node& node, const Capsule& capsule) {
  JsonArray inputs;
  for (const ValueId input : node.inputs) inputs.push_back(graph.value(input).name);
  return JsonObject{{"id", node.id},
                    {"op", operation(node.op).name},
                    {"attributes", attributes_to_json(node.attributes)},
                    {"inputs", inputs},
                    {"output", graph.value(node.output).name},
                    {"capsule", capsule.name},
                    {"provider", name_of(capsule.provider)},
                    {"artifact", capsule.artifact.digest.hex()}};
}

}  // namespace

void TraceRecorder::observe(const Node& node, std::span<const Tensor> operands,
                            const Tensor& result) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    values_.emplace(plan_->graph->value(node.inputs[i]).name, operands[i]);
  }
  values_.emplace(plan_->graph->value(node.output).name, result);
}

Result<void> TraceRecorder::write(const std::filesystem::path& folder) const {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return unreadable({}, "the folder cannot be made: " + error.message()).in_file(folder.string());
  }
  const Graph& graph = *plan_->graph;
  JsonArray nodes;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const Capsule& capsule = *plan_->classes[plan_->class_of_node[n]].capsule;
    nodes.push_back(node_json(graph, graph.nodes[n], capsule));
  }
  if (values_.contains(safetensors_reserved_name)) {
    return unreadable({}, "a value is named " + std::string(safetensors_reserved_name) +
                              ", which a safetensors file cannot hold");
  }
  const std::vector<NamedTensor> tensors(values_.begin(), values_.end());
  const std::string bytes = write_safetensors(tensors);
  const Json manifest = JsonObject{
      {"format", "touchstone.trace"},
      {"version", Json::integer(1)},
      {"model", JsonObject{{"file", std::filesystem::path(graph.origin.file).filename().string()},
                           {"sha256", graph.origin.digest.hex()}}},
      {"device", name_of(plan_->device)},
      {"semantics", Json::integer(semantics_version)},
      {"tensors", JsonObject{{"file", "values.safetensors"}, {"sha256", sha256(bytes).hex()}}},
      {"nodes", nodes}};
  if (auto written = write_file(folder / "values.safetensors", bytes); !written) return written;
  return write_file(folder / "manifest.json", write_json(manifest, JsonStyle::indented));
}

}  // namespace touchstone
