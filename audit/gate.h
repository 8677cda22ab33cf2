#pragma once

#include <optional>
#include <span>
#include <vector>

#include "touchstone/contract/self_check_result.h"
#include "verdict.h"

namespace touchstone {

/// Everything the gate looks at beside the plan.
struct GateInput {
  std::vector<SourcedEvidence> evidence;
  std::vector<SelfCheckResult> self_checks;  ///< of this process
  Digest loaded_file;                        ///< that holds the kernels' code, in this process
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
/// Evidence serves an obligation when it is a passed result with at least one case, claims exactly
/// this of this capsule in the right contract field, is bound to the capsule's artifact and to the
/// meaning in force, covers the class's attributes and shapes, is of a kind and origin the profile
/// admits, rests on no excluded assumption, and, for identity, is bound to the loaded file and
/// stands beside a passing self-check of this process. A failed result that matches in all but kind
/// and origin contradicts the obligation, whatever else there is, and so does a failing self-check.
/// A class without a capsule, and an empty plan, reject.
///
/// O(obligations · evidence per capsule).
[[nodiscard]] GateResult gate(const Plan& plan, const GateInput& input);

}  // namespace touchstone
