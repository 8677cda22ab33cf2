#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "graph.h"
#include "touchstone/core/result.h"

namespace touchstone {

/// The graph of a model.json, format "touchstone.model", version 1 (model.schema.json).
///
/// `text` are the contents of `file`; the path names it in errors and locates the parameters' file,
/// which must lie in or below its folder. `bindings` gives each symbolic dimension of the inputs
/// its extent. The fields "tests" and "properties" are refused as unavailable.
///
/// The origin's digest is `model_digest` of the text and the parameters' file.
///
/// Errors: a parameters' file of another digest than the model states (rejected); unavailable for
/// what is real but not expressible here; otherwise unreadable. Each names
/// file and place, and what would help. Time O(n log n), memory linear, in the size of the files.
[[nodiscard]] Result<Graph> read_model_json(
    std::string_view text, const std::filesystem::path& file,
    std::span<const std::pair<std::string, std::int64_t>> bindings);

/// A file that a model refers to, and the name by which errors speak of it.
struct ReferredFile {
  std::string shown;
  std::string bytes;
};
/// Finds the file that stands under this name in a model.
using FileSource = std::function<Result<ReferredFile>(std::string_view name)>;

/// The same of a model that refers to files which lie elsewhere, such as within a program.
[[nodiscard]] Result<Graph> read_model_json(
    std::string_view text, const std::filesystem::path& file,
    std::span<const std::pair<std::string, std::int64_t>> bindings, const FileSource& files);

/// Writes the graph to `file`, and its parameters of more than 16 elements to a file of the same
/// stem with the extension ".safetensors" beside it, bound by its digest. Reading it back gives the
/// same inputs, parameters and constants in use, nodes and outputs under the same names; NaNs
/// become 0x7FC00000. Errors (unreadable): those of write_file; a name that is not UTF-8; `file`
/// ends in
/// ".safetensors".
[[nodiscard]] Result<void> write_model_json(const Graph& graph, const std::filesystem::path& file);

}  // namespace touchstone
