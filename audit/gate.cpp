#include "gate.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "admissibility.h"
#include "docket.h"
#include "rests_on.h"
#include "statement.h"
#include "waiver_desk.h"

namespace touchstone {

struct Gate {
  static AcceptedPlan accept(const Plan& plan) { return AcceptedPlan(plan); }
};

namespace {

constexpr std::size_t detail_shown = 400;
/// From how many pieces of evidence an unserved obligation is told how many reasons.
constexpr std::size_t most_pieces = 1000;
constexpr std::size_t most_reasons = 3;

/// Judges one obligation after another.
class Judge {
 public:
  Judge(const Docket& docket, const Profile& profile)
      : docket_(docket), profile_(profile), waivers_(docket, profile) {}

  [[nodiscard]] ObligationResult result_of(const PlannedObligation& obligation,
                                           const NodeClass& node) {
    ObligationResult out;
    out.obligation = obligation;
    const auto refutations = docket_.refutations(obligation.claim, node);
    if (!refutations.empty()) {
      out.standing = Standing::contradicted;
      out.evidence = refutations.front();
      out.refused = {printable(docket_.at(refutations.front()).evidence.detail, detail_shown)};
    } else if ((out.evidence = serving(obligation, node))) {
      out.standing = Standing::served;
    } else {
      out.refused = near_misses(obligation, node);
      out.standing = out.refused.empty() ? Standing::missing : Standing::inadmissible;
    }
    waivers_.consider(out, node, refutations);
    return out;
  }
  [[nodiscard]] const WaiverDesk& waivers() const { return waivers_; }

 private:
  [[nodiscard]] std::optional<std::size_t> first_that_serves(
      std::span<const std::size_t> candidates, const PlannedObligation& obligation,
      const NodeClass& node) const {
    const auto found = std::find_if(candidates.begin(), candidates.end(), [&](std::size_t i) {
      return !why_not(docket_.at(i), obligation, node, profile_, docket_);
    });
    if (found == candidates.end()) return std::nullopt;
    return *found;
  }

  /// The first piece in the order given that serves.
  [[nodiscard]] std::optional<std::size_t> serving(const PlannedObligation& obligation,
                                                   const NodeClass& node) {
    const auto any = serving_any_shapes(obligation, node);
    const auto exact = first_that_serves(docket_.support(obligation.claim, node), obligation, node);
    if (!any || !exact) return any ? any : exact;
    return std::min(any, exact);
  }

  /// Classes that differ in operands alone share the answer, which keeps judging linear.
  [[nodiscard]] std::optional<std::size_t> serving_any_shapes(const PlannedObligation& obligation,
                                                              const NodeClass& node) {
    const Claim& claim = obligation.claim;
    const std::string key = claim.capsule + "=" + std::string(name_of(claim.obligation)) + " " +
                            node.capsule->artifact.digest.hex() + " " +
                            node.meaning_for(contract_of(claim.obligation)).digest.hex() + " " +
                            use_key(node.op, node.attributes, {});
    const auto known = any_shapes_.find(key);
    if (known != any_shapes_.end()) return known->second;
    const auto found =
        first_that_serves(docket_.support_of_any_shapes(obligation.claim, node), obligation, node);
    any_shapes_.emplace(key, found);
    return found;
  }

  /// Why evidence that comes near an obligation does not serve it, the most telling first: at most
  /// three reasons. What supports exactly this is looked at first, then what else there is about
  /// the capsule; a thousand pieces of each.
  [[nodiscard]] std::vector<std::string> near_misses(const PlannedObligation& obligation,
                                                     const NodeClass& node) const {
    const Claim& wanted = obligation.claim;
    std::vector<std::string> out;
    std::vector<std::size_t> support;
    for (const auto pieces :
         {docket_.support(wanted, node), docket_.support_of_any_shapes(wanted, node)}) {
      const auto first = pieces.first(std::min(pieces.size(), most_pieces));
      support.insert(support.end(), first.begin(), first.end());
    }
    std::sort(support.begin(), support.end());
    for (const std::size_t i : support) add_refusal(out, i, obligation, node);
    std::vector<std::string> short_of_scope;
    const auto about = docket_.about(wanted.capsule);
    for (const std::size_t i : about.first(std::min(about.size(), most_pieces))) {
      const Evidence& e = docket_.at(i).evidence;
      if (e.outcome == Outcome::failed || !is_candidate(e.claim, wanted)) continue;
      const bool covers = e.scope.covers(node.attributes, node.operands);
      const bool seen =
          covers && e.claim.op == wanted.op && e.claim.obligation == wanted.obligation;
      if (!seen) add_refusal(covers ? out : short_of_scope, i, obligation, node);
    }
    out.insert(out.end(), short_of_scope.begin(), short_of_scope.end());
    out.resize(std::min(out.size(), most_reasons));
    return out;
  }

  void add_refusal(std::vector<std::string>& reasons, std::size_t piece,
                   const PlannedObligation& obligation, const NodeClass& node) const {
    if (reasons.size() == most_reasons) return;
    auto refusal = why_not(docket_.at(piece), obligation, node, profile_, docket_);
    if (refusal) reasons.push_back(std::move(*refusal));
  }

  /// Evidence for another statement is none, unless it was put in this contract's field.
  [[nodiscard]] static bool is_candidate(const Claim& claim, const Claim& wanted) {
    const bool misplaced = claim.contract != contract_of(claim.obligation);
    return claim.obligation == wanted.obligation ||
           (misplaced && claim.contract == wanted.contract);
  }

  const Docket& docket_;
  const Profile& profile_;
  WaiverDesk waivers_;
  std::unordered_map<std::string, std::optional<std::size_t>> any_shapes_;
};

std::string subject_of(const PlannedObligation& obligation) {
  return std::string(operation(obligation.claim.op).name) + " by " + obligation.claim.capsule +
         ", " + std::string(name_of(obligation.claim.contract));
}

std::string reason_text(const ObligationResult& result) {
  const std::string waiver = result.unwaived.empty() ? "" : "; " + result.unwaived;
  if (result.standing == Standing::missing) return "there is no evidence" + waiver;
  if (result.standing == Standing::contradicted) {
    return "it is refuted: " + result.refused.front() + waiver;
  }
  return result.refused.front() + waiver;
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

/// Refutations come before what lacks support.
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
  for (const bool refuted : {true, false}) {
    for (const ObligationResult& result : verdict.obligations) {
      if (result.standing == Standing::served || result.standing == Standing::waived) continue;
      if ((result.standing == Standing::contradicted) != refuted) continue;
      add_reason(out, known,
                 {subject_of(result.obligation), reason_text(result),
                  plan.classes[result.obligation.node_class].node_count});
    }
  }
  return out;
}

/// What a capsule of the plan is made of and means, one way or the other: evidence about it is
/// bound to one of these.
using Binding = std::tuple<std::string, bool, Digest, Digest>;

Binding binding_of(const Evidence& e) {
  return {e.claim.capsule, contract_of(e.claim.obligation) == Contract::vjp, e.artifact, e.meaning};
}

std::set<Binding> bindings_in(const Plan& plan) {
  std::set<Binding> out;
  for (const NodeClass& node : plan.classes) {
    if (node.capsule == nullptr) continue;
    for (const Contract contract : {Contract::value, Contract::vjp}) {
      const bool vjp = contract == Contract::vjp;
      if (vjp && !node.vjp) continue;
      out.emplace(node.capsule->name, vjp, node.capsule->artifact.digest,
                  node.meaning_for(contract).digest);
    }
  }
  return out;
}

/// Moves into the verdict what obligations point to and every known failing case, used or not.
void keep_evidence(Verdict& verdict, const Plan& plan, const GateInput& input) {
  std::unordered_map<std::size_t, std::size_t> moved;
  const auto keep = [&](std::size_t i) {
    const auto [at, added] = moved.emplace(i, verdict.evidence.size());
    if (added) verdict.evidence.push_back(input.evidence[i]);
    return at->second;
  };
  for (ObligationResult& result : verdict.obligations) {
    if (result.evidence) result.evidence = keep(*result.evidence);
  }
  const std::set<Binding> bindings = bindings_in(plan);
  std::set<Digest> known;
  for (std::size_t i = 0; i < input.evidence.size(); ++i) {
    const Evidence& e = input.evidence[i].evidence;
    if (e.outcome != Outcome::failed || !bindings.contains(binding_of(e))) continue;
    if (known.insert(finding_digest(e)).second) verdict.counter_evidence.push_back(keep(i));
  }
}

void summarize(Verdict& verdict, const Plan& plan) {
  std::set<AssumptionId> used;
  std::vector<Evidence> serving;
  std::set<std::pair<std::uint32_t, Contract>> exact;
  bool waived = false;
  for (const ObligationResult& result : verdict.obligations) {
    waived = waived || result.standing == Standing::waived;
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
  const bool supported = verdict.accepted && !waived;
  verdict.bit_exact = supported && exact.size() == asked;
  verdict.trust = supported ? weakest_trust(serving) : Trust::unsupported;
}

}  // namespace

GateResult gate(const Plan& plan, const GateInput& input) {
  const Docket docket(input);
  GateResult out;
  Verdict& verdict = out.verdict;
  verdict.read = input.read;
  verdict.at = input.at;
  Judge judge(docket, plan.profile);
  for (const PlannedObligation& obligation : obligations_of(plan)) {
    verdict.obligations.push_back(judge.result_of(obligation, plan.classes[obligation.node_class]));
  }
  for (const SelfCheckResult& result : input.self_checks) {
    verdict.self_check_vectors += result.vectors;
    verdict.self_check_equal += result.equal;
  }
  verdict.reasons = collect_reasons(plan, verdict, input.self_checks);
  verdict.accepted = verdict.reasons.empty();
  keep_evidence(verdict, plan, input);
  judge.waivers().report_to(verdict, plan);
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
