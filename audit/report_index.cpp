#include "report_index.h"

#include <optional>
#include <set>

#include "report_heading.h"
#include "shared_fields.h"

namespace touchstone {

namespace {

void index_nodes(const Report& report, ReportIndex& out) {
  out.nodes_of_use.resize(report.uses.size());
  for (std::uint32_t n = 0; n < report.nodes.size(); ++n) {
    out.nodes_of_use.at(report.nodes[n].use).push_back(n);
  }
  out.uses_of_capsule.resize(report.capsules.size());
  for (std::uint32_t u = 0; u < report.uses.size(); ++u) {
    const std::optional<std::size_t>& capsule = report.uses[u].capsule;
    if (capsule) out.uses_of_capsule.at(*capsule).push_back(u);
  }
}

/// Capsules of one provider are often built from the same files, more than a hundred.
void index_sources(const Report& report, ReportIndex& out) {
  std::map<std::vector<std::string>, std::uint32_t> known;
  for (const ReportCapsule& capsule : report.capsules) {
    const auto [list, added] =
        known.emplace(capsule.sources, static_cast<std::uint32_t>(out.source_lists.size()));
    if (added) {
      out.source_lists.push_back(&capsule.sources);
      for (const Field& field : fields_of(capsule)) {
        if (field.kind == FieldKind::sources) out.source_list_named[field.text] = list->second;
      }
    }
    out.source_list_of_capsule.push_back(list->second);
  }
}

void index_evidence(const Report& report, ReportIndex& out) {
  std::map<std::string_view, std::uint32_t> capsule_named;
  for (std::uint32_t c = 0; c < report.capsules.size(); ++c) {
    capsule_named.emplace(report.capsules[c].name, c);
  }
  out.evidence_of_capsule.resize(report.capsules.size());
  for (std::uint32_t e = 0; e < report.evidence.size(); ++e) {
    const ReportEvidence& evidence = report.evidence[e];
    const auto capsule = capsule_named.find(evidence.capsule);
    if (capsule != capsule_named.end()) out.evidence_of_capsule[capsule->second].push_back(e);
    const auto [command, added] =
        out.command_named.emplace(evidence.repeat, static_cast<std::uint32_t>(out.commands.size()));
    if (added) out.commands.push_back(evidence.repeat);
    out.command_of_evidence.push_back(command->second);
  }
}

void index_grades(const Report& report, ReportIndex& out) {
  std::map<std::string_view, std::int64_t> nodes_of_grade;
  for (const ReportCapsule& capsule : report.capsules) {
    out.grade_of_capsule.emplace_back(capsule.grade);
  }
  for (std::size_t u = 0; u < report.uses.size(); ++u) {
    const ReportUse& use = report.uses[u];
    const std::string_view grade = shown_grade(report, use);
    const auto nodes = static_cast<std::int64_t>(out.nodes_of_use[u].size());
    if (nodes > 0) nodes_of_grade[grade] += nodes;
    // Of a capsule whose weakest use passes by a waiver alone: whether one is known to fail.
    if (!use.capsule || grade != waived_failing) continue;
    std::string_view& shown = out.grade_of_capsule[*use.capsule];
    if (shown == use.grade) shown = waived_failing;
  }
  for (const auto& [grade, nodes] : nodes_of_grade) out.grades.push_back({grade, nodes});
  std::set<std::string_view> others;
  for (const ReportEvidence& evidence : report.evidence) {
    if (!nodes_of_grade.contains(evidence.grade)) others.insert(evidence.grade);
  }
  for (const std::string_view grade : others) out.other_grades.push_back({grade, 0});
}

void index_promises(const Report& report, ReportIndex& out) {
  std::map<std::string, std::vector<std::size_t>> by_promise;
  for (std::size_t c = 0; c < report.capsules.size(); ++c) {
    by_promise[promise_of(report.capsules[c])].push_back(c);
  }
  out.promise_of_capsule.resize(report.capsules.size());
  for (auto& [promise, capsules] : by_promise) {
    if (capsules.size() < 2) continue;
    for (const std::size_t c : capsules) {
      out.promise_of_capsule[c] = static_cast<std::uint32_t>(out.promises.size());
    }
    out.promises.push_back(promise);
  }
}

}  // namespace

ReportIndex index_of(const Report& report) {
  ReportIndex out;
  index_nodes(report, out);
  index_sources(report, out);
  index_evidence(report, out);
  index_grades(report, out);
  index_promises(report, out);
  for (std::uint32_t a = 0; a < report.assumptions.size(); ++a) {
    out.assumption_named.emplace(report.assumptions[a].name, a);
  }
  return out;
}

}  // namespace touchstone
