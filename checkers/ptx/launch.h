#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace touchstone::ptx {

/// One allocation in global memory that a launch's pointers reach. Addresses of different buffers
/// lie far apart, so an index that leaves one never lands in another.
struct Buffer {
  std::string name;  ///< as reports print it: "x", "operand 0"
  std::uint64_t bytes = 0;
  bool writable = false;  ///< whether the kernel may store to it
  /// What it holds at the start: these 32-bit words, or input terms of this operand number, or
  /// nothing that may be read.
  std::vector<std::uint32_t> words;
  std::optional<std::uint32_t> symbol;
};

/// One kernel argument: a scalar's bits, or the address of a buffer plus `value` bytes.
struct Argument {
  std::optional<std::uint32_t> buffer;
  std::uint64_t value = 0;
};

struct Launch {
  std::string kernel;
  std::array<std::uint32_t, 3> grid{1, 1, 1};
  std::array<std::uint32_t, 3> block{1, 1, 1};
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<Argument> arguments;
};

}  // namespace touchstone::ptx
