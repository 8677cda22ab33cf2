#include "report_faults.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "touchstone/core/digest.h"
#include "touchstone/core/timestamp.h"

namespace touchstone {

namespace {

bool is_digest(const std::string& text) { return Digest::from_hex(text).has_value(); }

bool is_grade(std::string_view text) { return rank_of_grade(text) < all_grades().size(); }

bool is_standing(std::string_view text) {
  constexpr std::array all{Standing::served, Standing::missing, Standing::inadmissible,
                           Standing::contradicted, Standing::waived};
  return std::any_of(all.begin(), all.end(),
                     [&](Standing standing) { return name_of(standing) == text; });
}

std::string numbered(const char* list, std::size_t i) {
  return std::string(list) + "[" + std::to_string(i) + "]";
}

Diagnostic no_digest(std::string place) {
  return unreadable(std::move(place), "a digest is 64 lower-case hexadecimal digits");
}

Diagnostic no_time(std::string place) {
  return unreadable(std::move(place), "expected a time such as 2026-01-31T02:00:00Z");
}

std::optional<Diagnostic> node_fault(const Report& report, std::size_t i) {
  const ReportNode& node = report.nodes[i];
  const std::string place = numbered("nodes", i);
  if (node.use >= report.uses.size()) return unreadable(place + ".use", "there is no such use");
  for (std::size_t k = 0; k < node.inputs.size(); ++k) {
    if (node.inputs[k] >= i || (k > 0 && node.inputs[k] <= node.inputs[k - 1])) {
      return unreadable(place + ".inputs", "expected earlier nodes, ascending");
    }
  }
  return std::nullopt;
}

std::optional<Diagnostic> use_fault(const Report& report, std::size_t i) {
  const ReportUse& use = report.uses[i];
  const std::string place = numbered("uses", i);
  if (use.capsule && *use.capsule >= report.capsules.size()) {
    return unreadable(place + ".capsule", "there is no such capsule");
  }
  if (!is_grade(use.grade)) return unreadable(place + ".grade", "there is no such grade");
  for (std::size_t k = 0; k < use.obligations.size(); ++k) {
    const ReportObligation& row = use.obligations[k];
    const std::string inner = place + "." + numbered("obligations", k);
    if (!is_standing(row.standing)) {
      return unreadable(inner + ".standing", "there is no such standing");
    }
    if (row.evidence && *row.evidence >= report.evidence.size()) {
      return unreadable(inner + ".evidence", "there is no such evidence");
    }
    if (row.waiver && *row.waiver >= report.waivers.size()) {
      return unreadable(inner + ".waiver", "there is no such waiver");
    }
  }
  return std::nullopt;
}

std::optional<Diagnostic> evidence_fault(const Report& report, std::size_t i) {
  const ReportEvidence& e = report.evidence[i];
  const std::string place = numbered("evidence", i);
  if (!is_digest(e.leaf) || !is_digest(e.finding) || !is_digest(e.artifact) ||
      !is_digest(e.meaning) || (e.loaded_file && !is_digest(*e.loaded_file))) {
    return no_digest(place);
  }
  if (!e.date.empty() && !is_timestamp(e.date)) return no_time(place + ".date");
  if (e.expires && !is_timestamp(*e.expires)) return no_time(place + ".expires");
  if (!is_grade(e.grade)) return unreadable(place + ".grade", "there is no such grade");
  return std::nullopt;
}

std::optional<Diagnostic> capsule_fault(const Report& report, std::size_t i) {
  const ReportCapsule& capsule = report.capsules[i];
  if (!is_grade(capsule.grade)) {
    return unreadable(numbered("capsules", i) + ".grade", "there is no such grade");
  }
  if (!is_digest(capsule.artifact)) {
    return no_digest(numbered("capsules", i) + ".artifact");
  }
  return std::nullopt;
}

std::optional<Diagnostic> counter_fault(const Report& report, std::size_t i) {
  if (report.counter_evidence[i].evidence < report.evidence.size()) return std::nullopt;
  return unreadable(numbered("counter_evidence", i), "there is no such evidence");
}

std::optional<Diagnostic> fault_of(const ReportWaiver& waiver, const std::string& place) {
  if (!is_digest(waiver.artifact)) return no_digest(place + ".artifact");
  if (waiver.finding && !is_digest(*waiver.finding)) return no_digest(place + ".finding");
  if (!is_timestamp(waiver.expires)) return no_time(place + ".expires");
  return std::nullopt;
}

std::optional<Diagnostic> waiver_fault(const Report& report, std::size_t i) {
  return fault_of(report.waivers[i], numbered("waivers", i));
}

std::optional<Diagnostic> idle_waiver_fault(const Report& report, std::size_t i) {
  return fault_of(report.idle_waivers[i].waiver, numbered("idle_waivers", i) + ".waiver");
}

std::optional<Diagnostic> ledger_fault(const Report& report, std::size_t i) {
  const ReportLedger& ledger = report.ledgers[i];
  const std::string place = numbered("ledgers", i);
  if (!is_digest(ledger.root)) return no_digest(place + ".root");
  if (!is_timestamp(ledger.time)) return no_time(place + ".time");
  return std::nullopt;
}

std::optional<Diagnostic> model_fault(const ReportModel& model) {
  if (!is_digest(model.digest)) return no_digest("model.sha256");
  for (std::size_t i = 0; i < model.files.size(); ++i) {
    if (is_digest(model.files[i].digest)) continue;
    return no_digest("model." + numbered("files", i) + ".sha256");
  }
  return std::nullopt;
}

/// The first fault among `count` items.
template <class Check>
std::optional<Diagnostic> first_fault(const Report& report, std::size_t count, Check check) {
  for (std::size_t i = 0; i < count; ++i) {
    if (auto fault = check(report, i)) return fault;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Diagnostic> fault_of(const Report& report) {
  if (!is_timestamp(report.at)) return no_time("at");
  if (report.since && !is_digest(*report.since)) return no_digest("since");
  if (report.model) {
    if (auto fault = model_fault(*report.model)) return fault;
  }
  if (auto fault = first_fault(report, report.nodes.size(), node_fault)) return fault;
  if (auto fault = first_fault(report, report.uses.size(), use_fault)) return fault;
  if (auto fault = first_fault(report, report.capsules.size(), capsule_fault)) return fault;
  if (auto fault = first_fault(report, report.evidence.size(), evidence_fault)) return fault;
  if (auto fault = first_fault(report, report.waivers.size(), waiver_fault)) return fault;
  if (auto fault = first_fault(report, report.idle_waivers.size(), idle_waiver_fault)) return fault;
  if (auto fault = first_fault(report, report.ledgers.size(), ledger_fault)) return fault;
  return first_fault(report, report.counter_evidence.size(), counter_fault);
}

}  // namespace touchstone
