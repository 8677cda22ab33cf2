#include <set>

#include "commands.h"
#include "output.h"
#include "tensor_files.h"
#include "touchstone/format/tensor_json.h"
#include "touchstone/session/trace.h"
#include "verdict_json.h"
#include "verdict_text.h"

namespace touchstone::cli {

namespace {

/// The model's outputs under their names. A value that is an output twice is listed once.
std::vector<NamedTensor> named_outputs(const Graph& graph, const std::vector<Tensor>& outputs) {
  std::vector<NamedTensor> out;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const std::string& name = graph.value(graph.outputs[i]).name;
    if (seen.insert(name).second) out.emplace_back(name, outputs[i]);
  }
  return out;
}

Json outputs_json(const std::vector<NamedTensor>& outputs) {
  JsonArray out;
  for (const auto& [name, tensor] : outputs) {
    out.push_back(JsonObject{{"name", name},
                             {"dtype", name_of(tensor.type().element)},
                             {"shape", shape_to_json(tensor.shape())},
                             {"digest", digest_of(tensor).hex()}});
  }
  return out;
}

std::string element_text(const Tensor& tensor, std::size_t i) {
  switch (tensor.type().element) {
    case ElementType::float32: return text_of(AttributeValue(tensor.floats()[i]));
    case ElementType::int64: return std::to_string(tensor.integers()[i]);
    case ElementType::boolean: return tensor.bytes()[i] == std::byte{0} ? "false" : "true";
  }
  return {};
}

std::string outputs_text(const std::vector<NamedTensor>& outputs) {
  constexpr std::size_t shown = 8;
  std::string out;
  for (const auto& [name, tensor] : outputs) {
    out += printable(name) + "  " + tensor.type().text() + "  digest " + digest_of(tensor).hex() +
           "\n ";
    const auto count = static_cast<std::size_t>(tensor.shape().element_count());
    for (std::size_t i = 0; i < count && i < shown; ++i) out += " " + element_text(tensor, i);
    out += count > shown ? " …\n" : "\n";
  }
  return out;
}

Result<std::vector<NamedTensor>> compute(const RunOptions& options, const AcceptedPlan& accepted) {
  const Graph& graph = *accepted.plan().graph;
  const auto inputs = read_inputs(graph, options.inputs);
  if (!inputs) return inputs.error();
  TraceRecorder trace(accepted.plan());
  NodeObserver observe;
  if (options.trace) {
    observe = [&](const Node& node, std::span<const Tensor> operands, const Tensor& result) {
      trace.observe(node, operands, result);
    };
  }
  const Progress progress("running");
  const auto outputs = run(accepted, *inputs, options.request.threads, observe);
  if (!outputs) return outputs.error();
  auto named = named_outputs(graph, *outputs);
  if (options.trace) {
    if (auto written = trace.write(*options.trace); !written) return written.error();
  }
  if (options.output) {
    if (auto written = write_tensors(*options.output, named); !written) return written.error();
  }
  return named;
}

}  // namespace

int run_command(const RunOptions& options) {
  if (auto runs = check_device_runs(options.request); !runs) {
    return report_failure(runs.error(), options.json);
  }
  const auto verification = verify(options.request);
  if (!verification) return report_failure(verification.error(), options.json);
  if (!verification->gated.accepted) {
    if (options.json) {
      print_json(verdict_json(*verification));
    } else {
      print(verdict_text(*verification, {false, options.show_backend, {}}));
    }
    return exit_status(Failure::rejected);
  }
  const auto outputs = compute(options, *verification->gated.accepted);
  if (!outputs) return report_failure(outputs.error(), options.json);
  if (options.json) {
    print_json(JsonObject{{"format", "touchstone.run"},
                          {"version", Json::integer(1)},
                          {"verdict", "accepted"},
                          {"profile", verification->plan.profile.name},
                          {"device", name_of(verification->plan.device)},
                          {"outputs", outputs_json(*outputs)}});
    return status_yes;
  }
  if (options.show_backend) print(verdict_text(*verification, {false, true, {}}) + "\n");
  print(outputs_text(*outputs));
  if (options.output) print("written to " + printable(*options.output) + "\n");
  if (options.trace) print("trace written to " + printable(*options.trace) + "\n");
  return status_yes;
}

}  // namespace touchstone::cli
