#pragma once

#include "element_types.h"
#include "external_data.h"
#include "touchstone/core/result.h"

namespace onnx {
class TensorProto;
}

namespace touchstone::onnx_reading {

/// The tensor `proto` describes. Its data, but not its name, is released from `proto` on the way,
/// so that a model is not held twice. Errors: an element type without a form here, a negative
/// dimension, data in more than one place or in a field of another type, a number of elements other
/// than the dimensions give, a segment, and those of ExternalData.
[[nodiscard]] Result<Constant> take_tensor(onnx::TensorProto& proto, ExternalData& external);

}  // namespace touchstone::onnx_reading
