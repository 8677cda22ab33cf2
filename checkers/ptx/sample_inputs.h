#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace touchstone::ptx {

/// Binary32 bits of every element of every operand.
using InputValues = std::vector<std::vector<std::uint32_t>>;

/// Number `number` of an endless sequence of inputs, the same on every machine, for operands of
/// these element counts. The first ones tell most faults apart: small integers, whose sums are
/// exact; ordinary fractions, whose sums are not; special values beside each other (NaN of several
/// payloads, infinities, zeros of both signs, subnormals, the ends of the ranges), as in every
/// fourth; any bits, large beside small, powers of two, next to zero. Then comes each special value
/// in all positions, in all of one operand, and alone among ordinary numbers. They then repeat with
/// other numbers.
[[nodiscard]] InputValues sample_inputs(std::span<const std::size_t> counts, std::uint64_t number);

}  // namespace touchstone::ptx
