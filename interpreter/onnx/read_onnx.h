#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "touchstone/core/result.h"
#include "touchstone/interpreter/graph.h"

namespace touchstone {

/// The graph an ONNX file means, in the words of the vocabulary.
///
/// `bytes` are the contents of `file`; the path names it in errors and locates external tensor
/// data, which must lie under its folder. `bindings` gives each symbolic dimension of the inputs
/// its extent; a dimension without a name is bound as "INPUT.AXIS".
///
/// Read: the default domain at opsets 7 to 23, the operators of operator_table.cpp. Integer and
/// boolean arithmetic on constants is done at once; float arithmetic never is. Value names go
/// through unchanged, and a node is named by its output; where one ONNX node becomes several, the
/// others are named NAME/part.
///
/// Errors: `unreadable` for what is no valid model (or leaves a dimension unbound), `unavailable`
/// for valid ONNX that cannot be expressed here. Time and memory are linear in the file's size,
/// external data included.
[[nodiscard]] Result<Graph> read_onnx(
    std::string_view bytes, const std::filesystem::path& file,
    std::span<const std::pair<std::string, std::int64_t>> bindings);

}  // namespace touchstone
