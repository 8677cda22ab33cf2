#include "discharge.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "touchstone/core/checked.h"
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
  out.meaning = node.meaning_for(claim.contract).digest;
  out.date = context.date;
  out.repeat = context.repeat;
  return out;
}

/// Says what the finished evidence rests on.
Evidence finished(Evidence out, const NodeClass& node) {
  out.assumptions =
      implied_assumptions(out.kind, *node.capsule, node.meaning_for(out.claim.contract));
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
  if (node.meaning_for(out.claim.contract).uses_mpfr) {
    out.detail += "; MPFR " + std::string(mpfr_library_version());
  }
  return finished(std::move(out), node);
}

std::vector<Pass> passes_of(const NodeClass& node, Contract contract) {
  if (contract != Contract::vjp) return {Pass::forward()};
  return vjp_passes(operation(node.op), node.operands);
}

/// The passes whose accesses this obligation makes the index checker enumerate.
std::vector<Pass> enumerated_passes(const NodeClass& node, Obligation obligation) {
  const bool enumerates =
      obligation == Obligation::in_bounds_once || obligation == Obligation::vjp_in_bounds_once;
  return enumerates ? passes_of(node, contract_of(obligation)) : std::vector<Pass>{};
}

/// Reports of several passes as one: that of the first that did not pass, or all of them.
IndexReport together(const std::vector<IndexReport>& reports, std::string_view what) {
  IndexReport out{Outcome::passed, 0, {}};
  for (const IndexReport& report : reports) {
    if (report.outcome != Outcome::passed) return report;
    out.accesses += report.accesses;
  }
  if (reports.empty()) return {Outcome::undecided, 0, "there is no gradient to check"};
  out.detail = std::to_string(out.accesses) + " " + std::string(what);
  return out;
}

IndexReport index_report(const NodeClass& node, Obligation obligation, IndexBudget budget) {
  std::vector<IndexReport> out;
  for (const Pass pass : passes_of(node, contract_of(obligation))) {
    out.push_back(check_index(node.op, node.attributes, pass, node.operands, budget));
    budget.accesses = std::max<std::int64_t>(0, budget.accesses - out.back().accesses);
  }
  return together(out, "accesses enumerated");
}

IndexReport layout_report(const NodeClass& node, Obligation obligation) {
  std::vector<IndexReport> out;
  for (const Pass pass : passes_of(node, contract_of(obligation))) {
    out.push_back(check_layout(node.op, pass, node.operands, node.result));
  }
  return together(out, "buffers");
}

}  // namespace

std::vector<CheckerAbility> checker_abilities() {
  const std::string version(checkers_version());
  return {
      {{"index_checker", version}, EvidenceKind::checker, Obligation::in_bounds_once, false},
      {{"layout_checker", version}, EvidenceKind::checker, Obligation::dense_row_major, false},
      {{"self_check", version}, EvidenceKind::identity, Obligation::bit_exact, true},
      {{"ptx_prover", version}, EvidenceKind::checker, Obligation::in_bounds_once, false},
      {{"ptx_prover", version}, EvidenceKind::checker, Obligation::dense_row_major, false},
      {{"ptx_prover", version}, EvidenceKind::checker, Obligation::bit_exact, false},
      {{"index_checker", version}, EvidenceKind::checker, Obligation::vjp_in_bounds_once, false},
      {{"layout_checker", version}, EvidenceKind::checker, Obligation::vjp_dense_row_major, false},
      {{"self_check", version}, EvidenceKind::identity, Obligation::vjp_bit_exact, true}};
}

SelfCheckResult self_check_of(const NodeClass& node, Contract contract, const KernelSet& kernels) {
  const bool vjp = contract == Contract::vjp;
  SelfCheckResult out = self_check(kernels, node.op, node.attributes,
                                   vjp ? symbolic_vjp_readings(node.op, node.attributes)
                                       : symbolic_readings(node.op, node.attributes));
  out.contract = contract;
  return out;
}

std::int64_t foreseen_accesses(const NodeClass& node, const Claim& claim) {
  std::int64_t out = 0;
  for (const Pass pass : enumerated_passes(node, claim.obligation)) {
    const auto work =
        work_of(operation(node.op), node.attributes, pass, node.operands, node.result);
    const auto sum = work ? checked_add(out, work->accesses) : std::nullopt;
    if (!sum) return std::numeric_limits<std::int64_t>::max();
    out = *sum;
  }
  return out;
}

Evidence discharge(const NodeClass& node, const Claim& claim, const SelfCheckResult& self_check,
                   const IndexBudget& budget, const DischargeContext& context) {
  Evidence out = unfinished(node, claim, context);
  switch (claim.obligation) {
    case Obligation::in_bounds_once:
    case Obligation::vjp_in_bounds_once:
      return from_report(std::move(out), node, index_report(node, claim.obligation, budget),
                         "index_checker");
    case Obligation::dense_row_major:
    case Obligation::vjp_dense_row_major:
      return from_report(std::move(out), node, layout_report(node, claim.obligation),
                         "layout_checker");
    case Obligation::bit_exact:
    case Obligation::vjp_bit_exact: return identity(std::move(out), node, self_check, context);
  }
  return out;
}

}  // namespace touchstone
