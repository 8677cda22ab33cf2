#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace touchstone {

/// Instruction-set extensions that this processor offers, by their usual names ("avx2", "fma",
/// "neon"), in a fixed order. Empty on architectures this product does not know.
[[nodiscard]] std::vector<std::string> instruction_sets();

/// "x86_64", "aarch64", or what the system calls itself.
[[nodiscard]] std::string architecture();

/// Bytes this process could still allocate without swapping: what the system reports as available,
/// within the memory limit of its control group where there is one.
[[nodiscard]] std::uint64_t available_memory();

[[nodiscard]] bool is_terminal(int descriptor);

/// Now, in UTC and whole seconds: "2026-01-31T02:00:00Z". A valid SOURCE_DATE_EPOCH (decimal
/// seconds since 1970, up to the year 9999) takes the clock's place, so that outputs can be
/// reproduced.
[[nodiscard]] std::string utc_now();

}  // namespace touchstone
