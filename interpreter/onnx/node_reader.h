#pragma once

#include "external_data.h"
#include "graph_context.h"
#include "touchstone/core/result.h"

namespace onnx {
class GraphProto;
}

namespace touchstone::onnx_reading {

/// Writes every node of `graph` to `context`, in order. Tensors are released from `graph`.
/// Errors name the node by position, first output and operator: an operator of another domain, not
/// known or not supported; a wrong number of inputs or outputs; an input that nothing before the
/// node gives; and those of the operator's mapping.
[[nodiscard]] Result<void> read_nodes(onnx::GraphProto& graph, int opset, ExternalData& external,
                                      GraphContext& context);

}  // namespace touchstone::onnx_reading
