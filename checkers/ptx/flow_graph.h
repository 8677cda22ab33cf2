#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decoded.h"

namespace touchstone::ptx {

/// For every step the first step that every path from it to the end passes (its immediate
/// post-dominator), `no_join` where only the end is common or no path ends. Of steps that do not
/// branch it is the next one. Works for any control flow, reducible or not: the iterative algorithm
/// of Cooper, Harvey and Kennedy ("A simple, fast dominance algorithm", 2001) on basic blocks of
/// the reversed graph; quadratic at worst in the number of blocks, linear for structured code.
[[nodiscard]] std::vector<std::uint32_t> joins_of(std::span<const Step> steps,
                                                  std::span<const std::uint32_t> targets);

}  // namespace touchstone::ptx
