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
/// this is its own file, or /proc/self/exe where that file has since been replaced or deleted.
/// Errors (unavailable): the address lies in no loaded file.
[[nodiscard]] Result<std::filesystem::path> file_of_code(const void* address);

}  // namespace touchstone
