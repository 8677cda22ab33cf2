#pragma once

#include <string>

#include "touchstone/contract/evidence.h"

namespace touchstone {

/// Passed shape evidence for relu of float32 [2].
inline Evidence sample_evidence() {
  Evidence e;
  e.claim = {"reference.relu", Op::relu, Contract::shape, Obligation::in_bounds_once};
  e.kind = EvidenceKind::checker;
  e.outcome = Outcome::passed;
  e.scope.operands = {{ElementType::float32, Shape::of({2})}};
  e.artifact = sha256(std::string_view("artifact"));
  e.meaning = sha256(std::string_view("meaning"));
  e.checker = {"index_checker", "1"};
  e.cases = 1;
  e.assumptions = {AssumptionId::defs, AssumptionId::checker};
  e.date = "2026-01-31T02:00:00Z";
  e.repeat = "touchstone verify model.json";
  e.detail = "4 accesses enumerated";
  return e;
}

}  // namespace touchstone
