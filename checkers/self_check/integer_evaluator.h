#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "touchstone/term/term.h"

namespace touchstone {

/// Values of every term of an arena: numbers as binary32 bits by integer-only arithmetic,
/// statements as 0 or 1, the opaque functions as elementary.h says. `inputs[operand]` are the bits
/// of that operand's elements, 0 or 1 for a mask. O(terms).
[[nodiscard]] std::vector<std::uint32_t> evaluate_terms(
    const TermArena& arena, std::span<const std::span<const std::uint32_t>> inputs);

}  // namespace touchstone
