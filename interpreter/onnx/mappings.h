#pragma once

#include "node.h"

/// One function per operator, or per form where an operator changed its inputs or its meaning.
/// Each writes the node's result; operator_table.cpp says which opsets it serves.
namespace touchstone::onnx_reading {

// map_elementwise.cpp
Result<void> map_add(OnnxNode& node);
Result<void> map_sub(OnnxNode& node);
Result<void> map_mul(OnnxNode& node);
Result<void> map_relu(OnnxNode& node);
Result<void> map_identity(OnnxNode& node);
Result<void> map_dropout(OnnxNode& node);
Result<void> map_cast(OnnxNode& node);

// map_products.cpp
Result<void> map_matmul(OnnxNode& node);
Result<void> map_gemm(OnnxNode& node);
Result<void> map_conv(OnnxNode& node);

// map_layout.cpp
Result<void> map_reshape(OnnxNode& node);
Result<void> map_flatten(OnnxNode& node);
Result<void> map_squeeze(OnnxNode& node);
Result<void> map_unsqueeze(OnnxNode& node);
Result<void> map_transpose(OnnxNode& node);
Result<void> map_expand(OnnxNode& node);
Result<void> map_concat(OnnxNode& node);

// map_selection.cpp
Result<void> map_slice_by_attributes(OnnxNode& node);
Result<void> map_slice(OnnxNode& node);
Result<void> map_gather(OnnxNode& node);

// map_constants.cpp
Result<void> map_constant(OnnxNode& node);
Result<void> map_constant_of_shape(OnnxNode& node);
Result<void> map_shape(OnnxNode& node);
Result<void> map_size(OnnxNode& node);

// map_normalization.cpp
Result<void> map_softmax_of_matrix(OnnxNode& node);
Result<void> map_softmax(OnnxNode& node);
Result<void> map_reduce_mean(OnnxNode& node);
Result<void> map_batch_normalization(OnnxNode& node);

}  // namespace touchstone::onnx_reading
