#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "report.h"

/// How every form of a report says its verdict and its grades, said once.
namespace touchstone {

/// Obligations that pass by a waiver alone, counted per node.
struct WaivedCount {
  std::int64_t all = 0;
  std::int64_t known_to_fail = 0;  ///< of them: those that a known failing case refutes
};
[[nodiscard]] WaivedCount waived_in(const Report& report);

/// "ACCEPTED", "REJECTED", or, where waivers let something pass, "ACCEPTED with 3 obligations
/// waived, 1 of them known to fail".
[[nodiscard]] std::string verdict_heading(const Report& report);

/// Whether an obligation passes by a waiver though a failing case is known.
[[nodiscard]] bool is_waived_failing(const Report& report, const ReportObligation& obligation);

/// The grade of a use that passes by waivers while a failing case is known: as its own grade says
/// only that nothing was shown.
inline constexpr std::string_view waived_failing = "waived, known to fail";

/// A use's grade as it is shown: its own, or `waived_failing`.
[[nodiscard]] std::string_view shown_grade(const Report& report, const ReportUse& use);

/// Reasons with equal texts, which are one reason to a reader: in the order of their first.
struct ReasonGroup {
  std::string_view text;
  std::vector<std::string_view> subjects;
  std::int64_t nodes = 0;
};
/// O(n log n). Its views are into the reasons.
[[nodiscard]] std::vector<ReasonGroup> grouped_reasons(const std::vector<Reason>& reasons);

/// "node", or, in a report of the registry, "capsule": what a row stands for.
[[nodiscard]] std::string_view row_noun(const Report& report);

}  // namespace touchstone
