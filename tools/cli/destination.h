#pragma once

#include <filesystem>
#include <span>

#include "touchstone/core/result.h"

namespace touchstone::cli {

/// Whether a file can be written without losing one that was read for it. Errors (unreadable): it
/// is one of those, by whatever name; those of check_writable.
[[nodiscard]] Result<void> check_destination(const std::filesystem::path& output,
                                             std::span<const std::filesystem::path> read);

}  // namespace touchstone::cli
