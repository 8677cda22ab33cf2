#include "node_case.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "touchstone/interpreter/evaluate.h"
#include "touchstone/onnx/read_onnx.h"
#include "touchstone/onnx/tensor_proto.h"
#include "touchstone/reference/execution.h"

namespace touchstone::onnx_node_tests {

namespace {

using std::filesystem::path;

std::string bytes_of(const path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The recorded tensors input_0.pb, input_1.pb, … of one data set; a file that holds no tensor, but
/// a sequence or nothing, stays empty.
std::vector<onnx::TensorProto> recorded(const path& folder, const std::string& prefix) {
  std::vector<onnx::TensorProto> out;
  for (int i = 0; std::filesystem::exists(folder / (prefix + std::to_string(i) + ".pb")); ++i) {
    onnx::TensorProto tensor;
    if (!tensor.ParseFromString(bytes_of(folder / (prefix + std::to_string(i) + ".pb")))) {
      tensor.Clear();
    }
    out.push_back(std::move(tensor));
  }
  return out;
}

Result<Tensor> tensor_of(onnx::TensorProto proto) {
  onnx_reading::ExternalData external{path()};
  auto constant = onnx_reading::take_tensor(proto, external);
  if (!constant) return constant.error();
  return std::move(constant->tensor);
}

/// As numpy.testing.assert_allclose compares, with the suite's rtol and atol
/// (onnx/backend/test/case/node/__init__.py): NaN equals NaN, an infinity itself alone.
bool close(float value, float expected) {
  constexpr double rtol = 1e-3;
  constexpr double atol = 1e-7;
  if (std::isnan(expected) || std::isnan(value)) return std::isnan(expected) && std::isnan(value);
  if (std::isinf(expected) || std::isinf(value)) return expected == value;
  const double distance = std::fabs(double{value} - double{expected});
  return distance <= atol + rtol * std::fabs(double{expected});
}

std::optional<std::string> difference(const Tensor& value, const Tensor& expected) {
  if (value.type() != expected.type()) {
    return "is " + value.type().text() + ", expected " + expected.type().text();
  }
  if (value.type().element != ElementType::float32) {
    if (std::ranges::equal(value.bytes(), expected.bytes())) return std::nullopt;
    return "holds other elements than expected";
  }
  const auto values = value.floats();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (close(values[i], expected.floats()[i])) continue;
    return "element " + std::to_string(i) + " is " + std::to_string(values[i]) + ", expected " +
           std::to_string(expected.floats()[i]);
  }
  return std::nullopt;
}

Result<Tensor> run_node(std::size_t, const Node& node, const TensorType& result,
                        std::span<const Tensor> operands) {
  return execute(native_kernels(), node.op, node.attributes, Pass::forward(), result, operands, 1);
}

/// The inputs that a data set gives a model, by the name of the value.
using Given = std::vector<std::pair<std::string, onnx::TensorProto>>;

/// What is wrong with the outputs, or nothing.
std::optional<std::string> wrong_output(const Graph& graph, const Given& given,
                                        const path& data_set) {
  std::vector<Tensor> inputs;
  for (const ValueId id : graph.inputs) {
    const auto found = std::ranges::find(given, graph.value(id).name, &Given::value_type::first);
    if (found == given.end()) return "input '" + graph.value(id).name + "' is not recorded";
    auto tensor = tensor_of(found->second);
    if (!tensor) return tensor.error().text();
    inputs.push_back(std::move(*tensor));
  }
  const auto outputs = evaluate(graph, inputs, run_node);
  if (!outputs) return outputs.error().text();
  const auto expected = recorded(data_set, "output_");
  if (expected.size() != outputs->size()) return "another number of outputs is recorded";
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto tensor = tensor_of(expected[i]);
    if (!tensor) return tensor.error().text();
    if (auto why = difference((*outputs)[i], *tensor)) {
      return "output '" + graph.value(graph.outputs[i]).name + "' " + *why;
    }
  }
  return std::nullopt;
}

bool holds_whole_numbers(const onnx::TensorProto& tensor) {
  return tensor.data_type() == onnx::TensorProto::INT64 ||
         tensor.data_type() == onnx::TensorProto::INT32 ||
         tensor.data_type() == onnx::TensorProto::BOOL;
}

/// One data set, with its INT64, INT32 and BOOL inputs as initializers or not.
Outcome tried(onnx::ModelProto model, const path& data_set, bool initialized) {
  Given given;
  std::vector<onnx::TensorProto> inputs = recorded(data_set, "input_");
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (static_cast<int>(i) >= model.graph().input_size()) break;
    const std::string name = model.graph().input(static_cast<int>(i)).name();
    if (initialized && holds_whole_numbers(inputs[i])) {
      auto& initializer = *model.mutable_graph()->add_initializer();
      initializer = inputs[i];
      initializer.set_name(name);
    }
    given.emplace_back(name, std::move(inputs[i]));
  }
  const auto graph = read_onnx(model.SerializeAsString(), "model.onnx", {});
  if (!graph) return {Outcome::Kind::not_read, graph.error().reason};
  if (auto why = wrong_output(*graph, given, data_set)) return {Outcome::Kind::wrong, *why};
  return {Outcome::Kind::passed, initialized
                                     ? "with its INT64, INT32 and BOOL inputs as initializers"
                                     : "as the model is"};
}

/// A case is written at the newest opset that changed its operator. What has not changed since an
/// opset before 7, the oldest that is read, is the same at 7.
void raise_opset(onnx::ModelProto& model) {
  for (auto& import : *model.mutable_opset_import()) {
    if (import.domain().empty() && import.version() < 7) import.set_version(7);
  }
}

Outcome judged(const onnx::ModelProto& model, const path& data_set) {
  Outcome outcome = tried(model, data_set, false);
  return outcome.kind == Outcome::Kind::not_read ? tried(model, data_set, true) : outcome;
}

std::string operators_of(const onnx::ModelProto& model) {
  std::set<std::string> types;
  for (const auto& node : model.graph().node()) {
    if (node.op_type() != "Constant" || model.graph().node_size() == 1)
      types.insert(node.op_type());
  }
  return types.size() == 1 ? *types.begin() : "several operators";
}

}  // namespace

std::string Outcome::text() const {
  switch (kind) {
    case Kind::passed: return "passed " + detail;
    case Kind::not_read: return "not read: " + detail;
    case Kind::wrong: return "WRONG: " + detail;
  }
  return {};
}

Judged judge(const path& folder) {
  Judged out{folder.filename().string(), "unreadable", {}};
  onnx::ModelProto model;
  if (!model.ParseFromString(bytes_of(folder / "model.onnx"))) {
    out.outcome = {Outcome::Kind::wrong, "model.onnx cannot be parsed"};
    return out;
  }
  raise_opset(model);
  out.operators = operators_of(model);
  out.outcome = {Outcome::Kind::wrong, "it has no data set"};
  for (int i = 0;; ++i) {
    const path data_set = folder / ("test_data_set_" + std::to_string(i));
    if (!std::filesystem::exists(data_set)) return out;
    out.outcome = judged(model, data_set);
    if (out.outcome.kind != Outcome::Kind::passed) return out;
  }
}

std::vector<path> cases_of(const path& root) {
  std::vector<path> out;
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    if (std::filesystem::exists(entry.path() / "model.onnx")) out.push_back(entry.path());
  }
  std::ranges::sort(out);
  return out;
}

}  // namespace touchstone::onnx_node_tests
