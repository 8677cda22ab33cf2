#include "report_index.h"

namespace touchstone {

ReportIndex index_of(const Report& report) {
  ReportIndex out;
  out.nodes_of_use.resize(report.uses.size());
  for (std::uint32_t n = 0; n < report.nodes.size(); ++n) {
    out.nodes_of_use.at(report.nodes[n].use).push_back(n);
  }
  std::map<std::string_view, std::int64_t> nodes_of_grade;
  out.uses_of_capsule.resize(report.capsules.size());
  for (std::uint32_t u = 0; u < report.uses.size(); ++u) {
    const ReportUse& use = report.uses[u];
    if (use.capsule) out.uses_of_capsule.at(*use.capsule).push_back(u);
    nodes_of_grade[use.grade] += static_cast<std::int64_t>(out.nodes_of_use[u].size());
  }
  std::map<std::string_view, std::uint32_t> capsule_named;
  for (std::uint32_t c = 0; c < report.capsules.size(); ++c) {
    capsule_named.emplace(report.capsules[c].name, c);
    nodes_of_grade.emplace(report.capsules[c].grade, 0);
  }
  std::map<std::string_view, std::uint32_t> known_commands;
  out.evidence_of_capsule.resize(report.capsules.size());
  for (std::uint32_t e = 0; e < report.evidence.size(); ++e) {
    const ReportEvidence& evidence = report.evidence[e];
    const auto capsule = capsule_named.find(evidence.capsule);
    if (capsule != capsule_named.end()) out.evidence_of_capsule[capsule->second].push_back(e);
    const auto [command, added] =
        known_commands.emplace(evidence.repeat, static_cast<std::uint32_t>(out.commands.size()));
    if (added) out.commands.push_back(evidence.repeat);
    out.command_of_evidence.push_back(command->second);
    nodes_of_grade.emplace(evidence.grade, 0);
  }
  for (const auto& [grade, nodes] : nodes_of_grade) out.grades.push_back({grade, nodes});
  for (std::uint32_t a = 0; a < report.assumptions.size(); ++a) {
    out.assumption_named.emplace(report.assumptions[a].name, a);
  }
  return out;
}

}  // namespace touchstone
