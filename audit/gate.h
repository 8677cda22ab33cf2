#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "touchstone/contract/self_check_result.h"
#include "verdict.h"

namespace touchstone {

/// Everything the gate looks at beside the plan.
struct GateInput {
  std::vector<SourcedEvidence> evidence;
  std::vector<SelfCheckResult> self_checks;  ///< of this process
  Digest loaded_file;                        ///< that holds the kernels' code, in this process
  std::vector<CheckerAbility> checkers;      ///< of this build
  std::vector<Waiver> waivers;               ///< that were given, expired ones included
  std::vector<ReadInput> read;               ///< what all this was read from
  std::string at;                            ///< a timestamp: what expired before it does not count
};

/// A plan that passed the gate. Only the gate makes one, and execution takes nothing else.
class AcceptedPlan {
 public:
  [[nodiscard]] const Plan& plan() const { return plan_; }

 private:
  explicit AcceptedPlan(Plan plan) : plan_(std::move(plan)) {}
  Plan plan_;
  friend struct Gate;
};

struct GateResult {
  Verdict verdict;
  std::optional<AcceptedPlan> accepted;
};

/// Decides whether every obligation of every node is served by evidence that the plan's profile
/// admits. A pure function: equal arguments give equal verdicts, and nothing is read or run.
///
/// Evidence serves an obligation when it is a passed result with at least one case and no margin
/// that is NaN or negative, has not expired, was not
/// recorded after the time for which the verdict is given, claims exactly this of this capsule in
/// the right contract field, is bound to the capsule's artifact and to the meaning in force, covers
/// the class's attributes and shapes, is of a kind and origin the profile admits, and rests on no
/// excluded assumption. A theorem, a checker's result or identity must be what some checker of this
/// build, in this version, concludes; identity must be bound to the loaded file and stand beside a
/// passing self-check of this process. What evidence rests on is what it says and what its kind and
/// origin imply (rests_on.h).
///
/// A failed result about the same claim, artifact and meaning contradicts the obligation at every
/// use that it covers, whatever its age, kind, origin, checker, loaded file, expiry or contract
/// field and whatever else there is, and evidence that speaks of all shapes is refuted by one. So
/// does a failing self-check. A class without a capsule, and a plan that leaves anything out,
/// reject.
///
/// Where the profile takes waivers, an unexpired one for this capsule, obligation and artifact lets
/// an obligation pass that is missing or inadmissible. Where failing cases of it are known, at
/// whatever shapes, it passes only if each of them is named by such a waiver. The verdict is then
/// not bit_exact, and its trust unsupported. It holds every known failing case of the plan's
/// capsules, accepted or not.
///
/// Linear in obligations and evidence, but for the thousand pieces from which an unserved
/// obligation is told its reasons.
[[nodiscard]] GateResult gate(const Plan& plan, const GateInput& input);

}  // namespace touchstone
