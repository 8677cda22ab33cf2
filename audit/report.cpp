#include "report.h"

#include <algorithm>

#include "touchstone/core/joined.h"

namespace touchstone {

std::string scope_of(const ReportUse& use) {
  return (use.attributes.empty() ? "" : use.attributes + "; ") + joined(use.operands, ", ") +
         " → " + use.result;
}

std::vector<std::string_view> all_grades() {
  return {name_of(Trust::proved),
          name_of(Trust::identity),
          name_of(Trust::checked),
          name_of(Trust::fuzzed),
          name_of(Trust::external),
          name_of(Trust::unsupported),
          name_of(Standing::waived),
          "unserved",
          "refuted"};
}

std::size_t rank_of_grade(std::string_view grade) {
  const auto all = all_grades();
  return static_cast<std::size_t>(std::find(all.begin(), all.end(), grade) - all.begin());
}

std::string_view grade_of(Standing standing, const Evidence* served_by) {
  switch (standing) {
    case Standing::served:
      return name_of(served_by != nullptr ? trust_of(*served_by) : Trust::unsupported);
    case Standing::waived: return name_of(Standing::waived);
    case Standing::contradicted: return "refuted";
    case Standing::missing:
    case Standing::inadmissible: return "unserved";
  }
  return "unserved";
}

}  // namespace touchstone
