#pragma once

#include "lanes.h"

/// The two compilations of the lane loops.
namespace touchstone::ptx {

[[nodiscard]] LaneFunction baseline_lanes_of(const Form& form);
/// Requires AVX2 and FMA on x86-64; elsewhere an fma instruction of the base set.
[[nodiscard]] LaneFunction avx2_lanes_of(const Form& form);

}  // namespace touchstone::ptx
