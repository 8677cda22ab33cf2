#include "admissibility.h"

#include <cmath>
#include <utility>

#include "conclusion.h"
#include "rests_on.h"
#include "touchstone/core/timestamp.h"

namespace touchstone {

namespace {

constexpr std::size_t detail_shown = 400;

/// Why no checker of this build would have concluded this; nothing if one would.
std::optional<std::string> unproduced(const Evidence& e,
                                      const std::vector<CheckerAbility>& checkers) {
  if (!concluded_by_checkers(e.kind)) return std::nullopt;
  auto fault = unconcluded(e, checkers);
  if (!fault) return std::nullopt;
  return (fault->other_version ? "stale: " : "") + std::move(fault->text);
}

/// Why the evidence does not speak about this obligation of this class as things are; nothing if it
/// does.
std::optional<std::string> inapplicable(const Evidence& e, const PlannedObligation& obligation,
                                        const NodeClass& node, const GateInput& input) {
  if (e.claim.op != obligation.claim.op) return "its claim names another operation";
  if (e.claim.contract != contract_of(e.claim.obligation)) {
    return "it proves " + std::string(name_of(e.claim.obligation)) +
           " but sits in the contract field " + std::string(name_of(e.claim.contract));
  }
  if (e.claim.obligation != obligation.claim.obligation) {
    return "it proves " + std::string(name_of(e.claim.obligation)) + " alone";
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
  if (e.kind == EvidenceKind::identity && e.loaded_file != input.loaded_file) {
    return "stale: identity of another loaded file than the one running";
  }
  return unproduced(e, input.checkers);
}

bool in_unsigned_ledger(Origin origin) {
  return origin != Origin::derived_now && origin != Origin::pinned_ledger;
}

/// Why what the checker found is no result that supports; nothing if it is.
std::optional<std::string> unsupportive(const Evidence& e) {
  if (e.outcome != Outcome::passed) {
    return "its checker's outcome is " + std::string(name_of(e.outcome)) + ": " +
           printable(e.detail, detail_shown);
  }
  if (e.cases <= 0 && e.discarded > 0) {
    return "all of its " + std::to_string(e.discarded) + " cases were discarded";
  }
  if (e.cases <= 0) return "it rests on zero cases";
  if (e.discarded < 0) return "it counts fewer than no discarded cases";
  if (e.margin && std::isnan(*e.margin)) return "its margin is NaN: nothing was measured";
  if (e.margin && std::isinf(*e.margin)) return "its margin is infinite: nothing was measured";
  if (e.margin && *e.margin < 0) return "its margin is negative: the bound was left";
  return std::nullopt;
}

std::optional<std::string> expired(const Evidence& e, const std::string& at) {
  if (!e.expires) return std::nullopt;
  if (!is_timestamp(at)) return "it expires, and no time was given to decide whether it has";
  if (!has_expired(*e.expires, at)) return std::nullopt;
  return "it expired at " + printable(*e.expires);
}

/// Why recorded evidence did not exist yet at the time for which the verdict is given.
std::optional<std::string> not_yet_made(const SourcedEvidence& sourced, const std::string& at) {
  if (sourced.origin == Origin::derived_now || !is_timestamp(at)) return std::nullopt;
  if (sourced.evidence.date <= at) return std::nullopt;
  return "it is dated " + printable(sourced.evidence.date) +
         ", after the time for which the verdict is given";
}

/// Why applicable evidence may not serve; nothing if it may.
std::optional<std::string> inadmissible(const SourcedEvidence& sourced, const NodeClass& node,
                                        const Profile& profile, const Docket& docket) {
  const Evidence& e = sourced.evidence;
  if (const auto counter = docket.refuted_case_of(e)) {
    const Evidence& failing = docket.at(*counter).evidence;
    return "it speaks of all shapes, and is refuted at " + failing.scope.text() + ": " +
           printable(failing.detail, detail_shown);
  }
  if (in_unsigned_ledger(sourced.origin) && !profile.admits_unsigned_ledger) {
    return "it comes from " + std::string(name_of(sourced.origin)) + ", which profile " +
           profile.name + " does not admit";
  }
  if (auto fault = unsupportive(e)) return fault;
  if (auto fault = expired(e, docket.input().at)) return fault;
  if (auto fault = not_yet_made(sourced, docket.input().at)) return fault;
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

}  // namespace

std::optional<std::string> why_not(const SourcedEvidence& sourced,
                                   const PlannedObligation& obligation, const NodeClass& node,
                                   const Profile& profile, const Docket& docket) {
  if (auto fault = inapplicable(sourced.evidence, obligation, node, docket.input())) return fault;
  return inadmissible(sourced, node, profile, docket);
}

}  // namespace touchstone
