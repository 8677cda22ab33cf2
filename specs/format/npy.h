#pragma once

#include <string>
#include <string_view>

#include "touchstone/core/result.h"
#include "touchstone/core/tensor.h"

namespace touchstone {

/// The array of a NumPy .npy file, format versions 1.0 to 3.0, of dtype '<f4', '<i8' or '|b1' in C
/// order. The header must be a dictionary of exactly descr, fortran_order and shape, and the data
/// must end with the file.
/// Errors: unavailable for Fortran order and for other element types of NumPy; otherwise
/// unreadable.
[[nodiscard]] Result<Tensor> read_npy(std::string_view bytes);

/// Format version 1.0, as NumPy itself writes it; every NaN is written as 0x7FC00000.
[[nodiscard]] std::string write_npy(const Tensor& tensor);

}  // namespace touchstone
