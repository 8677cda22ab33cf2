#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "touchstone/core/result.h"
#include "touchstone/core/tensor.h"
#include "touchstone/format/safetensors.h"
#include "touchstone/interpreter/graph.h"

namespace touchstone::cli {

/// The model's inputs, in its order, from arguments "FILE" or "NAME=FILE". A bare .npy file is the
/// model's only input; .safetensors and .json files hold tensors by input name. A plain list in a
/// .json file takes the input's own type. Errors (unreadable): a file that cannot be read, a name
/// the model has no input for, an input given twice or not at all.
[[nodiscard]] Result<std::vector<Tensor>> read_inputs(const Graph& graph,
                                                      const std::vector<std::string>& arguments);

/// Writes tensors by the file's extension: .safetensors or .json hold all of them, .npy exactly
/// one.
[[nodiscard]] Result<void> write_tensors(const std::filesystem::path& file,
                                         const std::vector<NamedTensor>& tensors);

}  // namespace touchstone::cli
