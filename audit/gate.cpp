#include "gate.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace touchstone {

struct Gate {
  static AcceptedPlan accept(const Plan& plan) { return AcceptedPlan(plan); }
};

namespace {

/// Evidence and self-checks by what they are about.
class Docket {
 public:
  explicit Docket(const GateInput& input) : input_(input) {
    for (std::size_t i = 0; i < input.evidence.size(); ++i) {
      by_capsule_[input.evidence[i].evidence.claim.capsule].push_back(i);
    }
    for (const SelfCheckResult& result : input.self_checks) by_op_[result.op].push_back(&result);
  }

  [[nodiscard]] const std::vector<std::size_t>& about(std::string_view capsule) const {
    static const std::vector<std::size_t> none;
    const auto found = by_capsule_.find(capsule);
    return found == by_capsule_.end() ? none : found->second;
  }
  [[nodiscard]] const SelfCheckResult* self_check(const NodeClass& node) const {
    const auto found = by_op_.find(node.op);
    if (found == by_op_.end()) return nullptr;
    for (const SelfCheckResult* result : found->second) {
      if (result->attributes == node.attributes) return result;
    }
    return nullptr;
  }
  [[nodiscard]] const SourcedEvidence& at(std::size_t i) const { return input_.evidence[i]; }
  [[nodiscard]] const Digest& loaded_file() const { return input_.loaded_file; }

 private:
  const GateInput& input_;
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_capsule_;
  std::map<Op, std::vector<const SelfCheckResult*>> by_op_;
};

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
  if (e.meaning != node.meaning) {
    return "stale: made for meaning " + e.meaning.brief() + ", the definition's is " +
           node.meaning.brief();
  }
  if (!e.scope.covers(node.attributes, node.operands)) {
    return "its scope (" + e.scope.text() + ") does not cover " +
           Scope{node.attributes, node.operands}.text();
  }
  if (e.kind == EvidenceKind::identity && e.loaded_file != docket.loaded_file()) {
    return "stale: identity of another loaded file than the one running";
  }
  return std::nullopt;
}

/// Why applicable evidence may not serve; nothing if it may.
std::optional<std::string> inadmissible(const SourcedEvidence& sourced, const NodeClass& node,
                                        const Profile& profile, const Docket& docket) {
  const Evidence& e = sourced.evidence;
  if (sourced.origin == Origin::unsigned_ledger && !profile.admits_unsigned_ledger) {
    return "it comes from an unsigned ledger, which profile " + profile.name + " does not admit";
  }
  if (e.outcome != Outcome::passed) {
    return "its checker's outcome is " + std::string(name_of(e.outcome)) + ": " + e.detail;
  }
  if (e.cases <= 0) return "it rests on zero cases";
  if (!admits(profile, e.kind, node.capsule->provider)) {
    return "evidence of kind " + std::string(name_of(e.kind)) + " is not admitted by profile " +
           profile.name;
  }
  for (const AssumptionId id : e.assumptions) {
    if (profile.excluded_assumptions.contains(id)) {
      return "it rests on " + std::string(assumption(id).name) + ", which profile " + profile.name +
             " excludes";
    }
  }
  if (e.kind == EvidenceKind::identity) {
    const SelfCheckResult* beside = docket.self_check(node);
    if (beside == nullptr || !beside->passed()) return "no passing self-check stands beside it";
  }
  return std::nullopt;
}

ObligationResult judge(const PlannedObligation& obligation, const NodeClass& node,
                       const Profile& profile, const Docket& docket) {
  ObligationResult out{obligation, Standing::missing, std::nullopt, {}};
  for (const std::size_t i : docket.about(obligation.claim.capsule)) {
    const SourcedEvidence& sourced = docket.at(i);
    const Evidence& e = sourced.evidence;
    // Evidence for another contract of the capsule is no candidate, unless it was put in this
    // field.
    if (e.claim.obligation != obligation.claim.obligation &&
        e.claim.contract != obligation.claim.contract) {
      continue;
    }
    auto refusal = inapplicable(e, obligation, node, docket);
    if (!refusal && e.outcome == Outcome::failed) {
      return {obligation, Standing::contradicted, i, {e.detail}};
    }
    if (!refusal) refusal = inadmissible(sourced, node, profile, docket);
    if (refusal) {
      out.refused.push_back(std::move(*refusal));
    } else if (!out.evidence) {
      out.evidence = i;
    }
  }
  if (!out.refused.empty()) out.standing = Standing::inadmissible;
  if (out.evidence) out.standing = Standing::served;
  return out;
}

std::string subject_of(const PlannedObligation& obligation) {
  return std::string(operation(obligation.claim.op).name) + " by " + obligation.claim.capsule +
         ", " + std::string(name_of(obligation.claim.contract));
}

std::string reason_text(const ObligationResult& result) {
  switch (result.standing) {
    case Standing::missing: return "there is no evidence";
    case Standing::contradicted: return "it is refuted: " + result.refused.front();
    default: break;
  }
  // Pieces made for other shapes are many and say the least; the others come first.
  const auto telling = std::find_if(result.refused.begin(), result.refused.end(),
                                    [](const auto& r) { return r.rfind("its scope", 0) != 0; });
  return telling != result.refused.end() ? *telling : result.refused.front();
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

std::vector<Reason> collect_reasons(const Plan& plan, const Verdict& verdict,
                                    const std::vector<SelfCheckResult>& self_checks) {
  std::vector<Reason> out;
  std::map<std::pair<std::string, std::string>, std::size_t> known;
  if (plan.class_of_node.empty()) add_reason(out, known, {"the model", "it has no operations", 0});
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
    add_reason(out, known, {std::string(operation(result.op).name), text, 0});
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
  for (const SourcedEvidence& sourced : verdict.evidence) {
    if (sourced.evidence.outcome != Outcome::passed) continue;
    used.insert(sourced.evidence.assumptions.begin(), sourced.evidence.assumptions.end());
    serving.push_back(sourced.evidence);
  }
  verdict.assumptions.assign(used.begin(), used.end());
  std::set<std::uint32_t> exact_classes;
  for (const ObligationResult& result : verdict.obligations) {
    const bool served = result.standing == Standing::served;
    if (served && result.obligation.claim.obligation == Obligation::bit_exact) {
      exact_classes.insert(result.obligation.node_class);
    }
  }
  verdict.bit_exact = !plan.classes.empty() && exact_classes.size() == plan.classes.size();
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

std::string_view name_of(Standing standing) {
  switch (standing) {
    case Standing::served: return "served";
    case Standing::missing: return "missing";
    case Standing::inadmissible: return "inadmissible";
    case Standing::contradicted: return "contradicted";
  }
  return "missing";
}

}  // namespace touchstone
