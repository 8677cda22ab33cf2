#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "symbols.h"

namespace touchstone::ptx {

/// The bits that an arithmetic NaN has in an evaluation, as in the simulator. The ISA leaves them
/// open, so results are compared after `canonical_bits`.
inline constexpr std::uint32_t arithmetic_nan = 0x7FFFFFFFU;

/// A term of one of the kinds of definitions over the values of its operands, by this machine's
/// arithmetic: binary32 bits, statements 0 or 1. Requires the default floating-point environment.
[[nodiscard]] std::uint32_t value_of(TermKind kind, std::uint32_t a, std::uint32_t b,
                                     std::uint32_t c);

/// Vectors of inputs that are evaluated together.
inline constexpr std::size_t batch_size = 16;
/// The values of one term at the vectors of a batch: a word's bits, a 64-bit word, 0 or 1.
using BatchValues = std::array<std::uint64_t, batch_size>;

/// The values of an input at the vectors of a batch.
using BatchInputs = std::function<BatchValues(std::uint32_t operand, std::uint32_t element)>;
/// Is given the values of every term needed, operands before what is made of them.
using BatchVisitor = std::function<void(TermId term, const BatchValues& values)>;

/// Evaluates the terms that some roots need, keeping only values that are still to be read: the
/// accumulators of a matrix product, not its millions of steps. Prepared once for any number of
/// batches, in O(terms of the arena) time and 5 bytes for each. The terms must outlive it; terms
/// made later are no part of it.
class Evaluation {
 public:
  Evaluation(const Symbols& symbols, std::span<const TermId> roots);

  /// The values of the roots, in their order. Bounded forms give one admissible result, as
  /// `evaluate` does. `visit` may be empty.
  [[nodiscard]] std::vector<BatchValues> at(const BatchInputs& inputs,
                                            const BatchVisitor& visit = {}) const;

 private:
  void find_last_uses();
  void assign_places();

  template <class Fma>
  void run(const BatchInputs& inputs, const BatchVisitor& visit,
           std::vector<BatchValues>& values) const;

  const Symbols* symbols_;
  std::vector<TermId> roots_;
  std::vector<std::uint8_t> uses_;     ///< of each term: whether needed, which operands end here
  std::vector<std::uint32_t> places_;  ///< of each needed term: where its values are kept
  std::size_t place_count_ = 0;
};

}  // namespace touchstone::ptx
