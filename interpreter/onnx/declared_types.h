#pragma once

#include "element_types.h"
#include "touchstone/core/result.h"
#include "touchstone/core/tensor.h"
#include "touchstone/interpreter/symbolic_dimensions.h"

namespace onnx {
class ValueInfoProto;
}

namespace touchstone::onnx_reading {

/// The type of a graph input, symbolic dimensions replaced by their extents. A dimension without
/// extent or name is called "INPUT.AXIS". Errors: no tensor, no shape, an element type without a
/// form here.
[[nodiscard]] Result<TensorType> input_type(const onnx::ValueInfoProto& info,
                                            SymbolicDimensions& dimensions);

/// Error when what `info` declares contradicts the type the value has: element type, rank, a fixed
/// dimension, or a symbolic one that is bound. A missing declaration contradicts nothing.
[[nodiscard]] Result<void> check_declared(const onnx::ValueInfoProto& info, ElementForm form,
                                          const Shape& shape, SymbolicDimensions& dimensions);

}  // namespace touchstone::onnx_reading
