#include "session.h"

#include <algorithm>
#include <set>

#include "derivation.h"
#include "execution.h"
#include "ledgers_read.h"
#include "loaded_file.h"
#include "question.h"
#include "registry_of.h"
#include "touchstone/discharge/discharge.h"
#include "touchstone/host/file.h"
#include "touchstone/host/machine.h"
#include "touchstone/interpreter/model_json.h"
#include "touchstone/number/environment.h"
#include "touchstone/onnx/read_onnx.h"
#include "touchstone/reference/kernels.h"

namespace touchstone {

namespace {

/// What the request's ledgers hold; nothing where they are ignored.
Result<LedgersRead> ledgers_of(const VerifyRequest& request, const std::string& at) {
  if (request.mode == EvidenceMode::derive) return LedgersRead();
  return read_ledgers(request.ledgers, {request.keys, request.accepted}, at);
}

/// The digests of all that the verdict is made from.
std::vector<ReadInput> everything_read(const Verification& v, const Question& question,
                                       const std::vector<ReadInput>& ledgers,
                                       const ReadInput& loaded,
                                       const std::vector<CheckerAbility>& checkers) {
  const ModelOrigin& origin = v.plan.graph->origin;
  std::vector<ReadInput> out;
  const std::string model = std::filesystem::path(origin.file).filename().string();
  if (origin.digest != Digest()) out.push_back({"model", model, origin.digest});
  // One file has the model's digest.
  for (const ModelFile& file : origin.files) {
    if (origin.files.size() > 1) out.push_back({"model's file", file.name, file.digest});
  }
  out.insert(out.end(), question.read.begin(), question.read.end());
  out.insert(out.end(), ledgers.begin(), ledgers.end());
  out.push_back(loaded);
  std::set<std::string> versions;
  for (const CheckerAbility& each : checkers) versions.insert(each.checker.version);
  for (const std::string& version : versions) {
    // A version is the SHA-256 of the checkers' sources; one that is not has none of its own.
    out.push_back({"checkers", "their sources and definitions",
                   Digest::from_hex(version).value_or(sha256(version))});
  }
  return out;
}

/// What is left to derive. Of recorded evidence that gives way, the reason is noted.
std::vector<PlannedObligation> open_obligations(Verification& v) {
  std::vector<PlannedObligation> out;
  const std::vector<ObligationResult>& results = v.gated.verdict.obligations;
  for (std::size_t i = 0; i < results.size(); ++i) {
    // Of a refuted obligation, waived or not, nothing is. Where a waiver stands for missing
    // evidence, evidence is better.
    if (results[i].evidence) continue;
    out.push_back(results[i].obligation);
    if (!results[i].refused.empty()) v.replaced[i] = results[i].refused.front();
  }
  return out;
}

/// Gates on what was recorded, derives what that leaves open, and gates again.
Result<void> gather_and_gate(Verification& out, const VerifyRequest& request,
                             const Question& question,
                             const std::vector<ReadInput>& ledger_inputs) {
  const auto key = read_signing_key(request.signing_key);
  if (!key) return key.error();
  GateInput input;
  const auto loaded = loaded_file();
  if (!loaded) return loaded.error();
  input.loaded_file = loaded->digest;
  input.checkers = checker_abilities();
  input.self_checks = run_self_checks(out.plan.classes, threads_or_all(request.threads));
  for (std::size_t i = 0; i < out.ledgers.size(); ++i) {
    Ledger& ledger = out.ledgers[i];
    const std::string name = ledger.file.filename().string();
    for (std::size_t k = 0; k < ledger.entries.size(); ++k) {
      input.evidence.push_back({std::move(ledger.entries[k]), out.standings[i].origin,
                                ledger.leaves[static_cast<std::size_t>(ledger.lines[k] - 1)],
                                name});
    }
    ledger.entries.clear();
  }
  input.waivers = question.waivers;
  input.at = question.at;
  input.read = everything_read(out, question, ledger_inputs, *loaded, input.checkers);
  out.gated = gate(out.plan, input);
  out.replaced.resize(out.gated.verdict.obligations.size());
  if (request.mode == EvidenceMode::recorded) return {};

  const auto open = open_obligations(out);
  const auto derived = derive(out.plan.classes, open, input.self_checks, question.files,
                              derivation_settings(request, input.loaded_file, question.at));
  std::vector<Evidence> entries;
  for (const DerivedEvidence& each : derived) {
    entries.push_back(each.evidence);
    input.evidence.push_back({each.evidence, Origin::derived_now});
  }
  out.gated = gate(out.plan, input);
  if (!request.record) return {};
  auto recorded =
      append_to_ledger(*request.record, entries, utc_now(), {*key ? &**key : nullptr, {}});
  if (!recorded) return recorded.error();
  out.recorded = std::move(*recorded);
  return {};
}

}  // namespace

std::string_view name_of(EvidenceMode mode) {
  switch (mode) {
    case EvidenceMode::automatic: return "auto";
    case EvidenceMode::recorded: return "recorded";
    case EvidenceMode::derive: return "derive";
  }
  return "auto";
}

Result<Graph> read_model(const std::filesystem::path& file, const Bindings& bindings) {
  const FloatEnvironment environment;
  const auto bytes = read_file(file);
  if (!bytes) return bytes.error();
  const std::string extension = file.extension().string();
  auto graph = [&]() -> Result<Graph> {
    if (extension == ".onnx") return read_onnx(*bytes, file, bindings);
    if (extension == ".json") return read_model_json(*bytes, file, bindings);
    return unreadable({}, "the extension '" + printable(extension) + "' is no model format",
                      "models are .onnx or .json files");
  }();
  if (!graph) return graph.error().in_file(file.string());
  return graph;
}

std::shared_ptr<const Registry> built_in_registry() {
  static const std::shared_ptr<const Registry> registry = registry_of(KernelFiles());
  return registry;
}

/// The model as it is to be judged: with the loss that training appends, where there is one.
Result<std::shared_ptr<const Graph>> graph_of(const VerifyRequest& request) {
  auto model = read_model(request.model, request.bindings);
  if (!model) return model.error();
  if (request.loss == Loss::own) return std::make_shared<const Graph>(*std::move(model));
  auto training = training_graph(*model, {request.loss, request.class_axis});
  if (!training) return training.error().in_file(request.model.string());
  return std::shared_ptr<const Graph>(training->graph);
}

Plan plan_of(std::shared_ptr<const Graph> graph, const Question& question, Demand demand) {
  return make_plan(std::move(graph), question.registry, question.profile, question.device, demand);
}

Result<Verification> gate_plan(Plan planned, const VerifyRequest& request,
                               const Question& question) {
  auto read = ledgers_of(request, question.at);
  if (!read) return read.error();
  Verification out;
  out.ledgers = std::move(read->ledgers);
  out.standings = std::move(read->standings);
  out.plan = std::move(planned);
  out.mode = request.mode;
  out.at = question.at;
  out.at_given = !request.at.empty();
  auto gated = gather_and_gate(out, request, question, read->inputs);
  if (!gated) return gated.error();
  if (!request.advance_accepted) return out;
  // Only now: what failed has accepted nothing.
  auto advanced = advance_accepted(out.ledgers, out.standings, {request.keys, request.accepted});
  if (!advanced) return advanced.error();
  return out;
}

Result<Plan> plan(const VerifyRequest& request) {
  const FloatEnvironment environment;
  const auto question = question_of(request);
  if (!question) return question.error();
  auto graph = graph_of(request);
  if (!graph) return graph.error();
  return plan_of(std::move(*graph), *question, request.demand);
}

Result<Verification> verify(const VerifyRequest& request) {
  const FloatEnvironment environment;
  const auto question = question_of(request);
  if (!question) return question.error();
  auto graph = graph_of(request);
  if (!graph) return graph.error();
  return gate_plan(plan_of(std::move(*graph), *question, request.demand), request, *question);
}

Result<Verification> verify(std::shared_ptr<const Graph> graph, const VerifyRequest& request) {
  const FloatEnvironment environment;
  const auto question = question_of(request);
  if (!question) return question.error();
  return gate_plan(plan_of(std::move(graph), *question, request.demand), request, *question);
}

Result<void> check_device_runs(const VerifyRequest& request) {
  const auto question = question_of(request);
  if (!question) return question.error();
  const auto capsules = question->registry->capsules();
  const bool runs = std::any_of(capsules.begin(), capsules.end(), [&](const Capsule& capsule) {
    return capsule.device == question->device &&
           capsule.runtime_support == RuntimeSupport::executable;
  });
  if (runs) return {};
  const std::string device(name_of(question->device));
  return unavailable("--device",
                     "device " + device + " is not wired: nothing here runs kernels on it",
                     "verify judges for it all the same; cpu runs, and ptx_sim simulates the "
                     "native kernels");
}

Result<std::vector<Tensor>> run(const AcceptedPlan& accepted, std::span<const Tensor> inputs,
                                unsigned threads, const NodeObserver& observe) {
  const FloatEnvironment environment;
  const Plan& plan = accepted.plan();
  if (auto runnable = check_runnable(plan); !runnable) return runnable.error();
  const auto needed = peak_bytes(*plan.graph);
  if (!needed || static_cast<std::uint64_t>(*needed) > available_memory()) {
    return unavailable({}, "running this model needs " +
                               (needed ? std::to_string(*needed) : std::string("over 2^63")) +
                               " bytes, more memory than this machine has free");
  }
  return evaluate(*plan.graph, inputs, node_runner(accepted, threads), observe);
}

}  // namespace touchstone
