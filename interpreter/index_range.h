#pragma once

#include <optional>

#include "touchstone/core/diagnostic.h"
#include "touchstone/core/tensor.h"
#include "touchstone/op/attributes.h"

namespace touchstone {

/// The precondition of gather that shapes cannot express: every index lies in [−n, n), n the length
/// of the indexed axis of an operand of shape `x`. Says which index does not.
[[nodiscard]] std::optional<Diagnostic> index_fault(const Attributes& attributes, const Shape& x,
                                                    const Tensor& indices);

}  // namespace touchstone
