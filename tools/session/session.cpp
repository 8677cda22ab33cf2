#include "session.h"

#include <map>
#include <set>
#include <stdexcept>

#include "execution.h"
#include "shell.h"
#include "touchstone/discharge/discharge.h"
#include "touchstone/host/file.h"
#include "touchstone/host/library.h"
#include "touchstone/host/machine.h"
#include "touchstone/host/threads.h"
#include "touchstone/interpreter/model_json.h"
#include "touchstone/number/environment.h"
#include "touchstone/onnx/read_onnx.h"
#include "touchstone/reference/capsules.h"

namespace touchstone {

namespace {

/// Digest of the file that holds the kernels' code, computed once: the code cannot be exchanged
/// under a running process.
Result<Digest> loaded_file_digest() {
  static const Result<Digest> digest = []() -> Result<Digest> {
    const auto file = file_of_code(reinterpret_cast<const void*>(native_kernels().kernel(Op::add)));
    if (!file) return file.error();
    const auto bytes = read_file(*file);
    if (!bytes) return bytes.error();
    return sha256(*bytes);
  }();
  return digest;
}

/// One self-check per operation, attributes and direction asked for, on all threads.
std::vector<SelfCheckResult> run_self_checks(const Plan& plan, unsigned threads) {
  std::vector<std::pair<const NodeClass*, Contract>> distinct;
  std::set<std::pair<Op, Digest>> known;
  for (const NodeClass& node : plan.classes) {
    for (const Contract contract : {Contract::value, Contract::vjp}) {
      if (contract == Contract::vjp && !node.vjp) continue;
      if (known.emplace(node.op, node.meaning_for(contract).digest).second) {
        distinct.emplace_back(&node, contract);
      }
    }
  }
  std::vector<SelfCheckResult> out(distinct.size());
  parallel_for(static_cast<std::int64_t>(distinct.size()), threads, [&](std::int64_t i) {
    const auto at = static_cast<std::size_t>(i);
    out[at] = self_check_of(*distinct[at].first, distinct[at].second, native_kernels());
  });
  return out;
}

std::string repeat_command(const VerifyRequest& request) {
  std::string out =
      "touchstone verify --evidence derive --profile " + shell_quoted(request.profile);
  if (request.demand == Demand::training) out += " --training";
  if (request.loss != Loss::own) {
    out.append(" --loss ").append(name_of(request.loss));
    if (request.class_axis != TrainingChoice().class_axis) {
      out += " --class-axis " + std::to_string(request.class_axis);
    }
  }
  if (request.device) out += " --device " + shell_quoted(*request.device);
  if (request.budget != VerifyRequest().budget)
    out += " --budget " + std::to_string(request.budget);
  for (const auto& [name, value] : request.bindings) {
    out += " --shape " + shell_quoted(name + "=" + std::to_string(value));
  }
  return out + " " + shell_quoted(request.model.filename().string());
}

/// What each check may use of the common budget: what those before it leave.
std::vector<IndexBudget> shared_budget(const Plan& plan, const Verdict& before,
                                       const std::vector<std::size_t>& wanted,
                                       std::int64_t accesses) {
  std::vector<IndexBudget> out(wanted.size());
  for (std::size_t n = 0; n < wanted.size(); ++n) {
    const PlannedObligation& obligation = before.obligations[wanted[n]].obligation;
    const std::int64_t foreseen =
        foreseen_accesses(plan.classes[obligation.node_class], obligation.claim);
    out[n].accesses = accesses;
    if (foreseen <= accesses) accesses -= foreseen;
  }
  return out;
}

/// Derives evidence for the obligations at these positions of `before`, on all threads; one piece
/// for obligations that differ in nothing the evidence depends on.
std::vector<SourcedEvidence> derive(const Plan& plan, const Verdict& before,
                                    const std::vector<std::size_t>& wanted, const GateInput& input,
                                    const VerifyRequest& request) {
  std::map<std::pair<bool, std::string>, const SelfCheckResult*> self_checks;
  for (const SelfCheckResult& result : input.self_checks) {
    const bool vjp = result.contract == Contract::vjp;
    self_checks[{vjp, use_key(result.op, result.attributes, {})}] = &result;
  }
  const DischargeContext context{input.loaded_file, utc_now(), repeat_command(request)};
  std::vector<std::size_t> distinct;
  std::map<std::pair<Claim, Digest>, bool> identities;
  for (const std::size_t i : wanted) {
    const PlannedObligation& obligation = before.obligations[i].obligation;
    const Digest& meaning =
        plan.classes[obligation.node_class].meaning_for(obligation.claim.contract).digest;
    const bool any_shape = claims_bits(obligation.claim.obligation);
    if (!any_shape || identities.emplace(std::pair{obligation.claim, meaning}, true).second) {
      distinct.push_back(i);
    }
  }
  const std::vector<IndexBudget> budgets = shared_budget(plan, before, distinct, request.budget);
  std::vector<SourcedEvidence> out(distinct.size());
  parallel_for(static_cast<std::int64_t>(distinct.size()), threads_or_all(request.threads),
               [&](std::int64_t n) {
                 const auto at = static_cast<std::size_t>(n);
                 const PlannedObligation& obligation = before.obligations[distinct[at]].obligation;
                 const NodeClass& node = plan.classes[obligation.node_class];
                 const bool vjp = obligation.claim.contract == Contract::vjp;
                 const SelfCheckResult& self_check =
                     *self_checks.at({vjp, use_key(node.op, node.attributes, {})});
                 out[at] = {discharge(node, obligation.claim, self_check, budgets[at], context),
                            Origin::derived_now};
               });
  return out;
}

Result<std::vector<Ledger>> read_ledgers(const VerifyRequest& request) {
  std::vector<Ledger> out;
  if (request.mode == EvidenceMode::derive) return out;
  for (const std::filesystem::path& file : request.ledgers) {
    auto ledger = read_ledger(file);
    if (!ledger) return ledger.error();
    out.push_back(std::move(*ledger));
  }
  return out;
}

/// Gates on what was recorded, derives what that leaves open, and gates again.
Result<void> gather_and_gate(Verification& out, const VerifyRequest& request) {
  GateInput input;
  const auto loaded_file = loaded_file_digest();
  if (!loaded_file) return loaded_file.error();
  input.loaded_file = *loaded_file;
  input.checkers = checker_abilities();
  input.self_checks = run_self_checks(out.plan, threads_or_all(request.threads));
  for (const Ledger& ledger : out.ledgers) {
    for (const Evidence& entry : ledger.entries) {
      input.evidence.push_back({entry, Origin::unsigned_ledger});
    }
  }
  out.gated = gate(out.plan, input);
  out.replaced.resize(out.gated.verdict.obligations.size());
  if (request.mode == EvidenceMode::recorded) return {};

  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < out.gated.verdict.obligations.size(); ++i) {
    const ObligationResult& result = out.gated.verdict.obligations[i];
    if (result.standing == Standing::served || result.standing == Standing::contradicted) continue;
    open.push_back(i);
    if (!result.refused.empty()) out.replaced[i] = result.refused.front();
  }
  const auto derived = derive(out.plan, out.gated.verdict, open, input, request);
  input.evidence.insert(input.evidence.end(), derived.begin(), derived.end());
  out.gated = gate(out.plan, input);
  if (!request.record) return {};
  std::vector<Evidence> entries;
  for (const SourcedEvidence& sourced : derived) entries.push_back(sourced.evidence);
  auto recorded = append_to_ledger(*request.record, entries, utc_now());
  if (!recorded) return recorded.error();
  out.recorded = std::move(*recorded);
  return {};
}

}  // namespace

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
  static const std::shared_ptr<const Registry> registry = [] {
    auto made = Registry::create(reference_capsules());
    if (!made) throw std::logic_error(made.error().text());
    return std::make_shared<const Registry>(std::move(*made));
  }();
  return registry;
}

/// The parts of the question that are checked before a model is read, so that a wrong profile costs
/// nothing.
struct Question {
  Profile profile;
  Device device{};
};

Result<Question> question_of(const VerifyRequest& request) {
  auto profile = profile_named(request.profile, request.device);
  if (!profile) return profile.error();
  const auto device = resolve_device(*profile, request.device, built_in_registry()->capsules());
  if (!device) return device.error();
  if (request.record && request.mode == EvidenceMode::recorded) {
    return unreadable("--record",
                      "with --evidence recorded nothing is derived that could be recorded",
                      "leave one of them out");
  }
  return Question{std::move(*profile), *device};
}

Result<Plan> plan(const VerifyRequest& request) {
  const FloatEnvironment environment;
  auto question = question_of(request);
  if (!question) return question.error();
  auto model = read_model(request.model, request.bindings);
  if (!model) return model.error();
  std::shared_ptr<const Graph> graph;
  if (request.loss == Loss::own) {
    graph = std::make_shared<const Graph>(*std::move(model));
  } else {
    auto training = training_graph(*model, {request.loss, request.class_axis});
    if (!training) return training.error().in_file(request.model.string());
    graph = training->graph;
  }
  return make_plan(std::move(graph), built_in_registry(), question->profile, question->device,
                   request.demand);
}

Result<Verification> gate_plan(Plan planned, const VerifyRequest& request) {
  const FloatEnvironment environment;
  auto ledgers = read_ledgers(request);
  if (!ledgers) return ledgers.error();
  Verification out;
  out.ledgers = std::move(*ledgers);
  out.plan = std::move(planned);
  out.mode = request.mode;
  if (auto gated = gather_and_gate(out, request); !gated) return gated.error();
  return out;
}

Result<Verification> verify(const VerifyRequest& request) {
  auto planned = plan(request);
  if (!planned) return planned.error();
  return gate_plan(std::move(*planned), request);
}

Result<Verification> verify(std::shared_ptr<const Graph> graph, const VerifyRequest& request) {
  const FloatEnvironment environment;
  auto question = question_of(request);
  if (!question) return question.error();
  return gate_plan(make_plan(std::move(graph), built_in_registry(), question->profile,
                             question->device, request.demand),
                   request);
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
