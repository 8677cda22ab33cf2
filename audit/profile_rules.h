#pragma once

#include <string>
#include <vector>

#include "touchstone/plan/profile.h"

namespace touchstone {

/// Everything that a profile decides, a sentence per rule, generated from its fields: its summary
/// is its author's words, which nobody has checked against them.
[[nodiscard]] std::vector<std::string> profile_rules(const Profile& profile);

}  // namespace touchstone
