#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "touchstone/term/meaning.h"

namespace touchstone {

/// Inputs for one reading: for each vector, the binary32 bits of every number and 0 or 1 for every
/// element of a mask, operand by operand. Deterministic.
class VectorSet {
 public:
  /// Each special value in all positions; −∞ in one half of each operand; each special value in
  /// each position alone, the others ordinary; operands filled with combinations of the special
  /// values that underflow, overflow and cancel against each other; and seeded vectors. With more
  /// than 128 elements the single positions are left out, with more than 2,048 the combinations
  /// and most special values too, and fewer vectors are seeded.
  explicit VectorSet(const SymbolicReading& reading);

  [[nodiscard]] std::size_t count() const { return count_; }
  /// Bits of operand `operand` in vector `vector`; empty for an index operand.
  [[nodiscard]] std::span<const std::uint32_t> operand(std::size_t vector,
                                                       std::size_t operand) const;

 private:
  void add_uniform(std::span<const std::uint32_t> values);
  void add_halves();
  void add_single_positions(const SymbolicReading& reading);
  void add_operand_fills();
  void add_seeded(std::size_t count);
  void make_statements(const SymbolicReading& reading);
  std::span<std::uint32_t> append();
  void fill_ordinary(std::span<std::uint32_t> vector);
  [[nodiscard]] std::uint64_t random();

  std::vector<std::size_t> begins_;  ///< per operand, and one past the last: offset in a vector
  std::vector<std::uint32_t> bits_;
  std::size_t count_ = 0;
  std::uint64_t state_;
};

/// Zeros, the ends of the subnormal and normal ranges, ones and their neighbours, infinities, NaN.
[[nodiscard]] std::span<const std::uint32_t> special_values();

}  // namespace touchstone
