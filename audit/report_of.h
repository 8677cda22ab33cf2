#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report.h"

namespace touchstone {

/// What a report says that neither plan nor verdict know.
struct ReportContext {
  std::string title;
  /// Whether the plan's graph is a model. Otherwise each of its nodes stands for one capsule.
  bool of_model = true;
  std::string evidence_mode;          ///< "auto", "recorded", "derive"
  std::vector<std::string> replaced;  ///< per obligation (Verification::replaced); may be empty
  std::vector<ReportLedger> ledgers;
  std::vector<std::pair<std::string, std::string>> versions;
  std::string repeat;  ///< the command that makes the report again; may be empty
};

/// The report of a verdict on this plan. A pure function: equal arguments give equal reports, and
/// nothing is read. Linear in nodes, obligations and evidence. Requires that the verdict is one on
/// this plan.
[[nodiscard]] Report report_of(const Plan& plan, const Verdict& verdict,
                               const ReportContext& context);

}  // namespace touchstone
