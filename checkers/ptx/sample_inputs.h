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
/// exact; ordinary fractions, whose sums are not; everything special at once; then each special
/// value (NaN of several payloads, infinities, zeros of both signs, subnormals, the ends of the
/// ranges) in all positions, in all of one operand, and alone among ordinary numbers; powers of
/// two, large beside small. They then repeat with other numbers.
[[nodiscard]] InputValues sample_inputs(std::span<const std::size_t> counts, std::uint64_t number);

}  // namespace touchstone::ptx
