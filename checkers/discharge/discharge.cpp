#include "discharge.h"

#include <limits>

#include "touchstone/self_check/self_check.h"
#include "touchstone/term/meaning.h"

namespace touchstone {

namespace {

constexpr const char* index_checker_version = "1";
constexpr const char* self_check_version = "1";

Evidence unfinished(const NodeClass& node, const Claim& claim, const DischargeContext& context) {
  Evidence out;
  out.claim = claim;
  out.scope.attributes = node.attributes;
  out.artifact = node.capsule->artifact.digest;
  out.meaning = node.meaning;
  out.assumptions = node.capsule->assumptions;
  out.assumptions.push_back(AssumptionId::checker);
  out.date = context.date;
  out.repeat = context.repeat;
  return out;
}

Evidence from_report(Evidence out, const NodeClass& node, const IndexReport& report,
                     const char* checker) {
  out.kind = EvidenceKind::checker;
  out.scope.operands = node.operands;
  out.outcome = report.outcome;
  out.checker = {checker, index_checker_version};
  out.cases = 1;  // one tuple of shapes, checked whole
  out.detail = report.detail;
  return out;
}

Evidence identity(Evidence out, const NodeClass& node, const SelfCheckResult& self_check,
                  const DischargeContext& context) {
  out.kind = EvidenceKind::identity;
  out.outcome = self_check.passed() ? Outcome::passed : Outcome::failed;
  out.loaded_file = context.loaded_file;
  out.checker = {"self_check", self_check_version};
  out.cases = self_check.vectors;
  out.detail = self_check.passed() ? std::to_string(self_check.equal) + " vectors equal"
                                   : "the compiled kernel differs: " + self_check.first_mismatch;
  out.assumptions.push_back(AssumptionId::cxx);
  out.assumptions.push_back(AssumptionId::cpu);
  if (node.uses_exp) out.assumptions.push_back(AssumptionId::mpfr);
  return out;
}

}  // namespace

SelfCheckResult self_check_of(const NodeClass& node, const KernelSet& kernels) {
  return self_check(kernels, node.op, node.attributes, symbolic_readings(node.op, node.attributes));
}

std::int64_t foreseen_accesses(const NodeClass& node, const Claim& claim) {
  if (claim.obligation != Obligation::in_bounds_once) return 0;
  return estimated_accesses(node.op, node.operands, node.result.shape)
      .value_or(std::numeric_limits<std::int64_t>::max());
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
