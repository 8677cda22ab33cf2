#pragma once

#include <string>

namespace touchstone {

/// In single quotes, as a POSIX shell reads any text.
[[nodiscard]] std::string shell_quoted(const std::string& text);

}  // namespace touchstone
