#pragma once

#include "mpfr_number.h"

namespace touchstone::gradients {

/// What a binary32 constant of a definition stands for. A few are the nearest to a real number that
/// binary32 does not hold, such as 2/√π: here they are that number, so that the derivative and the
/// vjp agree beyond binary32. Every other constant is itself; one that is not the nearest to its
/// real number stays as it is, and the checks find it.
[[nodiscard]] MpfrNumber meant_by(float constant);

}  // namespace touchstone::gradients
