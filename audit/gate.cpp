#include "gate.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

#include "rests_on.h"

namespace touchstone {

struct Gate {
  static AcceptedPlan accept(const Plan& plan) { return AcceptedPlan(plan); }
};

namespace {

/// Evidence by the uses it speaks of, and self-checks by operation, so that judging a model with
/// many distinct shapes against a ledger of many stays linear.
class Docket {
 public:
  explicit Docket(const GateInput& input) : input_(input) {
    for (std::size_t i = 0; i < input.evidence.size(); ++i) {
      const Evidence& e = input.evidence[i].evidence;
      by_capsule_[e.claim.capsule].push_back(i);
      const auto operands = e.scope.operands ? *e.scope.operands : std::vector<TensorType>{};
      by_use_[key(e.claim, e.scope.operands.has_value(), e.scope.attributes, operands)].push_back(
          i);
    }
    for (const SelfCheckResult& result : input.self_checks) {
      self_checks_.emplace(self_check_key(result.op, result.attributes, result.contract), &result);
    }
  }

  /// Evidence that claims this obligation for a scope that covers this class, in its order.
  [[nodiscard]] std::vector<std::size_t> covering(const Claim& claim, const NodeClass& node) const {
    std::vector<std::size_t> out;
    for (const bool exact : {false, true}) {
      const auto operands =
          exact ? std::span<const TensorType>(node.operands) : std::span<const TensorType>();
      const auto found = by_use_.find(key(claim, exact, node.attributes, operands));
      if (found != by_use_.end()) out.insert(out.end(), found->second.begin(), found->second.end());
    }
    std::sort(out.begin(), out.end());
    return out;
  }
  /// All evidence about a capsule.
  [[nodiscard]] std::span<const std::size_t> about(const std::string& capsule) const {
    const auto found = by_capsule_.find(capsule);
    if (found == by_capsule_.end()) return {};
    return found->second;
  }
  [[nodiscard]] const SelfCheckResult* self_check(const NodeClass& node, Contract contract) const {
    const auto found = self_checks_.find(self_check_key(node.op, node.attributes, contract));
    return found == self_checks_.end() ? nullptr : found->second;
  }
  [[nodiscard]] const SourcedEvidence& at(std::size_t i) const { return input_.evidence[i]; }
  [[nodiscard]] const GateInput& input() const { return input_; }

 private:
  static std::string self_check_key(Op op, const Attributes& attributes, Contract contract) {
    return std::string(name_of(contract)) + " " + use_key(op, attributes, {});
  }
  static std::string key(const Claim& claim, bool exact, const Attributes& attributes,
                         std::span<const TensorType> operands) {
    return claim.capsule + (exact ? "=" : "*") + std::string(name_of(claim.obligation)) + " " +
           use_key(claim.op, attributes, operands);
  }

  const GateInput& input_;
  std::unordered_map<std::string, std::vector<std::size_t>> by_capsule_;
  std::unordered_map<std::string, std::vector<std::size_t>> by_use_;
  std::unordered_map<std::string, const SelfCheckResult*> self_checks_;
};

/// Why no checker of this build would have concluded this; nothing if one would. Kinds below
/// identity come from suites and recordings, not from a checker here.
std::optional<std::string> unproduced(const Evidence& e,
                                      const std::vector<CheckerAbility>& checkers) {
  const bool proves = e.kind == EvidenceKind::theorem || e.kind == EvidenceKind::checker ||
                      e.kind == EvidenceKind::identity;
  if (!proves) return std::nullopt;
  std::string other_version;
  for (const CheckerAbility& ability : checkers) {
    if (ability.checker.name != e.checker.name || ability.kind != e.kind ||
        ability.obligation != e.claim.obligation || (!e.scope.operands && !ability.any_shapes)) {
      continue;
    }
    if (ability.checker.version == e.checker.version) return std::nullopt;
    other_version = "stale: made by another version of " + ability.checker.name;
  }
  if (!other_version.empty()) return other_version;
  return "no checker of this build is called '" + printable(e.checker.name) + "' and concludes " +
         std::string(name_of(e.claim.obligation)) + " by " + std::string(name_of(e.kind)) +
         (e.scope.operands ? "" : " for all shapes");
}

/// Why the evidence does not speak about this obligation of this class as things are; nothing if it
/// does.
std::optional<std::string> inapplicable(const Evidence& e, const PlannedObligation& obligation,
                                        const NodeClass& node, const Docket& docket) {
  if (e.claim.op != obligation.claim.op) return "its claim names another operation";
  if (e.claim.contract != contract_of(e.claim.obligation)) {
    return "it proves " + std::string(name_of(e.claim.obligation)) +
           " but sits in the contract field " + std::string(name_of(e.claim.contract));
  }
  if (e.artifact != node.capsule->artifact.digest) {
    return "stale: made for artifact " + e.artifact.brief() + ", the capsule's is " +
           node.capsule->artifact.digest.brief();
  }
  const Digest& meaning = node.meaning_for(obligation.claim.contract).digest;
  if (e.meaning != meaning) {
    return "stale: made for meaning " + e.meaning.brief() + ", the definition's is " +
           meaning.brief();
  }
  if (!e.scope.covers(node.attributes, node.operands)) {
    return "its scope (" + e.scope.text() + ") does not cover " +
           Scope{node.attributes, node.operands}.text();
  }
  if (e.kind == EvidenceKind::identity && e.loaded_file != docket.input().loaded_file) {
    return "stale: identity of another loaded file than the one running";
  }
  return unproduced(e, docket.input().checkers);
}

/// Why applicable evidence may not serve; nothing if it may.
std::optional<std::string> inadmissible(const SourcedEvidence& sourced, const NodeClass& node,
                                        const Profile& profile, const Docket& docket) {
  const Evidence& e = sourced.evidence;
  if (sourced.origin == Origin::unsigned_ledger && !profile.admits_unsigned_ledger) {
    return "it comes from an unsigned ledger, which profile " + profile.name + " does not admit";
  }
  if (e.outcome != Outcome::passed) {
    return "its checker's outcome is " + std::string(name_of(e.outcome)) + ": " +
           printable(e.detail, 400);
  }
  if (e.cases <= 0) return "it rests on zero cases";
  if (!admits(profile, e.kind, node.capsule->provider)) {
    return "evidence of kind " + std::string(name_of(e.kind)) + " is not admitted by profile " +
           profile.name;
  }
  for (const AssumptionId id : rests_on(sourced, node)) {
    if (profile.excluded_assumptions.contains(id)) {
      return "it rests on " + std::string(assumption(id).name) + ", which profile " + profile.name +
             " excludes";
    }
  }
  if (e.kind == EvidenceKind::identity) {
    const SelfCheckResult* beside = docket.self_check(node, contract_of(e.claim.obligation));
    if (beside == nullptr || !beside->passed()) return "no passing self-check stands beside it";
  }
  return std::nullopt;
}

/// Why evidence that comes near an obligation does not serve it, the most telling first: at most
/// three reasons, from at most a thousand pieces.
std::vector<std::string> near_misses(const PlannedObligation& obligation, const NodeClass& node,
                                     const Profile& profile, const Docket& docket) {
  constexpr std::size_t most_pieces = 1000;
  constexpr std::size_t most_reasons = 3;
  std::vector<std::string> telling;
  std::vector<std::string> short_of_scope;
  const auto about = docket.about(obligation.claim.capsule);
  for (const std::size_t i : about.first(std::min(about.size(), most_pieces))) {
    const Evidence& e = docket.at(i).evidence;
    // Evidence for another contract of the capsule is no candidate, unless it was put in this
    // field.
    if (e.claim.obligation != obligation.claim.obligation &&
        e.claim.contract != obligation.claim.contract) {
      continue;
    }
    const bool covers = e.scope.covers(node.attributes, node.operands);
    auto& reasons = covers ? telling : short_of_scope;
    if (reasons.size() == most_reasons) continue;
    auto refusal = inapplicable(e, obligation, node, docket);
    if (!refusal) refusal = inadmissible(docket.at(i), node, profile, docket);
    if (refusal) reasons.push_back(std::move(*refusal));
  }
  telling.insert(telling.end(), short_of_scope.begin(), short_of_scope.end());
  telling.resize(std::min(telling.size(), most_reasons));
  return telling;
}

ObligationResult judge(const PlannedObligation& obligation, const NodeClass& node,
                       const Profile& profile, const Docket& docket) {
  ObligationResult out{obligation, Standing::missing, std::nullopt, {}, std::nullopt};
  for (const std::size_t i : docket.covering(obligation.claim, node)) {
    const SourcedEvidence& sourced = docket.at(i);
    if (inapplicable(sourced.evidence, obligation, node, docket)) continue;
    if (sourced.evidence.outcome == Outcome::failed) {
      return {obligation,
              Standing::contradicted,
              i,
              {printable(sourced.evidence.detail, 400)},
              std::nullopt};
    }
    if (!out.evidence && !inadmissible(sourced, node, profile, docket)) out.evidence = i;
  }
  if (out.evidence) {
    out.standing = Standing::served;
    return out;
  }
  out.refused = near_misses(obligation, node, profile, docket);
  if (!out.refused.empty()) out.standing = Standing::inadmissible;
  return out;
}

std::string subject_of(const PlannedObligation& obligation) {
  return std::string(operation(obligation.claim.op).name) + " by " + obligation.claim.capsule +
         ", " + std::string(name_of(obligation.claim.contract));
}

std::string reason_text(const ObligationResult& result) {
  if (result.standing == Standing::missing) return "there is no evidence";
  if (result.standing == Standing::contradicted) return "it is refuted: " + result.refused.front();
  return result.refused.front();
}

/// Adds to `reasons`, joining equal ones.
void add_reason(std::vector<Reason>& reasons,
                std::map<std::pair<std::string, std::string>, std::size_t>& known, Reason reason) {
  const auto [at, added] = known.emplace(std::pair{reason.subject, reason.text}, reasons.size());
  if (!added) {
    reasons[at->second].nodes += reason.nodes;
    return;
  }
  reasons.push_back(std::move(reason));
}

/// Why a class of a plan is not what the plan's demand asks for; nothing if it is. In training
/// every differentiable operation has the meaning of its gradients and a capsule that claims them.
std::optional<std::string> class_fault(const NodeClass& node, Demand demand) {
  const bool vjp = demand == Demand::training && operation(node.op).differentiable;
  if (vjp != node.vjp.has_value()) {
    return std::string(operation(node.op).name) +
           (vjp ? " is to be trained without a gradient" : " has a gradient nobody asked for");
  }
  if (node.capsule == nullptr) return std::nullopt;
  if (node.capsule->op != node.op || node.capsule->refines != node.op) {
    return node.capsule->name + " does not compute " + std::string(operation(node.op).name);
  }
  std::vector<Contract> needed(forward_contracts.begin(), forward_contracts.end());
  if (vjp) needed.push_back(Contract::vjp);
  for (const Contract contract : needed) {
    for (const Obligation obligation : obligations_in(contract)) {
      const Claim expected{node.capsule->name, node.op, contract, obligation};
      const auto& claims = node.capsule->claims;
      if (std::find(claims.begin(), claims.end(), expected) != claims.end()) continue;
      return node.capsule->name + " makes no claim for its contract " +
             std::string(name_of(contract)) + ": " + std::string(name_of(obligation));
    }
  }
  return std::nullopt;
}

/// A plan is not taken on trust: every node of its graph has a class, and every class what is
/// demanded of it.
std::optional<std::string> plan_fault(const Plan& plan) {
  if (plan.graph == nullptr || plan.graph->nodes.empty()) return "the model has no operations";
  if (plan.class_of_node.size() != plan.graph->nodes.size()) return "it leaves nodes out";
  for (std::size_t n = 0; n < plan.class_of_node.size(); ++n) {
    const Node& node = plan.graph->nodes[n];
    const std::uint32_t number = plan.class_of_node[n];
    const NodeClass* const its = number < plan.classes.size() ? &plan.classes[number] : nullptr;
    if (its == nullptr || its->op != node.op || its->attributes != node.attributes ||
        its->operands != plan.graph->input_types(node) ||
        its->result != plan.graph->value(node.output).type) {
      return "it puts a node in a class of another use";
    }
  }
  for (const NodeClass& node : plan.classes) {
    if (auto fault = class_fault(node, plan.demand)) return fault;
  }
  return std::nullopt;
}

std::vector<Reason> collect_reasons(const Plan& plan, const Verdict& verdict,
                                    const std::vector<SelfCheckResult>& self_checks) {
  std::vector<Reason> out;
  std::map<std::pair<std::string, std::string>, std::size_t> known;
  if (auto fault = plan_fault(plan)) add_reason(out, known, {"the plan", *fault, 0});
  for (const NodeClass& node : plan.classes) {
    if (node.capsule != nullptr) continue;
    std::string text = "no capsule may serve";
    for (const Refusal& refusal : node.refusals)
      text += "; " + refusal.capsule + " " + refusal.reason;
    add_reason(out, known, {std::string(operation(node.op).name), text, node.node_count});
  }
  for (const SelfCheckResult& result : self_checks) {
    if (result.passed()) continue;
    const std::string text = result.vectors == 0
                                 ? "the self-check had no vectors"
                                 : "the self-check failed: " + std::to_string(result.equal) +
                                       " of " + std::to_string(result.vectors) +
                                       " vectors equal; " + result.first_mismatch;
    const char* const whose = result.contract == Contract::vjp ? ", gradients" : "";
    add_reason(out, known, {std::string(operation(result.op).name) + whose, text, 0});
  }
  for (const ObligationResult& result : verdict.obligations) {
    if (result.standing == Standing::served) continue;
    add_reason(out, known,
               {subject_of(result.obligation), reason_text(result),
                plan.classes[result.obligation.node_class].node_count});
  }
  return out;
}

void keep_used_evidence(Verdict& verdict, const GateInput& input) {
  std::map<std::size_t, std::size_t> moved;
  for (ObligationResult& result : verdict.obligations) {
    if (!result.evidence) continue;
    const auto [at, added] = moved.emplace(*result.evidence, verdict.evidence.size());
    if (added) verdict.evidence.push_back(input.evidence[*result.evidence]);
    result.evidence = at->second;
  }
}

void summarize(Verdict& verdict, const Plan& plan) {
  std::set<AssumptionId> used;
  std::vector<Evidence> serving;
  std::set<std::pair<std::uint32_t, Contract>> exact;
  for (const ObligationResult& result : verdict.obligations) {
    if (result.standing != Standing::served) continue;
    const SourcedEvidence& sourced = verdict.evidence[*result.evidence];
    const NodeClass& node = plan.classes[result.obligation.node_class];
    used.merge(rests_on(sourced, node));
    serving.push_back(sourced.evidence);
    // A test or a replay speaks of the inputs it ran, not of every input.
    const bool every_input = trust_of(sourced.evidence) >= Trust::identity;
    const Claim& claim = result.obligation.claim;
    if (every_input && claims_bits(claim.obligation)) {
      exact.insert({result.obligation.node_class, claim.contract});
    }
  }
  verdict.assumptions.assign(used.begin(), used.end());
  std::size_t asked = 0;
  for (const NodeClass& node : plan.classes) asked += node.vjp ? 2 : 1;
  verdict.bit_exact = verdict.accepted && exact.size() == asked;
  verdict.trust = verdict.accepted ? weakest_trust(serving) : Trust::unsupported;
}

}  // namespace

GateResult gate(const Plan& plan, const GateInput& input) {
  const Docket docket(input);
  GateResult out;
  Verdict& verdict = out.verdict;
  for (const PlannedObligation& obligation : obligations_of(plan)) {
    verdict.obligations.push_back(
        judge(obligation, plan.classes[obligation.node_class], plan.profile, docket));
  }
  for (const SelfCheckResult& result : input.self_checks) {
    verdict.self_check_vectors += result.vectors;
    verdict.self_check_equal += result.equal;
  }
  verdict.reasons = collect_reasons(plan, verdict, input.self_checks);
  verdict.accepted = verdict.reasons.empty();
  keep_used_evidence(verdict, input);
  summarize(verdict, plan);
  if (verdict.accepted) out.accepted = Gate::accept(plan);
  return out;
}

std::string_view name_of(Origin origin) {
  switch (origin) {
    case Origin::derived_now: return "derived now";
    case Origin::pinned_ledger: return "a ledger signed by a pinned key";
    case Origin::unaccepted_ledger: return "a signed ledger of which no state was accepted yet";
    case Origin::unpinned_ledger: return "a ledger signed by a key that is not pinned";
    case Origin::unsigned_ledger: return "an unsigned ledger";
  }
  return "an unsigned ledger";
}

std::string_view name_of(Standing standing) {
  switch (standing) {
    case Standing::served: return "served";
    case Standing::missing: return "missing";
    case Standing::inadmissible: return "inadmissible";
    case Standing::contradicted: return "contradicted";
    case Standing::waived: return "waived";
  }
  return "missing";
}

}  // namespace touchstone
