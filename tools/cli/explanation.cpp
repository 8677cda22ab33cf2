#include "explanation.h"

#include <algorithm>
#include <set>

#include "touchstone/audit/claim_sentence.h"
#include "touchstone/core/counted.h"
#include "touchstone/core/joined.h"
#include "touchstone/discharge/discharge.h"
#include "touchstone/plan/implied_assumptions.h"

namespace touchstone::cli {

namespace {

std::string line(std::string_view label, std::string_view text) {
  constexpr std::size_t width = 14;
  const std::size_t blanks = label.size() < width ? width - label.size() : 1;
  return "  " + std::string(label) + std::string(blanks, ' ') + printable(text, 4000) + "\n";
}

Json texts(const std::vector<std::string>& all) { return JsonArray(all.begin(), all.end()); }
Json integer(std::int64_t number) { return Json::integer(number); }

/// What a checker of this build could show of one claim under a profile, and on what that would
/// rest.
struct Possible {
  std::string obligation;
  std::string kind;
  std::string checker;
  std::vector<std::string> assumptions;
};

std::vector<Possible> possible_evidence(const Capsule& capsule, const Profile& profile) {
  std::vector<Possible> out;
  for (const Claim& claim : capsule.claims) {
    for (const CheckerAbility& ability : checker_abilities()) {
      const bool identity = ability.kind == EvidenceKind::identity;
      // The kernel is the definition's own reading in the reference alone, whose accesses the other
      // checkers read from the definition too; loaded kernels are proved from their PTX.
      const bool of_definition = ability.checker.name != "ptx_prover";
      if (ability.obligation != claim.obligation ||
          of_definition != (capsule.provider == Provider::reference) ||
          (identity && capsule.provider != Provider::reference) ||
          !admits(profile, ability.kind, capsule.provider)) {
        continue;
      }
      Possible row{std::string(name_of(claim.obligation)),
                   std::string(name_of(ability.kind)),
                   ability.checker.name,
                   {}};
      for (const AssumptionId id : implied_assumptions(ability.kind, capsule, {})) {
        row.assumptions.emplace_back(assumption(id).name);
      }
      out.push_back(std::move(row));
    }
  }
  return out;
}

/// Position of the capsule in the report; nothing where the model does not use it.
std::optional<std::size_t> position_of(const Capsule& capsule, const Report& report) {
  for (std::size_t i = 0; i < report.capsules.size(); ++i) {
    if (report.capsules[i].name == capsule.name) return i;
  }
  return std::nullopt;
}

std::string obligation_lines(const ReportObligation& row, const Report& report) {
  std::string out = line(row.name, row.standing);
  for (const std::string& refused : row.refused) out += line("", "why not: " + refused);
  if (!row.replaced.empty()) out += line("", "recorded, and not used: " + row.replaced);
  if (row.waiver) {
    const ReportWaiver& w = report.waivers[*row.waiver];
    out += line("", "waived by " + w.owner + " until " + w.expires + ": " + w.reason);
  }
  if (!row.evidence) return out;
  const ReportEvidence& e = report.evidence[*row.evidence];
  out += line("", e.outcome + ", " + e.kind + " by " + printable(e.checker, 32) + ", " +
                      counted(e.cases, "case") + "; " + e.origin +
                      (e.date.empty() ? "" : ", " + e.date));
  out += line("", "scope " + e.scope);
  out += line("", "leaf hash " + e.leaf);
  out += line("", "finding " + e.finding);
  out += line("", "found: " + e.detail);
  out += line("", "repeat: " + e.repeat);
  if (e.repeat_as_recorded.empty()) return out;
  return out + line("",
                    "its ledger's own words on that, which nobody checked, not to be pasted "
                    "blindly: " +
                        e.repeat_as_recorded);
}

Json obligation_json(const ReportObligation& row, const Report& report) {
  JsonObject out{{"obligation", row.name},
                 {"sentence", row.sentence},
                 {"standing", row.standing},
                 {"refused", texts(row.refused)}};
  if (!row.replaced.empty()) out.emplace_back("replaced", row.replaced);
  if (row.waiver) {
    const ReportWaiver& w = report.waivers[*row.waiver];
    out.emplace_back("waiver",
                     JsonObject{{"owner", w.owner}, {"reason", w.reason}, {"expires", w.expires}});
  }
  if (!row.evidence) return out;
  const ReportEvidence& e = report.evidence[*row.evidence];
  out.emplace_back("evidence", JsonObject{{"leaf", e.leaf},
                                          {"finding", e.finding},
                                          {"kind", e.kind},
                                          {"outcome", e.outcome},
                                          {"origin", e.origin},
                                          {"scope", e.scope},
                                          {"checker", e.checker},
                                          {"cases", integer(e.cases)},
                                          {"date", e.date},
                                          {"detail", e.detail},
                                          {"repeat", e.repeat},
                                          {"repeat_as_recorded", e.repeat_as_recorded},
                                          {"assumptions", texts(e.assumptions)}});
  return out;
}

Json use_json(const ReportUse& use, const Report& report) {
  JsonArray rows;
  for (const ReportObligation& row : use.obligations) rows.push_back(obligation_json(row, report));
  return JsonObject{
      {"op", use.op},         {"attributes", use.attributes}, {"operands", texts(use.operands)},
      {"result", use.result}, {"grade", use.grade},           {"nodes", integer(use.nodes)},
      {"obligations", rows}};
}

/// What the evidence about a use rests on, each once, that of the widest reach first.
std::vector<std::string> assumptions_of(const ReportUse& use, const Report& report) {
  std::vector<std::string> out;
  for (const ReportAssumption& a : report.assumptions) {
    const bool any = std::any_of(
        use.obligations.begin(), use.obligations.end(), [&](const ReportObligation& row) {
          if (!row.evidence) return false;
          const auto& names = report.evidence[*row.evidence].assumptions;
          return std::find(names.begin(), names.end(), a.name) != names.end();
        });
    if (any) out.push_back(a.name);
  }
  return out;
}

}  // namespace

std::string explanation_text(const Assumption& a) {
  return std::string(a.name) + "  " + std::string(a.sentence) + "\n  why believed  " +
         std::string(a.why_believed) + "\n  removed by    " + std::string(a.removed_by) + "\n";
}

Json explanation_json(const Assumption& a) {
  return JsonObject{{"name", a.name},
                    {"sentence", a.sentence},
                    {"why_believed", a.why_believed},
                    {"removed_by", a.removed_by}};
}

std::string explanation_text(const Capsule& capsule, const Profile& profile, const Report* report) {
  std::string out = capsule.name + "  " + claim_sentence(capsule) + "\n";
  out += line("computes", capsule.summary) +
         line("runs on", std::string(name_of(capsule.device)) + " (" +
                             std::string(name_of(capsule.runtime_support)) + ")") +
         line("artifact", "sha256 " + capsule.artifact.digest.hex()) +
         line("launch", capsule.launch) + line("numerics", numerics_sentence(capsule));
  for (const Possible& each : possible_evidence(capsule, profile)) {
    out +=
        line(each.obligation, each.kind + " by " + each.checker + " can show it under profile " +
                                  profile.name + ", resting on " + joined(each.assumptions, " "));
  }
  if (report == nullptr) return out;
  const auto at = position_of(capsule, *report);
  if (!at) return out + line("here", "no node of " + report->title + " is served by it");
  out += line("here", "grade " + report->capsules[*at].grade + ", " +
                          counted(report->capsules[*at].nodes, "node") + " of " + report->title);
  for (const ReportUse& use : report->uses) {
    if (use.capsule != at) continue;
    out += line("use", std::to_string(use.nodes) + " × " + scope_of(use) + ": " + use.grade);
    for (const ReportObligation& row : use.obligations) out += obligation_lines(row, *report);
  }
  return out;
}

Json explanation_json(const Capsule& capsule, const Profile& profile, const Report* report) {
  JsonArray possible;
  for (const Possible& each : possible_evidence(capsule, profile)) {
    possible.push_back(JsonObject{{"obligation", each.obligation},
                                  {"kind", each.kind},
                                  {"checker", each.checker},
                                  {"assumptions", texts(each.assumptions)}});
  }
  JsonObject out{{"name", capsule.name},
                 {"claim", claim_sentence(capsule)},
                 {"artifact", capsule.artifact.digest.hex()},
                 {"profile", profile.name},
                 {"can_be_shown_by", possible}};
  if (report == nullptr) return out;
  const auto at = position_of(capsule, *report);
  out.emplace_back("grade", at ? Json(report->capsules[*at].grade) : Json());
  JsonArray uses;
  for (const ReportUse& use : report->uses) {
    if (at && use.capsule == at) uses.push_back(use_json(use, *report));
  }
  out.emplace_back("uses", uses);
  return out;
}

std::string explanation_text(const ReportNode& node, const Report& report) {
  const ReportUse& use = report.uses[node.use];
  std::string out = printable(node.id) + "  node of " + printable(report.title) + ": " + use.grade +
                    "\n" + line("use", use.op + "  " + scope_of(use));
  for (const std::uint32_t input : node.inputs) out += line("reads", report.nodes[input].id);
  if (use.capsule) {
    out += line("served by", report.capsules[*use.capsule].name) +
           line("claim", report.capsules[*use.capsule].claim);
  } else {
    out += line("served by", "none");
    for (const Refusal& refusal : use.refusals) {
      out += line("", refusal.capsule + " " + refusal.reason);
    }
  }
  for (const ReportObligation& row : use.obligations) out += obligation_lines(row, report);
  return out + line("rests on", joined(assumptions_of(use, report), " "));
}

Json explanation_json(const ReportNode& node, const Report& report) {
  const ReportUse& use = report.uses[node.use];
  JsonArray inputs;
  for (const std::uint32_t input : node.inputs) inputs.push_back(report.nodes[input].id);
  JsonArray refusals;
  for (const Refusal& refusal : use.refusals) {
    refusals.push_back(JsonObject{{"capsule", refusal.capsule}, {"reason", refusal.reason}});
  }
  return JsonObject{{"id", node.id},
                    {"inputs", inputs},
                    {"capsule", use.capsule ? Json(report.capsules[*use.capsule].name) : Json()},
                    {"use", use_json(use, report)},
                    {"refused", refusals},
                    {"assumptions", texts(assumptions_of(use, report))}};
}

}  // namespace touchstone::cli
