#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

#include "touchstone/core/result.h"

namespace touchstone {

/// The file the dynamic loader picks for the first of these names that it can load, or nothing.
/// Loads and unloads the library, so its initialisers run.
[[nodiscard]] std::optional<std::filesystem::path> find_library(
    std::span<const std::string_view> sonames);

/// The loaded file, as an absolute path, that holds the code at `address`. For the program itself
/// this is /proc/PID/exe, which names the running file even after it was replaced or deleted.
/// Errors (unavailable): the address lies in no loaded file, or in a library whose path is gone or
/// names another file by now. A file that was overwritten in place is not noticed.
[[nodiscard]] Result<std::filesystem::path> file_of_code(const void* address);

}  // namespace touchstone
