#pragma once

#include <optional>

#include "touchstone/core/diagnostic.h"
#include "touchstone/core/tensor.h"
#include "touchstone/op/attributes.h"

namespace touchstone {

/// The precondition of operations that read indices (Operation::reads_indices): every one lies in
/// [−n, n), n the length of the indexed axis of an operand of shape `x`. Says which does not.
[[nodiscard]] std::optional<Diagnostic> index_fault(const Attributes& attributes, const Shape& x,
                                                    const Tensor& indices);

}  // namespace touchstone
