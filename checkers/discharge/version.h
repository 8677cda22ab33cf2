#pragma once

#include <string_view>

namespace touchstone {

/// The version of the checkers of this build: the digest of their sources and of the definitions
/// they read, in hexadecimal. Stored evidence of other checkers is stale. Its definition is
/// generated at build (cmake/artifact.cmake).
[[nodiscard]] std::string_view checkers_version();

}  // namespace touchstone
