#include "report_join.h"

#include <algorithm>
#include <functional>

#include "not_covered.h"
#include "verdict_sentence.h"

namespace touchstone {

namespace {

template <class T>
void append(std::vector<T>& into, const std::vector<T>& from) {
  into.insert(into.end(), from.begin(), from.end());
}

template <class T, class Same>
void append_new(std::vector<T>& into, const std::vector<T>& from, Same same) {
  for (const T& each : from) {
    const bool known =
        std::any_of(into.begin(), into.end(), [&](const T& other) { return same(other, each); });
    if (!known) into.push_back(each);
  }
}

void shift(std::optional<std::size_t>& index, std::size_t by) {
  if (index) *index += by;
}

/// Lists whose items refer to others by their position.
void append_indexed(Report& into, const Report& from) {
  const auto first_node = static_cast<std::uint32_t>(into.nodes.size());
  const auto first_use = static_cast<std::uint32_t>(into.uses.size());
  for (ReportNode node : from.nodes) {
    node.use += first_use;
    for (std::uint32_t& input : node.inputs) input += first_node;
    into.nodes.push_back(std::move(node));
  }
  for (ReportUse use : from.uses) {
    shift(use.capsule, into.capsules.size());
    for (ReportObligation& row : use.obligations) {
      shift(row.evidence, into.evidence.size());
      shift(row.waiver, into.waivers.size());
    }
    into.uses.push_back(std::move(use));
  }
  for (ReportCounterEvidence each : from.counter_evidence) {
    each.evidence += into.evidence.size();
    into.counter_evidence.push_back(each);
  }
  append(into.capsules, from.capsules);
  append(into.evidence, from.evidence);
  append(into.waivers, from.waivers);
}

void add_assumptions(std::vector<ReportAssumption>& into,
                     const std::vector<ReportAssumption>& from) {
  for (const ReportAssumption& each : from) {
    const auto known = std::find_if(into.begin(), into.end(), [&](const ReportAssumption& other) {
      return other.name == each.name;
    });
    if (known == into.end()) {
      into.push_back(each);
    } else {
      known->nodes += each.nodes;
    }
  }
}

/// What a row under a capsule's name says of another capsule, or of none, is no judgement of it.
void reject_capsules_never_judged(Report& report) {
  for (const ReportNode& node : report.nodes) {
    const ReportUse& use = report.uses[node.use];
    if (judges_its_capsule(report, node)) continue;
    const std::string why =
        use.capsule
            ? report.capsules[*use.capsule].name + " is chosen before it, so it was not judged"
            : "it serves none of its operation's class shapes under this profile, so it was not "
              "judged";
    report.accepted = false;
    report.reasons.push_back({node.id, why, 1});
  }
}

void append_text(std::string& into, const std::string& from) {
  if (into != from && !into.ends_with(", " + from)) into += ", " + from;
}

}  // namespace

Report join_reports(const std::vector<Report>& parts) {
  Report out = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const Report& part = parts[i];
    append_indexed(out, part);
    add_assumptions(out.assumptions, part.assumptions);
    out.accepted = out.accepted && part.accepted;
    append_text(out.device, part.device);
    append_text(out.demand, part.demand);
    append(out.reasons, part.reasons);
    out.self_check_vectors += part.self_check_vectors;
    out.self_check_equal += part.self_check_equal;
    append_new(out.ledgers, part.ledgers, [](const ReportLedger& a, const ReportLedger& b) {
      return a.file == b.file && a.root == b.root;
    });
    append_new(out.read, part.read, std::equal_to<>());
    append_new(out.versions, part.versions, std::equal_to<>());
  }
  std::stable_sort(out.assumptions.begin(), out.assumptions.end(),
                   [](const auto& a, const auto& b) { return a.nodes > b.nodes; });
  reject_capsules_never_judged(out);
  out.sentence = registry_sentence(out);
  out.not_covered = not_covered(out);
  return out;
}

}  // namespace touchstone
