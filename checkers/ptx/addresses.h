#pragma once

#include <cstdint>

/// Where things lie in the machine's generic address space: bits 40 and up are the region, those
/// below the offset in it. An index that leaves one buffer by less than a terabyte lands in none.
namespace touchstone::ptx {

inline constexpr unsigned region_shift = 40;
inline constexpr std::uint64_t offset_mask = (std::uint64_t{1} << region_shift) - 1;

enum : std::uint64_t {
  region_null = 0,
  region_shared = 1,
  region_local = 2,
  region_parameters = 3,            ///< of the kernel
  first_buffer_region = 16,         ///< buffers of the launch, in order
  first_module_region = 1U << 22U,  ///< global and constant variables of the module, in order
};

[[nodiscard]] constexpr std::uint64_t region_of(std::uint64_t address) {
  return address >> region_shift;
}
[[nodiscard]] constexpr std::uint64_t offset_of(std::uint64_t address) {
  return address & offset_mask;
}
[[nodiscard]] constexpr std::uint64_t address_in(std::uint64_t region, std::uint64_t offset) {
  return (region << region_shift) + offset;
}

}  // namespace touchstone::ptx
