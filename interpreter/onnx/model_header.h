#pragma once

#include <string_view>

#include "touchstone/core/result.h"

namespace onnx {
class ModelProto;
}

namespace touchstone::onnx_reading {

/// The opset versions of the default domain that are read.
inline constexpr int oldest_opset = 7;
inline constexpr int newest_opset = 23;

/// Whether `domain` is ONNX's own, under either of its names.
[[nodiscard]] bool is_default_domain(std::string_view domain);

/// What stands around the nodes: versions are in range, there is a graph, and nothing is present
/// that changes what a model means (functions, training, sparse tensors, quantization). Gives the
/// opset of the default domain.
[[nodiscard]] Result<int> check_header(const onnx::ModelProto& model);

}  // namespace touchstone::onnx_reading
