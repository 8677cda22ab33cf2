#include "csv.h"

#include <algorithm>
#include <span>
#include <utility>

#include "json.h"

namespace touchstone {

namespace {

std::string line_place(std::size_t line) { return "line " + std::to_string(line); }

/// The next line, without its end, taken off the front of `text`.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void append_cells(std::string_view line, std::vector<std::string_view>& cells) {
  while (true) {
    const std::size_t comma = line.find(',');
    cells.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return;
    line.remove_prefix(comma + 1);
  }
}

std::size_t take_digits(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  text.remove_prefix(end);
  return end;
}

/// Digits with a point at most, a digit at least, and an exponent or none.
bool is_decimal(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  std::size_t digits = take_digits(text);
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    digits += take_digits(text);
  }
  if (digits == 0) return false;
  if (text.empty()) return true;
  if (text[0] != 'e' && text[0] != 'E') return false;
  text.remove_prefix(1);
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return take_digits(text) > 0 && text.empty();
}

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  return std::ranges::equal(text, lower, [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  });
}

/// A number as other programs write them: with blanks around it, a leading +, NaN or infinity. A
/// first line that holds one is meant as an example, even where it cannot be read as such.
bool is_number_elsewhere(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  text = text.substr(0, text.find_last_not_of(blanks) + 1);
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return is_decimal(text) || equals_ignoring_case(text, "nan") ||
         equals_ignoring_case(text, "inf") || equals_ignoring_case(text, "infinity");
}

/// Whether the first line names the columns.
Result<bool> names_columns(std::span<const std::string_view> cells) {
  if (std::ranges::none_of(cells, is_number_elsewhere)) return true;
  const auto odd = std::ranges::find_if_not(cells, is_decimal);
  if (odd == cells.end()) return false;
  return unreadable(line_place(1) + ", column " + std::to_string(odd - cells.begin() + 1),
                    "'" + printable(*odd, 40) + "' is no decimal number, while the line holds some",
                    "the first line holds numbers alone, without blanks, or names alone");
}

Result<float> real_of(std::string_view cell, std::string place) {
  if (is_decimal(cell)) {
    const Json number(JsonNumber{std::string(cell)});
    return JsonCursor(number, std::move(place)).real();
  }
  return unreadable(std::move(place), "expected a number, found '" + printable(cell, 40) + "'",
                    "numbers are decimal, without blanks or quotation marks");
}

Result<void> check_line(std::string_view line, std::size_t number) {
  if (line.empty()) return unreadable(line_place(number), "the line is empty");
  if (line.find('\0') != std::string_view::npos) {
    return unreadable(line_place(number), "there is a NUL byte");
  }
  if (line.find('"') == std::string_view::npos) return {};
  return unreadable(line_place(number), "quotation marks cannot be read here",
                    "write names and numbers without them");
}

}  // namespace

Result<CsvTable> CsvTable::read(std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  CsvTable out;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (auto checked = check_line(line, ++number); !checked) return checked.error();
    const std::size_t before = out.cells_.size();
    append_cells(line, out.cells_);
    const std::size_t found = out.cells_.size() - before;
    if (number == 1) {
      out.columns_ = found;
      const auto names = names_columns(out.cells_);
      if (!names) return names.error();
      if (!*names) continue;
      out.names_.assign(out.cells_.begin(), out.cells_.end());
      out.cells_.clear();
    } else if (found != out.columns_) {
      return unreadable(line_place(number), "it has " + std::to_string(found) +
                                                " cells, the first line has " +
                                                std::to_string(out.columns_));
    }
  }
  if (out.cells_.empty()) return unreadable({}, "the table has no rows");
  return out;
}

std::string CsvTable::place(std::size_t row, std::size_t column) const {
  const std::size_t line = row + (names_.empty() ? 1 : 2);
  return line_place(line) + ", column " + std::to_string(column + 1);
}

Result<float> CsvTable::real(std::size_t row, std::size_t column) const {
  return real_of(cells_[row * columns_ + column], place(row, column));
}

Result<std::int64_t> CsvTable::integer(std::size_t row, std::size_t column) const {
  const std::string_view cell = cells_[row * columns_ + column];
  const Json number(JsonNumber{std::string(cell)});
  auto value = JsonCursor(number).integer();
  if (value) return value;
  return unreadable(place(row, column),
                    "expected a whole number, found '" + printable(cell, 40) + "'");
}

}  // namespace touchstone
