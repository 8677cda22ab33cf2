#include "report.h"

#include <algorithm>

#include "derivation.h"
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
  out.evidence_mode = name_of(v.mode);
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

/// Of the registry alone: in which form the report is written does not matter.
std::string repeat_command(const VerifyRequest& request) {
  return "touchstone audit report --registry --evidence derive" + question_options(request) +
         " -o registry.md";
}

/// The device, where a profile that is for another excludes it.
bool excludes(const Profile& profile, Device device) {
  return profile.fixed_device && *profile.fixed_device != device;
}

Result<Report> report_of_registry(const ReportRequest& request) {
  const auto profile = profile_of(request.question);
  if (!profile) return profile.error();
  std::vector<Report> parts;
  std::vector<std::string> excluded;
  for (const RegistryGraph& each : registry_graphs(*built_in_registry())) {
    const std::string device(name_of(each.device));
    if (excludes(*profile, each.device)) {
      for (const Node& node : each.graph->nodes) {
        excluded.push_back(
            node.id + ": it runs on device " + device + ", and profile " + profile->name +
            " is for " + std::string(name_of(*profile->fixed_device)) + ", so it was not judged.");
      }
      continue;
    }
    VerifyRequest question = request.question;
    question.device = device;
    question.demand = each.demand;
    question.loss = Loss::own;
    question.bindings.clear();
    question.repeat = repeat_command(request.question);
    const auto verification = verify(each.graph, question);
    if (!verification) return verification.error();
    ReportContext context = context_of(*verification, request);
    context.title = "Touchstone " + request.version + ": every capsule";
    context.of_model = false;
    parts.push_back(report_of(verification->plan, verification->gated.verdict, context));
  }
  if (parts.empty()) {
    return unavailable("--profile", "this build has no capsule for the device of profile " +
                                        printable(profile->name));
  }
  Report out = join_reports(parts);
  out.not_covered.insert(out.not_covered.end(), excluded.begin(), excluded.end());
  return out;
}

}  // namespace

Result<Report> report(const ReportRequest& request) {
  ReportRequest dated = request;
  if (dated.question.at.empty()) dated.question.at = utc_now();
  // Asked again, the same question is to give the same bytes.
  dated.question.advance_accepted = false;
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
