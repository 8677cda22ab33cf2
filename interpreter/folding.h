#pragma once

#include <span>

#include "touchstone/core/result.h"
#include "touchstone/core/tensor.h"
#include "touchstone/op/vocabulary.h"

namespace touchstone {

/// The result of an operation on constant int64 operands: its definition read at int64, for shape
/// arithmetic. `attributes` must be complete. Errors: those of `infer`; an operation that needs
/// real numbers, or an operand that is not int64 (unavailable); overflow, or an index out of range.
/// Takes time and memory in proportion to the operands and the result.
[[nodiscard]] Result<Tensor> fold(Op op, const Attributes& attributes,
                                  std::span<const Tensor> operands);

}  // namespace touchstone
