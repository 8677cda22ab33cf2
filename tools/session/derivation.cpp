#include "derivation.h"

#include <map>
#include <set>

#include "execution.h"
#include "shell.h"
#include "touchstone/discharge/discharge.h"
#include "touchstone/discharge/native_kernel.h"
#include "touchstone/host/machine.h"
#include "touchstone/host/threads.h"
#include "touchstone/number/environment.h"
#include "touchstone/reference/kernels.h"

namespace touchstone {

namespace {

std::string repeat_command(const VerifyRequest& request) {
  if (!request.repeat.empty()) return request.repeat;
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
  if (!request.kernels.empty()) out += " --kernels " + shell_quoted(request.kernels.string());
  for (const auto& [name, value] : request.bindings) {
    out += " --shape " + shell_quoted(name + "=" + std::to_string(value));
  }
  return out + " " + shell_quoted(request.model.filename().string());
}

/// Obligations that one run of a checker answers.
struct Task {
  std::vector<std::size_t> obligations;  ///< positions in the verdict
  std::int64_t budget = 0;               ///< in accesses
};

class Derivation {
 public:
  Derivation(const Plan& plan, const Verdict& before, const GateInput& input,
             const VerifyRequest& request, const KernelFiles& files)
      : plan_(plan),
        before_(before),
        context_{input.loaded_file, utc_now(), repeat_command(request)} {
    for (const SelfCheckResult& result : input.self_checks) {
      const bool vjp = result.contract == Contract::vjp;
      self_checks_[{vjp, use_key(result.op, result.attributes, {})}] = &result;
    }
    native_.files = files.files();
    native_.differences = ptx_differences(native_.files);
  }

  [[nodiscard]] std::vector<SourcedEvidence> run(const std::vector<std::size_t>& wanted,
                                                 const VerifyRequest& request) {
    std::vector<Task> tasks = tasks_for(wanted);
    share_budget(tasks, request.budget);
    std::vector<std::vector<SourcedEvidence>> found(tasks.size());
    parallel_for(static_cast<std::int64_t>(tasks.size()), threads_or_all(request.threads),
                 [&](std::int64_t i) {
                   const auto at = static_cast<std::size_t>(i);
                   found[at] = answer(tasks[at]);
                 });
    std::vector<SourcedEvidence> out;
    for (const auto& each : found) out.insert(out.end(), each.begin(), each.end());
    return out;
  }

 private:
  [[nodiscard]] const NodeClass& node_of(std::size_t obligation) const {
    return plan_.classes[before_.obligations[obligation].obligation.node_class];
  }
  [[nodiscard]] static bool is_native(const NodeClass& node) {
    return node.capsule->provider == Provider::native_cuda;
  }

  [[nodiscard]] std::vector<Task> tasks_for(const std::vector<std::size_t>& wanted) {
    std::vector<Task> out;
    std::map<std::uint32_t, std::size_t> proofs;
    std::set<std::pair<Claim, Digest>> identities;
    for (const std::size_t i : wanted) {
      const PlannedObligation& obligation = before_.obligations[i].obligation;
      const NodeClass& node = node_of(i);
      if (is_native(node)) {
        const auto [at, added] = proofs.emplace(obligation.node_class, out.size());
        if (added) out.emplace_back();
        out[at->second].obligations.push_back(i);
        continue;
      }
      const Digest& meaning = node.meaning_for(obligation.claim.contract).digest;
      const bool any_shape = claims_bits(obligation.claim.obligation);
      if (any_shape && !identities.emplace(obligation.claim, meaning).second) continue;
      out.push_back({{i}, 0});
    }
    // Solvers are looked for only where a proof may ask them.
    if (!proofs.empty()) native_.judges = installed_judges();
    return out;
  }

  /// Each may use what those before it leave of the common budget.
  void share_budget(std::vector<Task>& tasks, std::int64_t accesses) const {
    for (Task& task : tasks) {
      const NodeClass& node = node_of(task.obligations.front());
      const Claim& claim = before_.obligations[task.obligations.front()].obligation.claim;
      const std::int64_t foreseen =
          is_native(node) ? foreseen_proof(node) : foreseen_accesses(node, claim);
      task.budget = accesses;
      if (foreseen <= accesses) accesses -= foreseen;
    }
  }

  [[nodiscard]] std::vector<SourcedEvidence> answer(const Task& task) const {
    const FloatEnvironment environment;
    const NodeClass& node = node_of(task.obligations.front());
    std::vector<SourcedEvidence> out;
    if (is_native(node)) {
      const KernelFinding finding = prove_native_kernel(node, native_, task.budget);
      for (const std::size_t i : task.obligations) {
        const Claim& claim = before_.obligations[i].obligation.claim;
        out.push_back({discharge(node, claim, finding, context_), Origin::derived_now});
      }
      return out;
    }
    const Claim& claim = before_.obligations[task.obligations.front()].obligation.claim;
    const bool vjp = claim.contract == Contract::vjp;
    const SelfCheckResult& self_check =
        *self_checks_.at({vjp, use_key(node.op, node.attributes, {})});
    IndexBudget budget;
    budget.accesses = task.budget;
    out.push_back({discharge(node, claim, self_check, budget, context_), Origin::derived_now});
    return out;
  }

  const Plan& plan_;
  const Verdict& before_;
  DischargeContext context_;
  std::map<std::pair<bool, std::string>, const SelfCheckResult*> self_checks_;
  NativeProver native_;
};

}  // namespace

std::vector<SelfCheckResult> run_self_checks(const Plan& plan, unsigned threads) {
  std::vector<std::pair<const NodeClass*, Contract>> distinct;
  std::set<std::pair<Op, Digest>> known;
  for (const NodeClass& node : plan.classes) {
    // Of an operation that nothing serves too: a self-check that fails is worth knowing.
    if (node.capsule != nullptr && node.capsule->provider != Provider::reference) continue;
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

std::vector<SourcedEvidence> derive(const Plan& plan, const Verdict& before,
                                    const std::vector<std::size_t>& wanted, const GateInput& input,
                                    const VerifyRequest& request, const KernelFiles& files) {
  return Derivation(plan, before, input, request, files).run(wanted, request);
}

}  // namespace touchstone
