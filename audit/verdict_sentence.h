#pragma once

#include <string>

#include "report.h"

namespace touchstone {

/// What a verdict on a model says, in one or two sentences.
[[nodiscard]] std::string verdict_sentence(const Plan& plan, const Verdict& verdict);

/// Whether the capsule that a node of a registry's report stands for is the one that was judged.
[[nodiscard]] bool judges_its_capsule(const Report& report, const ReportNode& node);

/// What a report says whose nodes stand for one capsule each and bear their names.
[[nodiscard]] std::string registry_sentence(const Report& report);

}  // namespace touchstone
