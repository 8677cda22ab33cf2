#pragma once

#include <string>

#include "report.h"

namespace touchstone {

/// What a verdict on a model says, in one or two sentences.
[[nodiscard]] std::string verdict_sentence(const Plan& plan, const Verdict& verdict);

/// What a report says whose uses stand for one capsule each.
[[nodiscard]] std::string registry_sentence(const Report& report);

}  // namespace touchstone
