#include <algorithm>

#include "commands.h"
#include "explanation.h"
#include "output.h"
#include "touchstone/cli/version.h"
#include "touchstone/core/nearest_names.h"
#include "touchstone/session/report.h"

namespace touchstone::cli {

namespace {

/// What can be asked about: the closed list, the registry, and a model's nodes where one is given.
struct Subjects {
  std::shared_ptr<const Registry> registry;
  Profile profile;
  std::optional<Report> report;
};

/// What was asked for. A name may stand for several things, and is explained as each of them.
struct Found {
  std::vector<Assumption> assumptions;
  std::vector<const Capsule*> capsules;
  std::vector<const ReportNode*> nodes;
};

Result<Subjects> subjects_of(const VerifyRequest& request) {
  auto profile = profile_of(request);
  if (!profile) return profile.error();
  Subjects out{built_in_registry(), std::move(*profile), std::nullopt};
  if (request.model.empty()) return out;
  ReportRequest asked;
  asked.question = request;
  asked.version = version;
  const Progress progress("verifying " + printable(request.model.string()));
  auto made = report(asked);
  if (!made) return made.error();
  out.report = std::move(*made);
  return out;
}

Diagnostic unknown(const std::string& subject, const Subjects& all) {
  std::vector<std::string_view> names;
  if (subject.starts_with("A-")) {
    std::string known;
    for (const Assumption& each : assumptions()) known += " " + std::string(each.name);
    return unreadable({}, "there is no assumption '" + printable(subject) + "'",
                      "assumptions:" + known);
  }
  for (const Capsule& capsule : all.registry->capsules()) names.emplace_back(capsule.name);
  if (all.report) {
    for (const ReportNode& node : all.report->nodes) names.emplace_back(node.id);
  }
  std::string near;
  for (const std::string_view name : nearest_names(subject, names)) {
    near += (near.empty() ? "" : ", ") + printable(name);
  }
  const char* const kinds = all.report ? "capsule or node" : "assumption or capsule";
  return unreadable(
      {}, std::string("there is no ") + kinds + " '" + printable(subject) + "'",
      "nearest: " + near + (all.report ? "" : "; to ask about a model's node give --model"));
}

Result<void> find(const std::string& subject, const Subjects& all, Found& found) {
  const std::size_t before = found.assumptions.size() + found.capsules.size() + found.nodes.size();
  if (const auto id = assumption_named(subject)) found.assumptions.push_back(assumption(*id));
  if (const Capsule* capsule = all.registry->find(subject)) found.capsules.push_back(capsule);
  if (all.report) {
    for (const ReportNode& node : all.report->nodes) {
      if (node.id == subject) found.nodes.push_back(&node);
    }
  }
  const std::size_t after = found.assumptions.size() + found.capsules.size() + found.nodes.size();
  if (after == before) return unknown(subject, all);
  return {};
}

Json found_json(const Found& found, const Subjects& all) {
  const Report* const report = all.report ? &*all.report : nullptr;
  JsonArray assumption_rows;
  JsonArray capsule_rows;
  JsonArray node_rows;
  for (const Assumption& each : found.assumptions)
    assumption_rows.push_back(explanation_json(each));
  for (const Capsule* each : found.capsules) {
    capsule_rows.push_back(explanation_json(*each, all.profile, report));
  }
  for (const ReportNode* each : found.nodes) node_rows.push_back(explanation_json(*each, *report));
  return JsonObject{
      {"assumptions", assumption_rows}, {"capsules", capsule_rows}, {"nodes", node_rows}};
}

void print_found(const Found& found, const Subjects& all) {
  const Report* const report = all.report ? &*all.report : nullptr;
  for (const Assumption& each : found.assumptions) print(explanation_text(each));
  for (const Capsule* each : found.capsules) {
    print(explanation_text(*each, all.profile, report));
  }
  for (const ReportNode* each : found.nodes) print(explanation_text(*each, *report));
}

}  // namespace

int audit_explain_command(const AuditExplainOptions& options) {
  const auto all = subjects_of(options.request);
  if (!all) return report_failure(all.error(), options.json);
  Found found;
  for (const std::string& subject : options.subjects) {
    if (auto known = find(subject, *all, found); !known) {
      return report_failure(known.error(), options.json);
    }
  }
  if (options.subjects.empty()) {
    found.assumptions.assign(assumptions().begin(), assumptions().end());
  }
  if (options.json) {
    print_json(found_json(found, *all));
  } else {
    print_found(found, *all);
  }
  return status_yes;
}

}  // namespace touchstone::cli
