#include "derivation.h"

#include <iterator>
#include <map>
#include <mutex>
#include <set>

#include "execution.h"
#include "touchstone/audit/profile_file.h"
#include "touchstone/core/shell.h"
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
  std::string out = "touchstone verify --evidence derive" + question_options(request);
  if (request.demand == Demand::training) out += " --training";
  if (request.loss != Loss::own) {
    out.append(" --loss ").append(name_of(request.loss));
    if (request.class_axis != TrainingChoice().class_axis) {
      out += " --class-axis " + std::to_string(request.class_axis);
    }
  }
  if (request.device) out += " --device " + shell_quoted(*request.device);
  for (const auto& [name, value] : request.bindings) {
    out += " --shape " + shell_quoted(name + "=" + std::to_string(value));
  }
  return out + " " + shell_file(request.model.filename().string());
}

/// Obligations that one run of a checker answers.
struct Task {
  std::vector<std::size_t> obligations;  ///< positions among those wanted
  std::int64_t budget = 0;               ///< in accesses
};

class Derivation {
 public:
  Derivation(std::span<const NodeClass> classes, std::span<const PlannedObligation> wanted,
             std::span<const SelfCheckResult> self_checks, const KernelFiles& files,
             const DerivationSettings& settings)
      : classes_(classes), wanted_(wanted), settings_(settings) {
    for (const SelfCheckResult& result : self_checks) {
      const bool vjp = result.contract == Contract::vjp;
      self_checks_[{vjp, use_key(result.op, result.attributes, {})}] = &result;
    }
    native_.files = files.files();
    native_.differences = ptx_differences(native_.files);
  }

  [[nodiscard]] std::vector<DerivedEvidence> run() {
    std::vector<Task> tasks = make_tasks();
    set_budgets(tasks);
    std::vector<std::vector<DerivedEvidence>> found(tasks.size());
    std::size_t done = 0;
    std::mutex saying;
    parallel_for(static_cast<std::int64_t>(tasks.size()), threads_or_all(settings_.threads),
                 [&](std::int64_t i) {
                   const auto at = static_cast<std::size_t>(i);
                   found[at] = answer(tasks[at]);
                   if (!settings_.progress) return;
                   const std::lock_guard lock(saying);
                   settings_.progress(++done, tasks.size());
                 });
    std::vector<DerivedEvidence> out;
    for (auto& each : found) std::move(each.begin(), each.end(), std::back_inserter(out));
    return out;
  }

 private:
  [[nodiscard]] const NodeClass& node_of(std::size_t obligation) const {
    return classes_[wanted_[obligation].node_class];
  }
  [[nodiscard]] static bool is_native(const NodeClass& node) {
    return node.capsule->provider == Provider::native_cuda;
  }

  [[nodiscard]] std::vector<Task> make_tasks() {
    std::vector<Task> out;
    std::map<std::uint32_t, std::size_t> proofs;
    std::map<std::pair<Claim, Digest>, std::size_t> identities;
    const auto add_to = [&](auto& known, const auto& key, std::size_t obligation) {
      const auto [at, added] = known.emplace(key, out.size());
      if (added) out.emplace_back();
      out[at->second].obligations.push_back(obligation);
    };
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      const NodeClass& node = node_of(i);
      const Claim& claim = wanted_[i].claim;
      if (is_native(node)) {
        add_to(proofs, wanted_[i].node_class, i);
      } else if (claims_bits(claim.obligation)) {
        add_to(identities, std::pair{claim, node.meaning_for(claim.contract).digest}, i);
      } else {
        out.push_back({{i}, 0});
      }
    }
    // Solvers are looked for only where a proof may ask them.
    if (!proofs.empty()) native_.judges = installed_judges();
    return out;
  }

  void set_budgets(std::vector<Task>& tasks) const {
    std::int64_t accesses = settings_.budget;
    for (Task& task : tasks) {
      task.budget = accesses;
      if (settings_.budget_for == BudgetFor::each) continue;
      const NodeClass& node = node_of(task.obligations.front());
      const Claim& claim = wanted_[task.obligations.front()].claim;
      const std::int64_t foreseen =
          is_native(node) ? foreseen_proof(node) : foreseen_accesses(node, claim);
      if (foreseen <= accesses) accesses -= foreseen;
    }
  }

  [[nodiscard]] std::vector<DerivedEvidence> answer(const Task& task) const {
    const FloatEnvironment environment;
    const NodeClass& node = node_of(task.obligations.front());
    std::vector<DerivedEvidence> out;
    if (is_native(node)) {
      const KernelFinding finding = prove_native_kernel(node, native_, task.budget);
      for (const std::size_t i : task.obligations) {
        out.push_back({discharge(node, wanted_[i].claim, finding, settings_.context), {i}});
      }
      return out;
    }
    const Claim& claim = wanted_[task.obligations.front()].claim;
    const bool vjp = claim.contract == Contract::vjp;
    const SelfCheckResult& self_check =
        *self_checks_.at({vjp, use_key(node.op, node.attributes, {})});
    IndexBudget budget;
    budget.accesses = task.budget;
    out.push_back(
        {discharge(node, claim, self_check, budget, settings_.context), task.obligations});
    return out;
  }

  std::span<const NodeClass> classes_;
  std::span<const PlannedObligation> wanted_;
  const DerivationSettings& settings_;
  std::map<std::pair<bool, std::string>, const SelfCheckResult*> self_checks_;
  NativeProver native_;
};

}  // namespace

std::string question_options(const VerifyRequest& request) {
  std::string out =
      " --profile " + (names_profile_file(request.profile)
                           ? shell_file(std::filesystem::path(request.profile).filename().string())
                           : shell_quoted(request.profile));
  if (request.budget != VerifyRequest().budget) {
    out += " --budget " + std::to_string(request.budget);
  }
  if (!request.kernels.empty()) out += " --kernels " + shell_file(request.kernels.string());
  return out;
}

DerivationSettings derivation_settings(const VerifyRequest& request, const Digest& loaded_file,
                                       std::string date) {
  DerivationSettings out;
  out.context = {loaded_file, std::move(date), repeat_command(request)};
  out.budget = request.budget;
  out.threads = request.threads;
  return out;
}

std::vector<SelfCheckResult> run_self_checks(std::span<const NodeClass> classes, unsigned threads) {
  std::vector<std::pair<const NodeClass*, Contract>> distinct;
  std::set<std::pair<Op, Digest>> known;
  for (const NodeClass& node : classes) {
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

std::vector<DerivedEvidence> derive(std::span<const NodeClass> classes,
                                    std::span<const PlannedObligation> wanted,
                                    std::span<const SelfCheckResult> self_checks,
                                    const KernelFiles& files, const DerivationSettings& settings) {
  return Derivation(classes, wanted, self_checks, files, settings).run();
}

}  // namespace touchstone
