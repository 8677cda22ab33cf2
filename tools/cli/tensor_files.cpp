#include "tensor_files.h"

#include <map>
#include <optional>
#include <system_error>

#include "touchstone/format/npy.h"
#include "touchstone/format/tensor_json.h"
#include "touchstone/host/file.h"

namespace touchstone::cli {

namespace {

using Found = std::map<std::string, Tensor>;

const Value* input_named(const Graph& graph, std::string_view name) {
  for (const ValueId id : graph.inputs) {
    if (graph.value(id).name == name) return &graph.value(id);
  }
  return nullptr;
}

std::string input_names(const Graph& graph) {
  std::string out;
  for (const ValueId id : graph.inputs) {
    out += (out.empty() ? "" : ", ") + printable(graph.value(id).name);
  }
  return out;
}

Result<void> keep(const Graph& graph, Found& found, const std::string& name, const Tensor& tensor) {
  if (input_named(graph, name) == nullptr) {
    return unreadable({}, "the model has no input '" + printable(name) + "'",
                      "its inputs: " + input_names(graph));
  }
  if (!found.emplace(name, tensor).second) {
    return unreadable({}, "input '" + printable(name) + "' is given twice");
  }
  return {};
}

Result<Tensor> json_tensor(const Graph& graph, const JsonCursor& cursor, const std::string& name) {
  const Value* const input = input_named(graph, name);
  return tensor_from_json(cursor, input != nullptr ? std::optional(input->type) : std::nullopt);
}

/// The tensors of a .json file: the input called `name`, or else an object of inputs by name.
Result<void> keep_json(const Graph& graph, Found& found, const std::string& text,
                       const std::optional<std::string>& name) {
  const auto json = parse_json(text);
  if (!json) return json.error();
  const JsonCursor root(*json);
  if (name) {
    // Either the tensor itself, or an object that holds it under its name, as `run --output`
    // writes.
    JsonCursor own = root;
    if (const auto held = root.fields({*name})) own = held->at(*name);
    const auto tensor = json_tensor(graph, own, *name);
    return tensor ? keep(graph, found, *name, *tensor) : Result<void>(tensor.error());
  }
  const auto members = root.members();
  if (!members) return members.error();
  for (const auto& [member, cursor] : *members) {
    const auto tensor = json_tensor(graph, cursor, std::string(member));
    if (!tensor) return tensor.error();
    if (auto kept = keep(graph, found, std::string(member), *tensor); !kept) return kept;
  }
  return {};
}

Result<void> keep_safetensors(const Graph& graph, Found& found, const std::string& bytes,
                              const std::optional<std::string>& name) {
  const auto tensors = read_safetensors(bytes);
  if (!tensors) return tensors.error();
  if (name && tensors->size() != 1) {
    return unreadable({}, "NAME=FILE needs a file of one tensor; this one has " +
                              std::to_string(tensors->size()));
  }
  for (const auto& [own, tensor] : *tensors) {
    if (auto kept = keep(graph, found, name.value_or(own), tensor); !kept) return kept;
  }
  return {};
}

Result<void> keep_npy(const Graph& graph, Found& found, const std::string& bytes,
                      const std::optional<std::string>& name) {
  const auto tensor = read_npy(bytes);
  if (!tensor) return tensor.error();
  if (!name && graph.inputs.size() != 1) {
    return unreadable({}, "the model has several inputs, and a .npy file names none",
                      "give NAME=FILE; its inputs: " + input_names(graph));
  }
  return keep(graph, found, name ? *name : graph.value(graph.inputs[0]).name, *tensor);
}

Result<void> keep_file(const Graph& graph, Found& found, const std::string& argument) {
  const auto equals = argument.find('=');
  std::error_code ignored;  // a path that cannot be looked at is not there
  const bool named = equals != std::string::npos && !std::filesystem::exists(argument, ignored);
  const std::filesystem::path file = named ? argument.substr(equals + 1) : argument;
  const auto name = named ? std::optional(argument.substr(0, equals)) : std::nullopt;
  const auto bytes = read_file(file);
  if (!bytes) return bytes.error();
  const std::string extension = file.extension().string();
  Result<void> kept =
      unreadable({}, "the extension '" + printable(extension) + "' is no tensor format",
                 "tensors are .npy, .safetensors or .json files");
  if (extension == ".npy") kept = keep_npy(graph, found, *bytes, name);
  if (extension == ".safetensors") kept = keep_safetensors(graph, found, *bytes, name);
  if (extension == ".json") kept = keep_json(graph, found, *bytes, name);
  if (!kept) return kept.error().in_file(file.string());
  return {};
}

}  // namespace

Result<std::vector<Tensor>> read_inputs(const Graph& graph,
                                        const std::vector<std::string>& arguments) {
  Found found;
  for (const std::string& argument : arguments) {
    if (auto kept = keep_file(graph, found, argument); !kept) return kept.error();
  }
  std::vector<Tensor> out;
  for (const ValueId id : graph.inputs) {
    const auto at = found.find(graph.value(id).name);
    if (at == found.end()) {
      return unreadable({},
                        "input '" + printable(graph.value(id).name) + "' (" +
                            graph.value(id).type.text() + ") is not given",
                        "give --input " + printable(graph.value(id).name) + "=FILE");
    }
    out.push_back(at->second);
  }
  return out;
}

Result<void> write_tensors(const std::filesystem::path& file,
                           const std::vector<NamedTensor>& tensors) {
  const std::string extension = file.extension().string();
  if (extension == ".safetensors") {
    for (const auto& [name, tensor] : tensors) {
      if (name != safetensors_reserved_name) continue;
      return unreadable({}, "an output is named " + name + ", which a safetensors file cannot hold",
                        "write to a .json or .npy file")
          .in_file(file.string());
    }
    return write_file(file, write_safetensors(tensors));
  }
  if (extension == ".npy" && tensors.size() == 1) {
    return write_file(file, write_npy(tensors[0].second));
  }
  if (extension == ".json") {
    JsonObject all;
    for (const auto& [name, tensor] : tensors) all.emplace_back(name, tensor_to_json(tensor));
    return write_file(file, write_json(all, JsonStyle::indented));
  }
  return unreadable({},
                    extension == ".npy"
                        ? "a .npy file holds one tensor, the model has " +
                              std::to_string(tensors.size()) + " outputs"
                        : "the extension '" + printable(extension) + "' is no tensor format",
                    "write to a .safetensors or .json file")
      .in_file(file.string());
}

}  // namespace touchstone::cli
