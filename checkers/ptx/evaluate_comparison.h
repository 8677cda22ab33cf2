#pragma once

#include "semantics.h"

namespace touchstone::ptx {

/// Of testp, setp, set, selp and slct.
[[nodiscard]] ValueFunction comparison_function(const Form& form);

}  // namespace touchstone::ptx
