#include "rests_on.h"

#include "touchstone/plan/implied_assumptions.h"

namespace touchstone {

namespace {

/// That whoever signed a ledger did so in good faith, or that nobody forged it.
std::optional<AssumptionId> implied_by(Origin origin) {
  switch (origin) {
    case Origin::derived_now: return std::nullopt;
    case Origin::pinned_ledger: return AssumptionId::signer;
    case Origin::unaccepted_ledger:
    case Origin::unpinned_ledger:
    case Origin::unsigned_ledger: return AssumptionId::ledger;
  }
  return AssumptionId::ledger;
}

}  // namespace

std::set<AssumptionId> rests_on(const SourcedEvidence& sourced, const NodeClass& node) {
  const Evidence& e = sourced.evidence;
  std::set<AssumptionId> out(e.assumptions.begin(), e.assumptions.end());
  const auto implied =
      implied_assumptions(e.kind, *node.capsule, node.meaning_for(contract_of(e.claim.obligation)));
  out.insert(implied.begin(), implied.end());
  if (const auto id = implied_by(sourced.origin)) out.insert(*id);
  return out;
}

}  // namespace touchstone
