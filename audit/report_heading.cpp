#include "report_heading.h"

#include <algorithm>
#include <map>

#include "touchstone/core/counted.h"

namespace touchstone {

bool is_waived_failing(const Report& report, const ReportObligation& obligation) {
  return obligation.standing == name_of(Standing::waived) && obligation.evidence &&
         report.evidence.at(*obligation.evidence).outcome == name_of(Outcome::failed);
}

WaivedCount waived_in(const Report& report) {
  WaivedCount out;
  for (const ReportUse& use : report.uses) {
    for (const ReportObligation& obligation : use.obligations) {
      if (obligation.standing != name_of(Standing::waived)) continue;
      out.all += use.nodes;
      if (is_waived_failing(report, obligation)) out.known_to_fail += use.nodes;
    }
  }
  return out;
}

std::string verdict_heading(const Report& report) {
  if (!report.accepted) return "REJECTED";
  const WaivedCount waived = waived_in(report);
  if (waived.all == 0) return "ACCEPTED";
  std::string out = "ACCEPTED with " + counted(waived.all, "obligation") + " waived";
  if (waived.known_to_fail == 0) return out;
  if (waived.known_to_fail == waived.all) {
    return out + (waived.all == 1 ? ", known to fail" : ", all known to fail");
  }
  return out + ", " + with_thousands(waived.known_to_fail) + " of them known to fail";
}

std::string_view shown_grade(const Report& report, const ReportUse& use) {
  if (use.grade != name_of(Standing::waived)) return use.grade;
  const bool failing = std::any_of(
      use.obligations.begin(), use.obligations.end(),
      [&](const ReportObligation& obligation) { return is_waived_failing(report, obligation); });
  return failing ? waived_failing : std::string_view(use.grade);
}

std::vector<ReasonGroup> grouped_reasons(const std::vector<Reason>& reasons) {
  std::vector<ReasonGroup> out;
  std::map<std::string_view, std::size_t> known;
  for (const Reason& reason : reasons) {
    const auto [at, added] = known.emplace(reason.text, out.size());
    if (added) out.push_back({reason.text, {}, 0});
    out[at->second].subjects.push_back(reason.subject);
    out[at->second].nodes += reason.nodes;
  }
  return out;
}

std::string_view row_noun(const Report& report) { return report.model ? "node" : "capsule"; }

}  // namespace touchstone
