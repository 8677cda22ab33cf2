#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace touchstone {

/// Text from anywhere as Markdown (CommonMark with GitHub's tables and autolinks) that shows it and
/// does nothing else: no markup, HTML, link or line break comes of it, also inside a table's cell
/// or after "> ". Control bytes, invalid UTF-8 and characters that turn the writing direction are
/// written out; a text over `limit` bytes is cut with "…".
[[nodiscard]] std::string markdown_text(std::string_view text, std::size_t limit = 4000);

/// Where a code span stands: inside a table's cell a bar has to be escaped, and nowhere else.
enum class MarkdownPlace : std::uint8_t { line, cell };

/// The same as a code span, for names, digests and commands. Empty for an empty text.
[[nodiscard]] std::string markdown_code(std::string_view text, MarkdownPlace place,
                                        std::size_t limit = 4000);

}  // namespace touchstone
