#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "touchstone/core/result.h"
#include "touchstone/core/tensor.h"

namespace touchstone {

/// One tensor of a safetensors file. Its bytes are [begin, end) of the data after the header.
struct SafetensorsEntry {
  std::string name;
  TensorType type;
  std::size_t begin = 0;
  std::size_t end = 0;
};

using NamedTensor = std::pair<std::string, Tensor>;

/// The one name that no tensor of a safetensors file can have.
inline constexpr std::string_view safetensors_reserved_name = "__metadata__";

/// The texts of `__metadata__`, names and values, in file order.
using SafetensorsMetadata = std::vector<std::pair<std::string, std::string>>;

/// The header of a safetensors file: eight bytes of little-endian length N, N bytes of JSON
/// {"name": {"dtype", "shape", "data_offsets": [begin, end]}}, then the data, which the tensors
/// cover without gap or overlap. The entries come in the header's order. `__metadata__`, an object
/// of texts, is checked and left out. O(n log n) in the number of tensors.
/// Errors: unavailable for an element type other than F32, I64 and BOOL; otherwise unreadable.
[[nodiscard]] Result<std::vector<SafetensorsEntry>> read_safetensors_header(std::string_view bytes);

/// All tensors of the file, in the header's order. Errors as above.
[[nodiscard]] Result<std::vector<NamedTensor>> read_safetensors(std::string_view bytes);

/// The metadata of the file; empty where it has none. Errors as above.
[[nodiscard]] Result<SafetensorsMetadata> read_safetensors_metadata(std::string_view bytes);

/// Deterministic. The header lists the metadata, if any, and the tensors as given; the data come by
/// descending element size, so that each tensor is aligned. The header is padded to a multiple of
/// eight bytes; every NaN is written as 0x7FC00000. Requires distinct names, none "__metadata__".
[[nodiscard]] std::string write_safetensors(std::span<const NamedTensor> tensors,
                                            const SafetensorsMetadata& metadata = {});

}  // namespace touchstone
