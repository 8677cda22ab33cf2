#include "report.h"

#include <algorithm>

#include "registry_graphs.h"
#include "report_command.h"
#include "touchstone/audit/report_changes.h"
#include "touchstone/audit/report_join.h"
#include "touchstone/audit/report_of.h"
#include "touchstone/discharge/discharge.h"
#include "touchstone/host/file.h"
#include "touchstone/host/machine.h"

namespace touchstone {

namespace {

std::string name_of_mode(EvidenceMode mode) {
  switch (mode) {
    case EvidenceMode::automatic: return "auto";
    case EvidenceMode::recorded: return "recorded";
    case EvidenceMode::derive: return "derive";
  }
  return {};
}

std::vector<ReportLedger> ledger_rows(const Verification& v) {
  std::vector<ReportLedger> out;
  for (std::size_t i = 0; i < v.ledgers.size(); ++i) {
    const Ledger& ledger = v.ledgers[i];
    out.push_back({ledger.file.filename().string(), ledger.checkpoint.size,
                   ledger.checkpoint.root.hex(), ledger.checkpoint.time,
                   std::string(name_of(v.standings[i].origin)), v.standings[i].signer});
  }
  return out;
}

std::vector<std::pair<std::string, std::string>> versions_of(const ReportRequest& request) {
  std::vector<std::pair<std::string, std::string>> out{
      {"touchstone", request.version}, {"semantics", std::to_string(semantics_version)}};
  for (const CheckerAbility& ability : checker_abilities()) {
    const std::pair row{ability.checker.name, ability.checker.version};
    if (std::find(out.begin(), out.end(), row) == out.end()) out.push_back(row);
  }
  return out;
}

ReportContext context_of(const Verification& v, const ReportRequest& request) {
  ReportContext out;
  out.evidence_mode = name_of_mode(v.mode);
  out.at = v.at.empty() ? request.question.at : v.at;
  out.replaced = v.replaced;
  out.ledgers = ledger_rows(v);
  out.versions = versions_of(request);
  out.repeat = report_command(request);
  return out;
}

Result<Report> report_of_model(const ReportRequest& request) {
  const auto verification = verify(request.question);
  if (!verification) return verification.error();
  ReportContext context = context_of(*verification, request);
  context.title = request.question.model.filename().string();
  return report_of(verification->plan, verification->gated.verdict, context);
}

/// What a row under a capsule's name says of another capsule, or of none.
void add_capsules_never_judged(Report& report) {
  for (const ReportNode& node : report.nodes) {
    const ReportUse& use = report.uses[node.use];
    if (use.capsule && report.capsules[*use.capsule].name == node.id) continue;
    report.not_covered.push_back(
        node.id + ": " +
        (use.capsule ? report.capsules[*use.capsule].name + " is chosen before it"
                     : "it serves none of its operation's class shapes under this profile") +
        ", so it was not judged.");
  }
}

std::string repeat_command(const ReportRequest& request) {
  std::string out = "touchstone audit report --registry --evidence derive -o registry.md";
  if (request.question.profile != VerifyRequest().profile) {
    out += " --profile " + request.question.profile;
  }
  return out;
}

Result<Report> report_of_registry(const ReportRequest& request) {
  std::vector<Report> parts;
  for (const RegistryGraph& each : registry_graphs(*built_in_registry())) {
    VerifyRequest question = request.question;
    question.device = std::string(name_of(each.device));
    question.demand = each.demand;
    question.loss = Loss::own;
    question.bindings.clear();
    question.repeat = repeat_command(request);
    const auto verification = verify(each.graph, question);
    if (!verification) return verification.error();
    ReportContext context = context_of(*verification, request);
    context.title = "Touchstone " + request.version + ": every capsule";
    context.of_model = false;
    parts.push_back(report_of(verification->plan, verification->gated.verdict, context));
  }
  Report out = join_reports(parts);
  add_capsules_never_judged(out);
  return out;
}

}  // namespace

Result<Report> report(const ReportRequest& request) {
  ReportRequest dated = request;
  if (dated.question.at.empty()) dated.question.at = utc_now();
  // Read first, so that a wrong file costs nothing.
  std::optional<std::string> before;
  if (request.since) {
    auto text = read_file(*request.since);
    if (!text) return text.error();
    before = std::move(*text);
  }
  auto made = request.registry ? report_of_registry(dated) : report_of_model(dated);
  if (!made || !before) return made;
  auto compared = with_changes_since(std::move(*made), *before);
  if (!compared) return compared.error().in_file(request.since->string());
  return compared;
}

}  // namespace touchstone
