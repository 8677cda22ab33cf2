#pragma once

#include <optional>
#include <span>

#include "vocabulary.h"

namespace touchstone {

/// The work of one pass at operands of these shapes. A vjp takes at most about four times the
/// forward pass, and holds at once what it sums for one element of its result, or
/// one column along the indexed axis.
/// Nothing where a number does not fit in 63 bits.
[[nodiscard]] std::optional<Work> work_of(const Operation& operation, const Attributes& attributes,
                                          Pass pass, std::span<const TensorType> operands,
                                          const TensorType& result);

/// `elements` result elements of `steps` steps, each reading `operands` elements, and a write each.
[[nodiscard]] std::optional<Work> steady_work(std::int64_t elements, std::int64_t steps,
                                              std::int64_t operands = 2, std::int64_t row = 0);

}  // namespace touchstone
