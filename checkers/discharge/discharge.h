#pragma once

#include <string>
#include <vector>

#include "touchstone/contract/evidence.h"
#include "touchstone/contract/self_check_result.h"
#include "touchstone/index/index_checker.h"
#include "touchstone/plan/planner.h"
#include "touchstone/reference/kernels.h"

namespace touchstone {

/// What evidence derived in this process is bound to.
struct DischargeContext {
  Digest loaded_file;  ///< of the file that holds the kernels' code
  std::string date;    ///< UTC, ISO 8601
  std::string repeat;  ///< the command that repeats it
};

/// Everything the checkers of this build can conclude.
[[nodiscard]] std::vector<CheckerAbility> checker_abilities();

/// The compiled readings of a class's operation against its symbolic readings, in this process: the
/// forward pass for contract `value`, every vector-Jacobian product for `vjp`.
[[nodiscard]] SelfCheckResult self_check_of(const NodeClass& node, Contract contract,
                                            const KernelSet& kernels);

/// How many accesses deciding this claim enumerates, as far as that can be foreseen; 0 for claims
/// that enumerate none, and the greatest integer where it does not fit.
[[nodiscard]] std::int64_t foreseen_accesses(const NodeClass& node, const Claim& claim);

/// Runs the checker that decides this claim for this class and reports what it found: support,
/// counter-evidence, or undecided where `budget` ends before the answer. Identity is derived from
/// `self_check`, which must be that of the class and contract (it is ignored for the other claims).
[[nodiscard]] Evidence discharge(const NodeClass& node, const Claim& claim,
                                 const SelfCheckResult& self_check, const IndexBudget& budget,
                                 const DischargeContext& context);

}  // namespace touchstone
