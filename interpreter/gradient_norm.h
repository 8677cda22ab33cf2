#pragma once

#include <span>
#include <vector>

#include "touchstone/core/tensor.h"

namespace touchstone {

/// The Euclidean norm of all gradients together: the binary32 square root of the canonical sum
/// (op/canonical_sum.h) of g · g, each product rounded, over the elements of the tensors one after
/// another, each row-major. Their order matters to the last bit: training gives them by ascending
/// name of their parameter, compared byte by byte.
[[nodiscard]] float global_norm(std::span<const Tensor> gradients);

/// Where n = global_norm exceeds `limit`, every element becomes g · (limit / n), the quotient
/// rounded once for all; otherwise, and where n is infinite or NaN, nothing changes: an infinite n
/// would make zeros of gradients that are finite. Returns n.
[[nodiscard]] float clip_to_norm(std::vector<Tensor>& gradients, float limit);

}  // namespace touchstone
