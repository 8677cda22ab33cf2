#include "prove.h"

#include <algorithm>
#include <set>

#include "launch_questions.h"
#include "shell.h"
#include "touchstone/discharge/kernel_evidence.h"
#include "touchstone/host/machine.h"
#include "touchstone/number/environment.h"
#include "touchstone/plan/implied_assumptions.h"
#include "touchstone/smt/judge.h"
#include "touchstone/term/meaning.h"
#include "user_kernel.h"

namespace touchstone {

namespace {

std::string repeat_command(const ProveRequest& request) {
  std::string out = "touchstone prove";
  if (request.budget != ProveRequest().budget) out += " --budget " + std::to_string(request.budget);
  return out + " " + shell_quoted(request.manifest.filename().string());
}

KernelFinding finding_of(const ProvedCase& each) {
  KernelFinding out;
  out.judges = judges_text();
  LaunchProof proof{each.target, each.proof, {}};
  if (!each.proof.defects.empty()) {
    proof.defect = text_of(each.proof.defects.front(), *each.module);
  }
  out.proofs.push_back(std::move(proof));
  return out;
}

std::vector<Evidence> evidence_of(const KernelProof& proof, const Capsule& capsule,
                                  const std::string& repeat) {
  NodeClass node;
  node.op = capsule.op;
  node.attributes = proof.attributes;
  node.meaning.digest = meaning_digest(capsule.op, proof.attributes);
  node.capsule = &capsule;
  const DischargeContext context{{}, utc_now(), repeat};
  std::vector<Evidence> out;
  for (const ProvedCase& each : proof.cases) {
    node.operands = each.operands;
    node.result = each.result;
    const KernelFinding finding = finding_of(each);
    for (const Claim& claim : capsule.claims) {
      out.push_back(discharge(node, claim, finding, context));
    }
  }
  return out;
}

/// Of an answer about a definition those of its evidence; about another kernel, all but that the
/// definitions mean what they say.
std::vector<AssumptionId> assumptions_of(const KernelProof& proof, const Capsule& capsule) {
  const auto implied = implied_assumptions(EvidenceKind::checker, capsule, {});
  std::set<AssumptionId> out(implied.begin(), implied.end());
  if (!proof.definition) out.erase(AssumptionId::defs);
  const bool lemmas = std::any_of(proof.cases.begin(), proof.cases.end(),
                                  [](const ProvedCase& c) { return !c.proof.lemmas.empty(); });
  if (lemmas) out.insert(AssumptionId::smt);
  return {out.begin(), out.end()};
}

Result<KernelProof> prove_user_kernel(const ProveRequest& request) {
  if (request.reference && request.record) {
    return unreadable("--record", "agreeing with another kernel is no claim of a capsule",
                      "leave --record or --reference out");
  }
  const auto kernel = read_user_kernel(request.manifest);
  if (!kernel) return kernel.error();
  const auto questions = questions_of(*kernel, request.reference);
  if (!questions) return questions.error();
  const KernelManifest& manifest = kernel->manifest;
  auto cases = answer(manifest.op, manifest.attributes, *questions, request);
  if (!cases) return cases.error();
  const Capsule capsule = capsule_of(*kernel);
  KernelProof out;
  out.capsule = capsule.name;
  out.code = manifest.code.file.string();
  out.definition = !request.reference;
  out.against =
      out.definition ? std::string(operation(manifest.op).name) : request.reference->string();
  out.artifact = capsule.artifact.digest;
  out.attributes = manifest.attributes;
  out.preconditions = manifest.preconditions;
  out.cases = std::move(*cases);
  out.assumptions = assumptions_of(out, capsule);
  if (out.definition) out.evidence = evidence_of(out, capsule, repeat_command(request));
  return out;
}

}  // namespace

ptx::Verdict KernelProof::verdict() const {
  const auto any = [&](ptx::Verdict verdict) {
    return std::any_of(cases.begin(), cases.end(),
                       [&](const ProvedCase& c) { return c.proof.verdict == verdict; });
  };
  if (any(ptx::Verdict::refuted)) return ptx::Verdict::refuted;
  if (any(ptx::Verdict::undecided) || cases.empty()) return ptx::Verdict::undecided;
  return ptx::Verdict::proved;
}

Result<KernelProof> prove(const ProveRequest& request) {
  const FloatEnvironment environment;
  auto out = prove_user_kernel(request);
  if (!out || !request.record) return out;
  auto recorded = append_to_ledger(*request.record, out->evidence, utc_now());
  if (!recorded) return recorded.error();
  out->recorded = std::move(*recorded);
  return out;
}

}  // namespace touchstone
