#include "verdict_sentence.h"

#include <algorithm>
#include <set>

#include "report_heading.h"
#include "touchstone/core/counted.h"
#include "touchstone/core/diagnostic.h"

namespace touchstone {

namespace {

/// The owners of the waivers that let something pass, each once, by name.
std::string owners_of(const Verdict& verdict) {
  std::set<std::string> owners;
  for (const Waiver& waiver : verdict.waivers) owners.insert(printable(waiver.owner));
  std::string out;
  for (const std::string& owner : owners) out += (out.empty() ? "" : ", ") + owner;
  return out;
}

/// Counted per node, as a model's reader counts them.
std::int64_t waived_obligations(const Plan& plan, const Verdict& verdict) {
  std::int64_t out = 0;
  for (const ObligationResult& result : verdict.obligations) {
    if (result.standing != Standing::waived) continue;
    out += plan.classes[result.obligation.node_class].node_count;
  }
  return out;
}

/// Indices are data: which of them have a meaning no shape can say.
bool reads_indices_given_at_run_time(const Graph& graph) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const Node& node) {
    return operation(node.op).reads_indices() && !graph.value(node.inputs[1]).constant;
  });
}

std::string accepted_sentence(const Plan& plan, const Verdict& verdict) {
  if (!verdict.waivers.empty()) {
    return "Every obligation passes, " + with_thousands(waived_obligations(plan, verdict)) +
           " of them waived by " + owners_of(verdict) +
           ": nothing was shown of those, and nothing is claimed of the model's results.";
  }
  if (!verdict.bit_exact) {
    return "Every obligation is served, the weakest by evidence that is " +
           std::string(name_of(verdict.trust)) + " only: " +
           (verdict.trust == Trust::external
                ? "it is someone's word, and nothing was run."
                : "it speaks of the cases that were run, not of every input.");
  }
  const bool training = plan.demand == Demand::training;
  return std::string(training ? "Training" : "Running") + " this model on " +
         (plan.device == Device::cpu ? "this CPU" : "device " + std::string(name_of(plan.device))) +
         " gives the definitions' bits, " +
         (training ? "of every operation's values and gradients, " : "") +
         "for every input of these types, as far as the assumptions hold." +
         (reads_indices_given_at_run_time(*plan.graph)
              ? " An index outside its axis ends in an error instead."
              : "");
}

}  // namespace

std::string verdict_sentence(const Plan& plan, const Verdict& verdict) {
  if (verdict.accepted) return accepted_sentence(plan, verdict);
  return "Nothing is claimed of this model's outputs, for " +
         counted(grouped_reasons(verdict.reasons).size(), "reason") + ".";
}

bool judges_its_capsule(const Report& report, const ReportNode& node) {
  const std::optional<std::size_t>& capsule = report.uses[node.use].capsule;
  return capsule && report.capsules[*capsule].name == node.id;
}

std::string registry_sentence(const Report& report) {
  const auto first_short = rank_of_grade(name_of(Standing::waived));
  const auto short_of =
      std::count_if(report.nodes.begin(), report.nodes.end(), [&](const ReportNode& node) {
        return !judges_its_capsule(report, node) ||
               rank_of_grade(report.uses[node.use].grade) >= first_short;
      });
  if (short_of == 0) {
    return "All that " + counted(report.nodes.size(), "capsule") +
           " of this build promise is shown at the shapes listed, as far as the assumptions hold.";
  }
  return "Of " + counted(report.nodes.size(), "capsule") + " of this build " +
         with_thousands(short_of) + " cannot show all that they promise at the shapes listed.";
}

}  // namespace touchstone
