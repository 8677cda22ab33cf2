#include "discharge.h"

#include <limits>
#include <vector>

#include "touchstone/number/correctly_rounded.h"
#include "touchstone/op/work.h"
#include "touchstone/plan/implied_assumptions.h"
#include "touchstone/self_check/self_check.h"
#include "touchstone/term/meaning.h"
#include "version.h"

namespace touchstone {

namespace {

Evidence unfinished(const NodeClass& node, const Claim& claim, const DischargeContext& context) {
  Evidence out;
  out.claim = claim;
  out.scope.attributes = node.attributes;
  out.artifact = node.capsule->artifact.digest;
  out.meaning = node.meaning;
  out.date = context.date;
  out.repeat = context.repeat;
  return out;
}

/// Says what the finished evidence rests on.
Evidence finished(Evidence out, const NodeClass& node) {
  out.assumptions = implied_assumptions(out.kind, *node.capsule, node);
  return out;
}

Evidence from_report(Evidence out, const NodeClass& node, const IndexReport& report,
                     const char* checker) {
  out.kind = EvidenceKind::checker;
  out.scope.operands = node.operands;
  out.outcome = report.outcome;
  out.checker = {checker, std::string(checkers_version())};
  out.cases = 1;  // one tuple of shapes, checked whole; the detail says how many accesses
  out.detail = report.detail;
  return finished(std::move(out), node);
}

Evidence identity(Evidence out, const NodeClass& node, const SelfCheckResult& self_check,
                  const DischargeContext& context) {
  out.kind = EvidenceKind::identity;
  out.outcome = self_check.passed() ? Outcome::passed : Outcome::failed;
  out.loaded_file = context.loaded_file;
  out.checker = {"self_check", std::string(checkers_version())};
  out.cases = self_check.vectors;
  out.detail = self_check.passed() ? std::to_string(self_check.equal) + " vectors equal"
                                   : "the compiled kernel differs: " + self_check.first_mismatch;
  if (node.uses_exp) out.detail += "; MPFR " + std::string(mpfr_library_version());
  return finished(std::move(out), node);
}

}  // namespace

std::vector<CheckerAbility> checker_abilities() {
  const std::string version(checkers_version());
  return {{{"index_checker", version}, EvidenceKind::checker, Obligation::in_bounds_once, false},
          {{"layout_checker", version}, EvidenceKind::checker, Obligation::dense_row_major, false},
          {{"self_check", version}, EvidenceKind::identity, Obligation::bit_exact, true}};
}

SelfCheckResult self_check_of(const NodeClass& node, const KernelSet& kernels) {
  return self_check(kernels, node.op, node.attributes, symbolic_readings(node.op, node.attributes));
}

std::int64_t foreseen_accesses(const NodeClass& node, const Claim& claim) {
  if (claim.obligation != Obligation::in_bounds_once) return 0;
  std::vector<Shape> shapes;
  for (const TensorType& type : node.operands) shapes.push_back(type.shape);
  const auto work = work_of(node.op, node.attributes, shapes, node.result.shape);
  return work ? work->accesses : std::numeric_limits<std::int64_t>::max();
}

Evidence discharge(const NodeClass& node, const Claim& claim, const SelfCheckResult& self_check,
                   const IndexBudget& budget, const DischargeContext& context) {
  Evidence out = unfinished(node, claim, context);
  switch (claim.obligation) {
    case Obligation::in_bounds_once:
      return from_report(std::move(out), node,
                         check_index(node.op, node.attributes, node.operands, budget),
                         "index_checker");
    case Obligation::dense_row_major:
      return from_report(std::move(out), node, check_layout(node.op, node.operands, node.result),
                         "layout_checker");
    case Obligation::bit_exact: return identity(std::move(out), node, self_check, context);
  }
  return out;
}

}  // namespace touchstone
