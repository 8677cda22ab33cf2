#pragma once

#include <cstdint>

/// IEEE 754-2019 binary32 arithmetic by integer operations alone, round to nearest even, on bit
/// patterns. It shares no code with the machine's arithmetic, which is what makes it a judge of it.
/// Every NaN operand counts, and every NaN result is 0x7FC00000.
namespace touchstone::soft {

using Bits = std::uint32_t;

[[nodiscard]] Bits add(Bits x, Bits y);
[[nodiscard]] Bits sub(Bits x, Bits y);
[[nodiscard]] Bits mul(Bits x, Bits y);
[[nodiscard]] Bits div(Bits x, Bits y);
[[nodiscard]] Bits fma(Bits x, Bits y, Bits z);
[[nodiscard]] Bits sqrt(Bits x);
[[nodiscard]] Bits maximum(Bits x, Bits y);
[[nodiscard]] Bits minimum(Bits x, Bits y);
[[nodiscard]] Bits neg(Bits x);
[[nodiscard]] Bits abs(Bits x);

/// As IEEE 754 compares: false with NaN, and −0 equals +0.
[[nodiscard]] bool equal(Bits x, Bits y);
[[nodiscard]] bool less(Bits x, Bits y);
/// Whether maximum(x, y) is x and not y: in the order −∞ … −0 < +0 … +∞ < NaN, x lies above y.
[[nodiscard]] bool exceeds(Bits x, Bits y);

/// significand · 2^exponent rounded to nearest even; `sticky` says that the exact magnitude lies
/// above that by less than one unit of the significand.
[[nodiscard]] Bits round_scaled(std::uint64_t significand, int exponent, bool sticky);

}  // namespace touchstone::soft
