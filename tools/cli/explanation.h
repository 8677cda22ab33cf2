#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "touchstone/audit/report.h"
#include "touchstone/contract/assumption.h"
#include "touchstone/format/json.h"
#include "touchstone/plan/capsule.h"
#include "touchstone/plan/profile.h"

/// What the report says, of one thing.
namespace touchstone::cli {

[[nodiscard]] std::string explanation_text(const Assumption& assumption);
[[nodiscard]] Json explanation_json(const Assumption& assumption);

/// The record, what it promises, and which evidence could show it under the profile; with a report
/// also how far it is shown there. `report` may be null.
[[nodiscard]] std::string explanation_text(const Capsule& capsule, const Profile& profile,
                                           const Report* report);
[[nodiscard]] Json explanation_json(const Capsule& capsule, const Profile& profile,
                                    const Report* report);

/// A node of the report's model: its use, who serves it, and what each obligation rests on.
[[nodiscard]] std::string explanation_text(const ReportNode& node, const Report& report);
[[nodiscard]] Json explanation_json(const ReportNode& node, const Report& report);

}  // namespace touchstone::cli
