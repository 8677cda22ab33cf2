#include "implied_assumptions.h"

#include <set>

namespace touchstone {

std::vector<AssumptionId> implied_assumptions(EvidenceKind kind, const Capsule& capsule,
                                              const Meaning& meaning) {
  std::set<AssumptionId> out(capsule.assumptions.begin(), capsule.assumptions.end());
  if (kind != EvidenceKind::trusted && kind != EvidenceKind::missing) {
    out.insert({AssumptionId::checker, AssumptionId::cxx, AssumptionId::cpu});
  }
  if (kind == EvidenceKind::identity && meaning.uses_mpfr) out.insert(AssumptionId::mpfr);
  return {out.begin(), out.end()};
}

}  // namespace touchstone
