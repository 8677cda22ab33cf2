#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "evaluate.h"
#include "graph.h"
#include "touchstone/core/result.h"
#include "touchstone/core/tensor.h"

namespace touchstone {

/// Computes one vector-Jacobian product of a node, whose number in the graph is given. The operands
/// are those of the pass: the node's own, its result, and the cotangent. `gradient` is the type of
/// what is to be computed.
using VjpRunner = std::function<Result<Tensor>(
    std::size_t number, const Node&, Pass, const TensorType& gradient, std::span<const Tensor>)>;

/// What to differentiate, and by which values of the graph.
struct GradientRequest {
  ValueId of{};             ///< a float32 value of one element, usually the loss
  std::vector<ValueId> by;  ///< float32 values: inputs, parameters or results of nodes
};

struct Differentiated {
  std::vector<Tensor> outputs;    ///< of the graph, as `evaluate` gives them
  std::vector<Tensor> gradients;  ///< one for each value of `by`, of its type
};

/// Evaluates the graph and differentiates one of its values in reverse mode.
///
/// The nodes are visited in descending order, and of each node its value operands in ascending
/// order; a vjp runs only where it leads from `of` to a value of `by`. The cotangent of `of` is 1.
/// That of a value used several times is the sum of the contributions in the order in which they
/// are computed (consumers descending, operand positions ascending): the first is taken as it is,
/// and each further one is added to it, element by element, by one binary32 addition. Operands
/// without a gradient (indices, masks) and operations without one (comparisons, random sources)
/// pass nothing on. The gradient by a value on which `of` does not depend is +0.
///
/// Kept until its own node has been visited: the operands and the result of every node that is
/// differentiated. Everything else is released as early as `evaluate` does.
///
/// Errors: those of `evaluate`; a value asked for that has no gradient (unreadable); those of the
/// runners, with the node named.
[[nodiscard]] Result<Differentiated> differentiate(const Graph& graph,
                                                   std::span<const Tensor> inputs,
                                                   const GradientRequest& request,
                                                   const NodeRunner& run, const VjpRunner& vjp);

/// For each value of `by`, whether a gradient reaches it: whether `of` depends on it through
/// operands that have one. Linear in the graph. `of` may have any float32 type.
[[nodiscard]] std::vector<bool> reached_by_gradient(const Graph& graph,
                                                    const GradientRequest& request);

/// The most bytes that values other than parameters take at once during `differentiate`, inputs and
/// gradients included, or nothing when that exceeds 2^63 − 1.
[[nodiscard]] std::optional<std::int64_t> peak_bytes(const Graph& graph,
                                                     const GradientRequest& request);

}  // namespace touchstone
