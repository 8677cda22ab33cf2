#include <set>
#include <utility>
#include <vector>

#include "attributes_json.h"
#include "model_json.h"
#include "touchstone/core/digest.h"
#include "touchstone/format/json.h"
#include "touchstone/format/safetensors.h"
#include "touchstone/format/tensor_json.h"
#include "touchstone/host/file.h"

namespace touchstone {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t inline_elements = 16;

Json text_list(const Graph& graph, std::span<const ValueId> ids) {
  JsonArray out;
  for (const ValueId id : ids) out.push_back(graph.value(id).name);
  return out;
}

Json input_json(const Value& value) {
  return JsonObject{{"name", value.name},
                    {"dtype", name_of(value.type.element)},
                    {"shape", shape_to_json(value.type.shape)}};
}

Json node_json(const Graph& graph, const Node& node) {
  JsonObject out{
      {"id", node.id}, {"op", operation(node.op).name}, {"inputs", text_list(graph, node.inputs)}};
  if (!node.attributes.values().empty()) {
    out.emplace_back("attributes", attributes_to_json(node.attributes));
  }
  out.emplace_back("shape", shape_to_json(graph.value(node.output).type.shape));
  return out;
}

/// The parameters, split by where they are written.
struct Parameters {
  JsonObject inlined;
  std::vector<NamedTensor> filed;
  JsonArray constants;  ///< names of those that are no weights
};

Parameters parameters_of(const Graph& graph) {
  Parameters out;
  for (const Value& value : graph.values) {
    if (!value.constant) continue;
    if (!value.parameter) out.constants.push_back(value.name);
    // A safetensors file keeps this name for itself.
    const bool reserved = value.name == "__metadata__";
    if (reserved || value.type.shape.element_count() <= inline_elements) {
      out.inlined.emplace_back(value.name, tensor_to_json(*value.constant));
    } else {
      out.filed.emplace_back(value.name, *value.constant);
    }
  }
  return out;
}

/// The file beside a model that holds its larger parameters; no name where there are none.
struct ParameterFile {
  std::string name;
  std::string bytes;
};

Json model_json(const Graph& graph, const ParameterFile& file, Parameters given) {
  JsonArray inputs;
  for (const ValueId id : graph.inputs) inputs.push_back(input_json(graph.value(id)));
  JsonArray nodes;
  for (const Node& node : graph.nodes) nodes.push_back(node_json(graph, node));
  JsonObject parameters;
  if (!file.name.empty()) {
    parameters.emplace_back("file", file.name);
    parameters.emplace_back("sha256", sha256(file.bytes).hex());
  }
  if (!given.inlined.empty()) parameters.emplace_back("inline", std::move(given.inlined));
  if (!given.constants.empty()) parameters.emplace_back("constant", std::move(given.constants));

  JsonObject out{{"format", "touchstone.model"}, {"version", Json::integer(1)}};
  out.emplace_back("inputs", std::move(inputs));
  if (!parameters.empty()) out.emplace_back("parameters", std::move(parameters));
  out.emplace_back("nodes", std::move(nodes));
  out.emplace_back("outputs", text_list(graph, graph.outputs));
  return out;
}

}  // namespace

Result<void> write_model_json(const Graph& graph, const fs::path& file) {
  const std::string shown = printable(file.native());
  fs::path beside = file;
  beside.replace_extension(".safetensors");
  if (beside == file) {
    return unreadable({}, "the model and its parameters would have the same file name",
                      "give the model the extension .json")
        .in_file(shown);
  }
  Parameters parameters = parameters_of(graph);
  ParameterFile filed;
  if (!parameters.filed.empty()) {
    filed = {beside.filename().string(), write_safetensors(parameters.filed)};
  }
  const Json json = model_json(graph, filed, std::move(parameters));
  const std::string text = write_json(json, JsonStyle::indented);
  if (const auto again = parse_json(text); !again || *again != json) {
    return unreadable({}, "a name in the model is not UTF-8 and cannot be written as JSON",
                      "rename it")
        .in_file(shown);
  }
  // The parameters come first, so that a new model never names a file that is not there. Two files
  // are not replaced in one step: where the model then cannot be written, an earlier model of that
  // name refuses the new parameters by their digest, and writing must be repeated.
  if (!filed.name.empty()) {
    if (auto done = write_file(beside, filed.bytes); !done) return done;
  }
  return write_file(file, text);
}

}  // namespace touchstone
