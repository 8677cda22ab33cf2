#include "verdict_sentence.h"

#include <algorithm>
#include <set>

#include "report_heading.h"
#include "touchstone/core/diagnostic.h"

namespace touchstone {

namespace {

/// "1 obligation", "3 obligations"
std::string counted(std::size_t number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

/// How many obligations pass by a waiver alone, and whose; empty where none does.
std::string waived_sentence(const Verdict& verdict) {
  std::size_t waived = 0;
  std::set<std::string> owners;
  for (const ObligationResult& result : verdict.obligations) {
    if (result.standing != Standing::waived || !result.waiver) continue;
    ++waived;
    owners.insert(printable(verdict.waivers[*result.waiver].owner));
  }
  if (waived == 0) return {};
  std::string names;
  for (const std::string& owner : owners) names += (names.empty() ? "" : ", ") + owner;
  return " Nothing shows " + std::to_string(waived) + " of them: waived by " + names + ".";
}

std::string accepted_sentence(const Plan& plan, const Verdict& verdict) {
  const bool training = plan.demand == Demand::training;
  if (!verdict.bit_exact) {
    std::string waived = waived_sentence(verdict);
    if (!waived.empty()) return "Every obligation passes." + waived;
    return "Every obligation is served, the weakest by evidence that is " +
           std::string(name_of(verdict.trust)) +
           " only: it speaks of the cases that were run, not of every input.";
  }
  return std::string(training ? "Training" : "Running") + " this model on device " +
         std::string(name_of(plan.device)) + " gives the definitions' bits, " +
         (training ? "of every operation's values and gradients, " : "") +
         "for every input of these types, as far as the assumptions hold.";
}

}  // namespace

std::string verdict_sentence(const Plan& plan, const Verdict& verdict) {
  if (verdict.accepted) return accepted_sentence(plan, verdict);
  return "Nothing is claimed of this model's outputs, for " +
         counted(grouped_reasons(verdict.reasons).size(), "reason") + ".";
}

std::string registry_sentence(const Report& report) {
  const auto first_short = rank_of_grade(name_of(Standing::waived));
  const auto short_of = static_cast<std::size_t>(
      std::count_if(report.uses.begin(), report.uses.end(),
                    [&](const ReportUse& use) { return rank_of_grade(use.grade) >= first_short; }));
  if (short_of == 0) {
    return "All that " + counted(report.uses.size(), "capsule") +
           " of this build promise is shown at the shapes listed, as far as the assumptions hold.";
  }
  return "Of " + counted(report.uses.size(), "capsule") + " of this build " +
         std::to_string(short_of) + " cannot show all that they promise at the shapes listed.";
}

}  // namespace touchstone
