#include "model_header.h"

#include <onnx/onnx_pb.h>

#include <optional>
#include <string>

namespace touchstone::onnx_reading {

namespace {

/// IR 3 is the first with opset_import; 13 is that of the newest schema whose additions are known
/// to wire.cpp.
constexpr std::int64_t oldest_ir = 3;
constexpr std::int64_t newest_ir = 13;

std::string range(std::int64_t from, std::int64_t to) {
  return std::to_string(from) + " to " + std::to_string(to);
}

Result<void> check_ir_version(const onnx::ModelProto& model) {
  if (!model.has_ir_version()) return unreadable("ir_version", "the model has no IR version");
  const std::int64_t version = model.ir_version();
  if (version < 1) {
    return unreadable("ir_version", std::to_string(version) + " is not an IR version");
  }
  if (version < oldest_ir || version > newest_ir) {
    return unavailable("ir_version", "IR version " + std::to_string(version) +
                                         " is not supported; versions " +
                                         range(oldest_ir, newest_ir) + " are");
  }
  return {};
}

Result<int> default_opset(const onnx::ModelProto& model) {
  std::optional<std::int64_t> version;
  for (const auto& import : model.opset_import()) {
    if (!is_default_domain(import.domain())) continue;
    if (version) return unreadable("opset_import", "the default domain is imported twice");
    version = import.version();
  }
  if (!version) {
    return unreadable("opset_import", "the model imports no opset of the default domain");
  }
  if (*version < 1) {
    return unreadable("opset_import", std::to_string(*version) + " is not an opset version");
  }
  if (*version < oldest_opset || *version > newest_opset) {
    return unavailable(
        "opset_import",
        "opset " + std::to_string(*version) + " is not supported; opsets " +
            range(oldest_opset, newest_opset) + " are",
        "convert the model with onnx.version_converter, or export it at a supported opset");
  }
  return static_cast<int>(*version);
}

Result<void> check_graph_sections(const onnx::GraphProto& graph) {
  if (graph.sparse_initializer_size() > 0) {
    return unavailable("graph.sparse_initializer", "sparse initializers are not supported");
  }
  if (graph.quantization_annotation_size() > 0) {
    return unavailable("graph.quantization_annotation",
                       "quantization annotations are not supported");
  }
  return {};
}

}  // namespace

bool is_default_domain(std::string_view domain) { return domain.empty() || domain == "ai.onnx"; }

Result<int> check_header(const onnx::ModelProto& model) {
  if (auto ok = check_ir_version(model); !ok) return ok.error();
  auto opset = default_opset(model);
  if (!opset) return opset;
  if (!model.has_graph()) return unreadable("graph", "the model has no graph");
  if (model.functions_size() > 0) {
    return unavailable("functions", "model-local functions are not supported",
                       "inline them with onnx.inliner");
  }
  if (model.training_info_size() > 0) {
    return unavailable("training_info", "training information is not supported");
  }
  if (auto ok = check_graph_sections(model.graph()); !ok) return ok.error();
  return opset;
}

}  // namespace touchstone::onnx_reading
