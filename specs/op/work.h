#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "attributes.h"
#include "touchstone/core/shape.h"
#include "vocabulary.h"

namespace touchstone {

/// How much reading one definition takes, foreseen from shapes alone, so that a budget can be kept
/// before anything is enumerated or allocated.
struct Work {
  std::int64_t accesses = 0;  ///< reads and writes of elements, within a factor of four
  std::int64_t row = 0;       ///< most elements that are held at once to be summed or normalised
};

/// Nothing where a number does not fit in 63 bits. The shapes must be those that `infer` accepts.
[[nodiscard]] std::optional<Work> work_of(Op op, const Attributes& attributes,
                                          std::span<const Shape> operands, const Shape& result);

}  // namespace touchstone
