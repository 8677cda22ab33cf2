#pragma once

#include <cstdint>

#include "form.h"

namespace touchstone::ptx {

inline constexpr unsigned lane_count = 32;
inline constexpr std::uint32_t all_lanes = 0xFFFFFFFFU;

/// One value form on all 32 lanes: `d`, `a`, `b` and `c` point at 32 words, or at 32 double words
/// where the register is 64 bits wide. A comparison writes one word: a bit for each lane. The
/// result may be one of the operands.
using LaneFunction = void (*)(void* d, const void* a, const void* b, const void* c);

/// The loop for this form, or nothing: the forms that kernels consist of have one, the rest goes by
/// `evaluate`, which a test compares each loop with. Loops use AVX2 and FMA where this machine has
/// them.
[[nodiscard]] LaneFunction lanes_of(const Form& form);

}  // namespace touchstone::ptx
