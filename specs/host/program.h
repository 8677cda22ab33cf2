#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "touchstone/core/result.h"

namespace touchstone {

/// The first executable regular file of this name in the folders of PATH; a name with a slash is
/// looked up as it is.
[[nodiscard]] std::optional<std::filesystem::path> find_program(std::string_view name);

/// What the program wrote to its standard output and error, in the order written. It is started
/// without a shell, reads an empty standard input, and is killed with its process group when
/// `limit` ends or when it has written more than 1 MiB.
/// Errors: unavailable when it cannot be started, ends with another status than 0 or writes too
/// much; undecided when the limit ends.
[[nodiscard]] Result<std::string> run_program(const std::filesystem::path& path,
                                              std::span<const std::string> args,
                                              std::chrono::milliseconds limit);

}  // namespace touchstone
