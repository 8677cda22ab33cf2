#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "touchstone/term/term.h"

namespace touchstone {

/// Values of every term of an arena, by integer-only binary32 arithmetic, the
/// exponential by MPFR at 128 bits.
/// `inputs[operand]` are the bits of that operand's elements. O(terms).
[[nodiscard]] std::vector<std::uint32_t> evaluate_terms(
    const TermArena& arena, std::span<const std::span<const std::uint32_t>> inputs);

}  // namespace touchstone
