#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "kernel_runs.h"

namespace touchstone::ptx {

/// How reports name output number `i`: "element [3,17] of the result".
using OutputName = std::function<std::string(std::size_t)>;

/// The defects of a run about which thread wrote which output: each is to be written by exactly
/// one. At most two, one of each kind, which count the rest.
[[nodiscard]] std::vector<Defect> coverage_defects(const Program& program,
                                                   const Execution& execution,
                                                   std::span<const OutputWord> outputs,
                                                   const OutputName& name);

/// The place of the store that left an output's value.
[[nodiscard]] Place place_of(const Execution& execution, const OutputWord& output);

}  // namespace touchstone::ptx
