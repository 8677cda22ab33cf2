#pragma once

#include <string>
#include <string_view>

namespace touchstone {

/// Whether a code point shows nothing of its own or moves what stands beside it, so that a text
/// with it can look like another: Unicode 15's Default_Ignorable_Code_Point and Bidi_Control,
/// separators of lines, annotations and noncharacters. Controls are `printable`'s (diagnostic.h).
[[nodiscard]] bool is_unseen(char32_t code_point);

/// The text with each such code point spelled out, as \u{202E}. Requires well-formed UTF-8.
/// `printable` does it too.
[[nodiscard]] std::string unseen_spelled_out(std::string_view well_formed);

/// Whether any code point shows something: neither a blank, a control, nor unseen. Requires
/// well-formed UTF-8.
[[nodiscard]] bool shows_something(std::string_view well_formed);

}  // namespace touchstone
