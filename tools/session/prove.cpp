#include "prove.h"

#include <algorithm>
#include <set>

#include "capsule_kernel.h"
#include "launch_questions.h"
#include "ledgers_read.h"
#include "registry_of.h"
#include "touchstone/core/shell.h"
#include "touchstone/discharge/kernel_evidence.h"
#include "touchstone/discharge/lemma_judges.h"
#include "touchstone/host/machine.h"
#include "touchstone/number/environment.h"
#include "touchstone/plan/implied_assumptions.h"
#include "touchstone/term/meaning.h"
#include "user_kernel.h"

namespace touchstone {

namespace {

std::string shapes_text(const std::vector<Shape>& shapes) {
  std::string out;
  for (const Shape& shape : shapes) {
    out += out.empty() ? "" : ",";
    std::string extents;
    for (const std::int64_t extent : shape.extents().entries()) {
      extents += (extents.empty() ? "" : "x") + std::to_string(extent);
    }
    out += extents.empty() ? "scalar" : extents;
  }
  return out;
}

std::string repeat_command(const ProveRequest& request) {
  std::string out = "touchstone prove";
  if (request.budget != ProveRequest().budget) out += " --budget " + std::to_string(request.budget);
  if (request.capsule.empty()) {
    return out + " " + shell_file(request.manifest.filename().string());
  }
  out += " --capsule " + shell_quoted(request.capsule);
  for (const auto& shapes : request.shapes) out += " --shapes " + shapes_text(shapes);
  if (!request.attributes.empty()) out += " --attributes " + shell_quoted(request.attributes);
  if (!request.kernels.empty()) out += " --kernels " + shell_file(request.kernels.string());
  return out;
}

LaunchProof launch_proof(const ProvedCase& each) {
  LaunchProof out{each.artifact, each.proof, {}, text_of(each.launch)};
  if (!each.proof.defects.empty()) {
    out.defect = text_of(each.proof.defects.front(), *each.module);
  }
  return out;
}

/// Evidence speaks of operands, not of launches: where several launches take the same operands, it
/// holds if all of them do.
std::vector<Evidence> evidence_of(const KernelProof& proof, const Capsule& capsule,
                                  const std::string& judges, const ProveRequest& request) {
  NodeClass node;
  node.op = capsule.op;
  node.attributes = proof.attributes;
  node.meaning.digest = meaning_digest(capsule.op, proof.attributes);
  node.capsule = &capsule;
  const DischargeContext context{
      {}, request.at.empty() ? utc_now() : request.at, repeat_command(request)};
  std::vector<std::pair<const ProvedCase*, KernelFinding>> findings;
  for (const ProvedCase& each : proof.cases) {
    auto same = std::find_if(findings.begin(), findings.end(), [&](const auto& known) {
      return known.first->operands == each.operands;
    });
    if (same == findings.end()) same = findings.insert(same, {&each, KernelFinding{}});
    same->second.judges = judges;
    same->second.proofs.push_back(launch_proof(each));
  }
  std::vector<Evidence> out;
  for (const auto& [each, finding] : findings) {
    node.operands = each->operands;
    node.result = each->result;
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

/// A kernel and everything that is asked of it.
struct Subject {
  Capsule capsule;
  std::string code;
  Attributes attributes;
  std::string preconditions;
  std::vector<LaunchQuestion> questions;
};

Result<Subject> user_subject(const ProveRequest& request) {
  if (request.reference && request.record) {
    return unreadable("--record", "agreeing with another kernel is no claim of a capsule",
                      "leave --record or --reference out");
  }
  const auto kernel = read_user_kernel(request.manifest);
  if (!kernel) return kernel.error();
  auto questions = questions_of(*kernel, request.reference);
  if (!questions) return questions.error();
  const KernelManifest& manifest = kernel->manifest;
  return Subject{capsule_of(*kernel), manifest.code.file.string(), manifest.attributes,
                 manifest.preconditions, std::move(*questions)};
}

Result<Subject> capsule_subject(const ProveRequest& request) {
  KernelFiles files;
  if (!request.kernels.empty()) {
    auto read = KernelFiles::in(request.kernels);
    if (!read) return read.error();
    files = std::move(*read);
  }
  const auto registry = registry_of(files);
  const Capsule* const capsule = registry->find(request.capsule);
  if (capsule == nullptr) {
    return unreadable("--capsule", "there is no capsule '" + printable(request.capsule) + "'",
                      "touchstone capsules list names them");
  }
  if (auto has_ptx = check_has_ptx(*capsule); !has_ptx) return has_ptx.error();
  auto attributes = attributes_for(*capsule, request.attributes);
  if (!attributes) return attributes.error();
  auto questions = questions_of(*capsule, *attributes, request.shapes, files);
  if (!questions) return questions.error();
  return Subject{
      *capsule, "PTX for sm_80 and sm_100", std::move(*attributes), {}, std::move(*questions)};
}

Result<KernelProof> judged(const Subject& subject, const ProveRequest& request) {
  const LemmaJudges judges = installed_judges();
  const Capsule& capsule = subject.capsule;
  auto cases = answer(capsule.op, subject.attributes, subject.questions, request, judges.judge);
  if (!cases) return cases.error();
  KernelProof out;
  out.capsule = capsule.name;
  out.code = subject.code;
  out.definition = !request.reference;
  out.against =
      out.definition ? std::string(operation(capsule.op).name) : request.reference->string();
  out.artifact = capsule.artifact.digest;
  out.attributes = subject.attributes;
  out.preconditions = subject.preconditions;
  out.has_judges = judges.present;
  out.judges = judges.names;
  out.cases = std::move(*cases);
  out.assumptions = assumptions_of(out, capsule);
  if (out.definition) {
    out.evidence = evidence_of(out, capsule, judges.names, request);
  }
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
  const auto key = read_signing_key(request.signing_key);
  if (!key) return key.error();
  const auto subject = request.capsule.empty() ? user_subject(request) : capsule_subject(request);
  if (!subject) return subject.error();
  auto out = judged(*subject, request);
  if (!out || !request.record) return out;
  auto recorded =
      append_to_ledger(*request.record, out->evidence, utc_now(), {*key ? &**key : nullptr, {}});
  if (!recorded) return recorded.error();
  out->recorded = std::move(*recorded);
  return out;
}

}  // namespace touchstone
