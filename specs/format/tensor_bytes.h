#pragma once

#include <string>
#include <string_view>

#include "touchstone/core/result.h"
#include "touchstone/core/tensor.h"

namespace touchstone {

/// A tensor from the little-endian bytes of a file. Errors (unreadable): another number of bytes
/// than the type has, a boolean that is neither 0 nor 1.
[[nodiscard]] Result<Tensor> tensor_from_bytes(const TensorType& type, std::string_view bytes);

/// Appends the little-endian bytes of a tensor, every NaN as 0x7FC00000.
void append_bytes(const Tensor& tensor, std::string& out);

}  // namespace touchstone
