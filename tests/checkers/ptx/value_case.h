#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace touchstone::ptx {

/// What a form gives at these operands, written by hand from the manual.
struct ValueCase {
  std::string_view opcode;
  std::vector<std::uint64_t> operands;
  std::uint64_t expected = 0;
};

}  // namespace touchstone::ptx
