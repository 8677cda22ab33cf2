#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grade_mark.h"
#include "report.h"

namespace touchstone {

/// What belongs together in a report, found once: every list in ascending order.
struct ReportIndex {
  std::vector<std::vector<std::uint32_t>> nodes_of_use;
  std::vector<std::vector<std::uint32_t>> uses_of_capsule;
  std::vector<std::vector<std::uint32_t>> evidence_of_capsule;
  std::vector<std::string_view> commands;                     ///< that repeat evidence, each once
  std::vector<std::uint32_t> command_of_evidence;             ///< index into `commands`
  std::map<std::string_view, std::uint32_t> command_named;    ///< index into `commands`
  std::vector<const std::vector<std::string>*> source_lists;  ///< that capsules have, each once
  std::vector<std::uint32_t> source_list_of_capsule;          ///< index into `source_lists`
  std::map<std::string, std::uint32_t, std::less<>> source_list_named;  ///< by its files, joined
  std::vector<GradeCount> grades;                  ///< as shown, that nodes have, by name
  std::vector<GradeCount> other_grades;            ///< that evidence alone has, by name
  std::vector<std::string_view> grade_of_capsule;  ///< as shown
  std::vector<std::string> promises;               ///< that several capsules make, each once
  std::vector<std::optional<std::uint32_t>> promise_of_capsule;  ///< index into `promises`
  std::map<std::string_view, std::uint32_t> assumption_named;    ///< index into `assumptions`
};

/// O(n log n). Its views are into the report. Requires indices that are in range.
[[nodiscard]] ReportIndex index_of(const Report& report);

}  // namespace touchstone
