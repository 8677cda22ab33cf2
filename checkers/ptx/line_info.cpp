#include "line_info.h"

#include <limits>

namespace touchstone::ptx {

namespace {

constexpr std::uint64_t most_files = 65'535;
constexpr std::uint64_t largest_line = std::numeric_limits<std::uint32_t>::max();

bool accept_word(TokenCursor& cursor, std::string_view word) {
  const bool is_there = cursor.peek().kind == TokenKind::word && cursor.peek().text == word;
  if (is_there) cursor.take();
  return is_there;
}

}  // namespace

void LineInfo::parse_file(TokenCursor& cursor, std::vector<std::string>& files) {
  const std::uint32_t line = cursor.peek().line;
  const auto number = static_cast<std::size_t>(cursor.expect_count("a file's number", most_files));
  if (cursor.peek().kind != TokenKind::text) {
    cursor.fail_expecting("a file's path in quotes");
    return;
  }
  const std::string_view path = cursor.take().text;
  while (!cursor.failed() && cursor.accept(',')) {
    (void)cursor.expect_count("a file's time or size", std::numeric_limits<std::uint64_t>::max());
  }
  if (cursor.failed()) return;
  if (number >= files.size()) files.resize(number + 1);
  if (number >= declared_.size()) declared_.resize(number + 1);
  if (number == 0 || declared_[number]) {
    cursor.fail_at(line, number == 0 ? "files are numbered from 1"
                                     : "file " + std::to_string(number) + " is declared twice");
    return;
  }
  declared_[number] = true;
  files[number] = path;
}

void LineInfo::parse_location(TokenCursor& cursor) {
  const std::uint32_t line = cursor.peek().line;
  const auto file = static_cast<std::size_t>(cursor.expect_count("a file's number", most_files));
  const std::uint64_t source_line = cursor.expect_count("a source line", largest_line);
  (void)cursor.expect_count("a column", largest_line);
  if (cursor.accept(',')) {
    if (!accept_word(cursor, "function_name")) cursor.fail_expecting("'function_name'");
    (void)cursor.expect_name("a label");
    if (cursor.accept('+')) (void)cursor.expect_count("an offset", largest_line);
    cursor.expect(',', "before 'inlined_at'");
    if (!accept_word(cursor, "inlined_at")) cursor.fail_expecting("'inlined_at'");
    (void)cursor.expect_count("a file's number", most_files);
    (void)cursor.expect_count("a source line", largest_line);
    (void)cursor.expect_count("a column", largest_line);
  }
  if (cursor.failed()) return;
  if (file >= first_use_.size()) first_use_.resize(file + 1);
  if (first_use_[file] == 0) first_use_[file] = line;
  current_ = {0, static_cast<std::uint32_t>(file), static_cast<std::uint32_t>(source_line)};
}

void LineInfo::finish(TokenCursor& cursor) const {
  for (std::size_t file = 0; file < first_use_.size(); ++file) {
    const bool is_declared = file < declared_.size() && declared_[file];
    if (first_use_[file] == 0 || is_declared) continue;
    cursor.fail_at(first_use_[file],
                   ".loc names file " + std::to_string(file) + ", which no .file declares");
    return;
  }
}

}  // namespace touchstone::ptx
