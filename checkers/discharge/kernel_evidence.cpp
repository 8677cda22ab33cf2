#include "kernel_evidence.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "touchstone/core/counted.h"
#include "touchstone/plan/implied_assumptions.h"
#include "version.h"

namespace touchstone {

namespace {

struct Answer {
  Outcome outcome{};
  std::string detail;
};

/// The contract that a defect shows broken.
Contract broken_by(ptx::DefectKind kind) {
  return kind == ptx::DefectKind::wrong_value ? Contract::value : Contract::shape;
}

Answer answer_of(const LaunchProof& launch, Contract contract) {
  const ptx::Proof& proof = launch.proof;
  const std::string where = launch.artifact + ": ";
  if (proof.verdict == ptx::Verdict::proved) return {Outcome::passed, {}};
  if (proof.verdict == ptx::Verdict::undecided) return {Outcome::undecided, where + proof.reason};
  const bool breaks =
      std::any_of(proof.defects.begin(), proof.defects.end(),
                  [&](const ptx::Defect& d) { return broken_by(d.kind) == contract; });
  return {breaks ? Outcome::failed : Outcome::undecided, where + launch.defect};
}

std::string proved_detail(const KernelFinding& finding) {
  std::set<std::string> lemmas;
  std::string artifacts;
  for (const LaunchProof& launch : finding.proofs) {
    artifacts += (artifacts.empty() ? "" : ", ") + launch.artifact;
    for (const ptx::Lemma& lemma : launch.proof.lemmas) lemmas.insert(lemma.smt_lib);
  }
  std::string out = artifacts + ": " + std::to_string(finding.proofs.front().proof.elements) +
                    " elements equal for every input, each written by one thread";
  if (!lemmas.empty()) out += "; " + counted(lemmas.size(), "lemma") + " by " + finding.judges;
  return out;
}

Answer answer_of(const KernelFinding& finding, Contract contract) {
  if (finding.fault) return {Outcome::failed, *finding.fault};
  if (finding.no_kernel) return {Outcome::passed, *finding.no_kernel};
  if (finding.untried) return {Outcome::undecided, *finding.untried};
  if (finding.proofs.empty()) return {Outcome::undecided, "there is no artifact to prove"};
  Answer out{Outcome::passed, {}};
  for (const LaunchProof& launch : finding.proofs) {
    Answer each = answer_of(launch, contract);
    if (each.outcome == Outcome::failed) return each;
    if (out.outcome == Outcome::passed && each.outcome != Outcome::passed) out = std::move(each);
  }
  if (out.outcome == Outcome::passed) out.detail = proved_detail(finding);
  return out;
}

/// The different launches, in their order.
std::string launches_text(const KernelFinding& finding) {
  std::vector<std::string_view> known;
  std::string out;
  for (const LaunchProof& each : finding.proofs) {
    if (each.launch.empty()) continue;
    if (std::find(known.begin(), known.end(), each.launch) != known.end()) continue;
    known.push_back(each.launch);
    out += "; " + each.launch;
  }
  return out;
}

std::string triple(const std::array<std::uint32_t, 3>& at) {
  std::size_t used = 3;
  while (used > 1 && at[used - 1] == 1) --used;
  std::string out;
  for (std::size_t i = 0; i < used; ++i) out += (i > 0 ? "x" : "") + std::to_string(at[i]);
  return out;
}

bool used_lemmas(const KernelFinding& finding) {
  return std::any_of(finding.proofs.begin(), finding.proofs.end(),
                     [](const LaunchProof& launch) { return !launch.proof.lemmas.empty(); });
}

std::string text_of(const ptx::ThreadId& id) {
  const auto triple = [](const std::array<std::uint32_t, 3>& at) {
    return std::to_string(at[0]) + "," + std::to_string(at[1]) + "," + std::to_string(at[2]);
  };
  return "thread " + triple(id.thread) + " of block " + triple(id.block);
}

}  // namespace

std::string words_of(ptx::DefectKind kind) {
  std::string out(ptx::name_of(kind));
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

std::string text_of(const ptx::Defect& defect, const ptx::Module& module) {
  std::string out = words_of(defect.kind);
  if (defect.place.line != 0) out += " at " + module.text_of(defect.place);
  out += ": " + defect.what;
  if (defect.kind == ptx::DefectKind::wrong_value) return out;
  out += " (" + text_of(defect.thread);
  if (defect.other_thread) out += "; " + text_of(*defect.other_thread);
  if (defect.other && defect.other->line != 0) out += " at " + module.text_of(*defect.other);
  return out + ")";
}

std::string threads_text(const ptx::Launch& launch) {
  std::string out = "grid " + triple(launch.grid) + ", block " + triple(launch.block);
  if (launch.dynamic_shared_bytes > 0) {
    out += ", " + std::to_string(launch.dynamic_shared_bytes) + " shared bytes";
  }
  return out;
}

std::string text_of(const ptx::Launch& launch) {
  std::string arguments;
  for (const ptx::Argument& each : launch.arguments) {
    arguments += arguments.empty() ? "" : ", ";
    if (each.buffer) arguments += "buffer " + std::to_string(*each.buffer);
    if (each.buffer && each.value > 0) arguments += " + ";
    if (!each.buffer || each.value > 0) arguments += std::to_string(each.value);
  }
  return launch.kernel + "(" + arguments + "), " + threads_text(launch);
}

Evidence discharge(const NodeClass& node, const Claim& claim, const KernelFinding& finding,
                   const DischargeContext& context) {
  Answer answer = answer_of(finding, claim.contract);
  Evidence out;
  out.claim = claim;
  out.kind = EvidenceKind::checker;
  out.outcome = answer.outcome;
  out.scope = {node.attributes, node.operands};
  out.artifact = node.capsule->artifact.digest;
  out.meaning = node.meaning_for(claim.contract).digest;
  out.checker = {"ptx_prover", std::string(checkers_version())};
  out.cases = finding.no_kernel ? 1 : static_cast<std::int64_t>(finding.proofs.size());
  out.date = context.date;
  out.repeat = context.repeat;
  out.detail = std::move(answer.detail) + launches_text(finding);
  const auto implied =
      implied_assumptions(out.kind, *node.capsule, node.meaning_for(claim.contract));
  std::set<AssumptionId> rests_on(implied.begin(), implied.end());
  if (used_lemmas(finding)) rests_on.insert(AssumptionId::smt);
  out.assumptions.assign(rests_on.begin(), rests_on.end());
  return out;
}

}  // namespace touchstone
