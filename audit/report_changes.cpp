#include "report_changes.h"

#include <map>
#include <set>
#include <string>
#include <utility>

#include "report_json.h"
#include "touchstone/core/digest.h"
#include "touchstone/core/joined.h"

namespace touchstone {

namespace {

/// What a report says of each of its subjects: a list of facts by name, compared one by one.
using Facts = std::map<std::string, std::string>;
using Subjects = std::map<std::string, Facts>;

ReportChange change_of(const std::string& subject, const std::string& fact, const std::string& was,
                       const std::string& is) {
  std::string text = fact + ": from ";
  text += was.empty() ? "none" : was;
  text += " to ";
  text += is.empty() ? "none" : is;
  return {"changed", subject, text};
}

void compare_facts(std::vector<ReportChange>& out, const std::string& subject, const Facts& before,
                   const Facts& after) {
  for (const auto& [name, value] : after) {
    const auto old = before.find(name);
    const std::string was = old == before.end() ? "" : old->second;
    if (was == value) continue;
    out.push_back(change_of(subject, name, was, value));
  }
  for (const auto& [name, value] : before) {
    if (!after.contains(name) && !value.empty()) {
      out.push_back(change_of(subject, name, value, {}));
    }
  }
}

/// Everything that is added or removed says what it was; what stays says which facts changed.
void compare(std::vector<ReportChange>& out, const Subjects& before, const Subjects& after) {
  const auto whole = [](const Facts& facts) {
    std::string text;
    for (const auto& [name, value] : facts) {
      if (value.empty()) continue;
      if (!text.empty()) text += "; ";
      text.append(name).append(": ").append(value);
    }
    return text;
  };
  for (const auto& [subject, facts] : after) {
    const auto old = before.find(subject);
    if (old == before.end()) {
      out.push_back({"added", subject, whole(facts)});
    } else {
      compare_facts(out, subject, old->second, facts);
    }
  }
  for (const auto& [subject, facts] : before) {
    if (!after.contains(subject)) out.push_back({"removed", subject, whole(facts)});
  }
}

Subjects verdict_of(const Report& r) {
  return {{"verdict", {{"verdict", r.accepted ? "accepted" : "rejected"}}},
          {"question",
           {{"profile", r.profile},
            {"profile's summary", r.profile_summary},
            {"profile's rules", joined(r.profile_rules, " ")},
            {"device", r.device},
            {"asked for", r.demand},
            {"evidence", r.evidence_mode}}}};
}

Subjects model_of(const Report& r) {
  if (!r.model) return {};
  Facts facts{{"file", r.model->file}, {"format", r.model->format}, {"sha256", r.model->digest}};
  for (const auto& [name, length] : r.model->bindings) {
    facts["symbolic dimension " + name] = std::to_string(length);
  }
  for (const std::string& input : r.model->inputs) facts["input " + input] = "declared";
  for (const std::string& output : r.model->outputs) facts["output " + output] = "declared";
  facts["nodes"] = std::to_string(r.nodes.size());
  return {{"model", facts}};
}

std::string evidence_key(const ReportEvidence& e) {
  return e.capsule + ", " + e.obligation + " at " + e.scope;
}

Subjects findings_of(const Report& r) {
  Subjects out;
  for (const ReportCounterEvidence& each : r.counter_evidence) {
    const ReportEvidence& e = r.evidence[each.evidence];
    out["failing case of " + evidence_key(e)] = {{"finding", e.detail},
                                                 {"named", e.finding},
                                                 {"artifact", e.artifact},
                                                 {"waived", each.waived ? "yes" : "no"}};
  }
  return out;
}

Subjects waivers_of(const Report& r) {
  Subjects out;
  for (const ReportWaiver& w : r.waivers) {
    out["waiver of " + w.capsule + ", " + w.obligation +
        (w.finding ? ", finding " + *w.finding : "")] = {
        {"owner", w.owner}, {"reason", w.reason}, {"expires", w.expires}, {"artifact", w.artifact}};
  }
  for (const ReportIdleWaiver& idle : r.idle_waivers) {
    out["waiver of " + idle.waiver.capsule + ", " + idle.waiver.obligation + ", by " +
        idle.waiver.owner + ", which lets nothing pass"] = {{"why", idle.why}};
  }
  return out;
}

Subjects uses_of(const Report& r) {
  Subjects out;
  for (const ReportUse& use : r.uses) {
    std::string subject = "use of " + use.op;
    if (!use.attributes.empty()) subject += " " + use.attributes;
    for (std::size_t i = 0; i < use.operands.size(); ++i) {
      subject += (i == 0 ? " at " : ", ") + use.operands[i];
    }
    // In a report of the registry several capsules have the same use.
    if (!r.model && use.capsule) subject += " by " + r.capsules[*use.capsule].name;
    Facts facts{{"grade", use.grade}, {"nodes", std::to_string(use.nodes)}};
    facts["capsule"] = use.capsule ? r.capsules[*use.capsule].name : "none";
    for (const ReportObligation& row : use.obligations) {
      const bool served = row.evidence && row.standing == name_of(Standing::served);
      facts[row.name] = served ? r.evidence[*row.evidence].kind : row.standing;
    }
    out[subject] = std::move(facts);
  }
  return out;
}

Subjects capsules_of(const Report& r) {
  Subjects out;
  for (const ReportCapsule& c : r.capsules) {
    out["capsule " + c.name] = {
        {"grade", c.grade}, {"artifact", c.artifact}, {"claim", c.claim}, {"flags", c.flags}};
  }
  return out;
}

Subjects assumptions_of(const Report& r) {
  Subjects out;
  for (const ReportAssumption& a : r.assumptions) {
    out["assumption " + a.name] = {{"nodes", std::to_string(a.nodes)}, {"says", a.sentence}};
  }
  return out;
}

Subjects sources_of(const Report& r) {
  Subjects out;
  for (const ReportLedger& l : r.ledgers) {
    out["ledger " + l.file] = {{"entries", std::to_string(l.entries)},
                               {"root", l.root},
                               {"is", l.origin},
                               {"signed by", l.signer}};
  }
  for (const auto& [of, version] : r.versions) out["version of " + of] = {{"version", version}};
  return out;
}

/// Sentences that were added or removed, each a change of its own.
void compare_sentences(std::vector<ReportChange>& out, const Report& before, const Report& after) {
  const std::set<std::string> old(before.not_covered.begin(), before.not_covered.end());
  const std::set<std::string> now(after.not_covered.begin(), after.not_covered.end());
  for (const std::string& text : now) {
    if (!old.contains(text)) out.push_back({"added", "not covered", text});
  }
  for (const std::string& text : old) {
    if (!now.contains(text)) out.push_back({"removed", "not covered", text});
  }
}

}  // namespace

std::vector<ReportChange> changes_between(const Report& before, const Report& after) {
  std::vector<ReportChange> out;
  for (const auto& part :
       {verdict_of, findings_of, waivers_of, model_of, capsules_of, uses_of, assumptions_of}) {
    compare(out, part(before), part(after));
  }
  compare_sentences(out, before, after);
  compare(out, sources_of(before), sources_of(after));
  return out;
}

Result<Report> with_changes_since(Report report, std::string_view before) {
  const auto old = parse_report(before);
  if (!old) return old.error();
  if (old->model.has_value() != report.model.has_value()) {
    return unreadable({},
                      old->model ? "it is the report of a model, and this is one of the registry"
                                 : "it is a report of the registry, and this is one of a model",
                      "compare with a report of the same kind");
  }
  report.since = sha256(before).hex();
  report.changes = changes_between(*old, report);
  return report;
}

}  // namespace touchstone
