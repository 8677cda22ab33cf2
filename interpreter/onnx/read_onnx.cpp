#include "read_onnx.h"

#include <onnx/onnx_pb.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "declared_types.h"
#include "external_data.h"
#include "graph_context.h"
#include "model_header.h"
#include "node_reader.h"
#include "tensor_proto.h"
#include "touchstone/core/digest.h"
#include "touchstone/interpreter/model_digest.h"
#include "wire.h"

namespace touchstone {

namespace {

using namespace onnx_reading;

using Bindings = std::span<const std::pair<std::string, std::int64_t>>;

std::string place_of(std::string_view kind, const std::string& name, int position) {
  if (name.empty()) return std::string(kind) + " #" + std::to_string(position);
  return std::string(kind) + " '" + printable(name) + "'";
}

/// Every name a value has in the ONNX graph. Sets of names are ordered, since a file could choose
/// names that collide under a hash.
std::set<std::string_view> value_names(const onnx::GraphProto& graph) {
  std::set<std::string_view> out;
  for (const auto& input : graph.input()) out.insert(input.name());
  for (const auto& initializer : graph.initializer()) out.insert(initializer.name());
  for (const auto& node : graph.node()) out.insert(node.output().begin(), node.output().end());
  return out;
}

/// The names of the initializers; those that are also inputs are parameters all the same.
Result<std::set<std::string_view>> initializer_names(const onnx::GraphProto& graph) {
  std::set<std::string_view> out;
  for (int i = 0; i < graph.initializer_size(); ++i) {
    const std::string& name = graph.initializer(i).name();
    if (!name.empty() && out.insert(name).second) continue;
    return unreadable(place_of("initializer", name, i),
                      name.empty() ? "it has no name" : "its name is used twice");
  }
  return out;
}

class ModelReader {
 public:
  ModelReader(onnx::GraphProto& graph, int opset, const std::filesystem::path& file,
              SymbolicDimensions dimensions)
      : graph_(graph),
        opset_(opset),
        external_(file),
        dimensions_(std::move(dimensions)),
        context_(value_names(graph)) {}

  Result<void> read() {
    if (auto ok = read_inputs(); !ok) return ok;
    if (auto ok = read_initializers(); !ok) return ok;
    if (auto ok = read_nodes(graph_, opset_, external_, context_); !ok) return ok;
    if (auto ok = read_outputs(); !ok) return ok;
    if (auto ok = check_declarations(); !ok) return ok;
    return dimensions_.check_used();
  }

  Result<Graph> finish(ModelOrigin origin) && {
    origin.format = "ONNX opset " + std::to_string(opset_);
    std::vector<Digest> digests;
    for (const ModelFile& file : external_.files()) {
      digests.push_back(file.digest);
      origin.files.push_back(file);
    }
    origin.digest = model_digest(origin.digest, digests);
    return std::move(context_).finish(std::move(origin));
  }

 private:
  Result<void> read_inputs() {
    const auto initialized = initializer_names(graph_);
    if (!initialized) return initialized.error();
    std::set<std::string_view> seen;
    for (int i = 0; i < graph_.input_size(); ++i) {
      const auto& info = graph_.input(i);
      const std::string place = place_of("input", info.name(), i);
      if (info.name().empty()) return unreadable(place, "it has no name");
      if (!seen.insert(info.name()).second) return unreadable(place, "its name is used twice");
      if (initialized->contains(info.name())) continue;
      auto type = input_type(info, dimensions_);
      if (!type) return type.error().inside(place);
      if (auto ok = context_.add_input(info.name(), *type); !ok) return ok.error().inside(place);
    }
    return dimensions_.check_bound();
  }

  Result<void> read_initializers() {
    for (auto& initializer : *graph_.mutable_initializer()) {
      const std::string name = initializer.name();
      const std::string place = place_of("initializer", name, 0);
      auto constant = take_tensor(initializer, external_);
      if (!constant) return constant.error().inside(place);
      if (auto ok = context_.add_initializer(name, std::move(*constant)); !ok) {
        return ok.error().inside(place);
      }
    }
    return {};
  }

  Result<void> read_outputs() {
    std::set<std::string_view> seen;
    for (int i = 0; i < graph_.output_size(); ++i) {
      const std::string& name = graph_.output(i).name();
      const std::string place = place_of("output", name, i);
      const auto value = context_.find(name);
      if (!value) {
        return unreadable(place, "it is no input, initializer or result of the graph");
      }
      if (!seen.insert(name).second) return unreadable(place, "its name is used twice");
      context_.mark_output(*value);
    }
    return {};
  }

  /// What the model says of its values' types must be so. What it says of values that it does not
  /// have, as tools leave behind that remove nodes, is of no consequence.
  Result<void> check_declarations() {
    for (const auto* infos : {&graph_.input(), &graph_.output(), &graph_.value_info()}) {
      for (const auto& info : *infos) {
        if (info.name().empty()) return unreadable("value_info", "an entry has no name");
        const auto value = context_.find(info.name());
        if (!value) continue;
        auto ok = check_declared(info, context_.form(*value), context_.value(*value).type.shape,
                                 dimensions_);
        if (!ok) return ok.error().inside("value '" + printable(info.name()) + "'");
      }
    }
    return {};
  }

  onnx::GraphProto& graph_;
  int opset_;
  ExternalData external_;
  SymbolicDimensions dimensions_;
  GraphContext context_;
};

Result<Graph> read(std::string_view bytes, const std::filesystem::path& file, Bindings bindings) {
  auto model = parse_model(bytes);
  if (!model) return model.error();
  const auto opset = check_header(**model);
  if (!opset) return opset.error();
  auto dimensions = SymbolicDimensions::create(bindings);
  if (!dimensions) return dimensions.error();
  ModelReader reader(*(*model)->mutable_graph(), *opset, file, std::move(*dimensions));
  if (auto ok = reader.read(); !ok) return ok.error();
  return std::move(reader).finish({.file = file.string(),
                                   .format = {},
                                   .digest = sha256(bytes),
                                   .bindings = {bindings.begin(), bindings.end()},
                                   .files = {{file.filename().string(), sha256(bytes)}}});
}

}  // namespace

Result<Graph> read_onnx(std::string_view bytes, const std::filesystem::path& file,
                        Bindings bindings) {
  auto graph = read(bytes, file, bindings);
  if (graph) return graph;
  return graph.error().in_file(printable(file.native()));
}

}  // namespace touchstone
