#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "graph.h"
#include "touchstone/core/result.h"
#include "touchstone/core/tensor.h"

namespace touchstone {

/// Computes one node, whose number in the graph is given, from its operands. Who computes is the
/// caller's choice.
using NodeRunner = std::function<Result<Tensor>(std::size_t number, const Node&,
                                                const TensorType& result, std::span<const Tensor>)>;

/// Called after each node with its operands and its result. For traces.
using NodeObserver =
    std::function<void(const Node&, std::span<const Tensor> operands, const Tensor& result)>;

/// The model's outputs on these inputs (one per model input, in order), node by node. A value is
/// released after its last use. Errors: an input of another type (unreadable); those of `run`, with
/// the node named.
[[nodiscard]] Result<std::vector<Tensor>> evaluate(const Graph& graph,
                                                   std::span<const Tensor> inputs,
                                                   const NodeRunner& run,
                                                   const NodeObserver& observe = {});

/// The most bytes that values other than parameters take at once during `evaluate`, or nothing when
/// that exceeds 2^63 − 1.
[[nodiscard]] std::optional<std::int64_t> peak_bytes(const Graph& graph);

}  // namespace touchstone
