#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "touchstone/contract/evidence.h"
#include "touchstone/core/tensor.h"
#include "touchstone/op/vocabulary.h"

namespace touchstone {

/// How many element accesses a check may enumerate, and how many result elements it may mark: time
/// and memory must not be decided by a size that a file only claims.
struct IndexBudget {
  std::int64_t accesses = std::int64_t{1} << 31U;
  std::int64_t result_elements = std::int64_t{1} << 27U;
  std::int64_t row_elements = std::int64_t{1} << 24U;  ///< held at once to be summed
};

struct IndexReport {
  Outcome outcome = Outcome::undecided;
  std::int64_t accesses = 0;
  std::string detail;  ///< the first fault, or why it is undecided
};

/// Shape contract of one pass of an operation at these operands of its own: reads the definition at
/// a scalar with nothing in it, over views that check every position, and so enumerates every
/// access at these shapes. It passes when every read lies inside its operand and every result
/// element is written exactly once and nothing else is.
///
/// Why that suffices for the compiled kernel on any number of threads: the kernel is the same
/// template, whose control flow and positions depend on shapes, attributes and index operands,
/// never on float values (the scalar here has none). A definition cannot read its result (`Slot`
/// offers no way), threads carry out disjoint shares of one loop, and each element is written once
/// in the whole loop, hence by one thread.
///
/// What a definition keeps to itself while it sums or normalises a row (a local array) is no buffer
/// and not enumerated; positions in it that depend on indices are checked as they are used. A
/// mask's elements are statements without content, so they steer no position; nor do counters,
/// which are read as 0.
///
/// Index operands: a position depends on one index value, in [−n, n) by the precondition that
/// execution checks, and it does so by one translation for negative and one for other values. A
/// translation that stays inside at both ends of an interval stays inside between them, so reading
/// with every index at −n, −1, 0 and n − 1 covers all.
[[nodiscard]] IndexReport check_index(Op op, const Attributes& attributes, Pass pass,
                                      std::span<const TensorType> operands,
                                      const IndexBudget& budget = {});

/// Layout contract: the views through which a kernel reads and writes are dense and row-major, and
/// their element types are those declared. Offsets are linear in the position, as row-major numbers
/// are, so agreeing on the unit step of every axis they agree everywhere; and the last element of
/// each buffer lies within 2^63 bytes of the first.
[[nodiscard]] IndexReport check_layout(Op op, Pass pass, std::span<const TensorType> operands,
                                       const TensorType& result);

}  // namespace touchstone
