#pragma once

#include <string>
#include <string_view>

namespace touchstone {

/// One word of a command line that a POSIX shell reads back as this text: in single quotes, in
/// which nothing is special. A text with bytes that would not be seen as they are where the command
/// is printed (`printable`, unseen.h) is written in $'…' (POSIX.1-2024, section 2.2.4), each such
/// byte as \ooo.
[[nodiscard]] std::string shell_quoted(std::string_view text);

/// The same for the name of a file: one that begins with '-', which a program would take for an
/// option, is given with "./" before it.
[[nodiscard]] std::string shell_file(std::string_view name);

}  // namespace touchstone
