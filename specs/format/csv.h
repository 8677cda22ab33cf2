#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "touchstone/core/result.h"

namespace touchstone {

/// A table of numbers as text: lines ended by LF or CRLF, cells separated by commas, every line
/// with the same number of cells. A byte order mark before the first line is skipped. The first
/// line names the columns where none of its cells is a number, however it is written. A number is
/// decimal, such as 3, -0.5, .5 or 1e-3, without blanks around it, a leading + or quotation marks;
/// neither NaN nor infinity is one.
class CsvTable {
 public:
  /// Linear in the text, which must outlive the table. Errors (unreadable), with the line: no rows,
  /// an empty line, another number of cells than the first line's, quotation marks, a NUL byte; a
  /// first line that is neither of names nor of numbers alone, with the cell.
  [[nodiscard]] static Result<CsvTable> read(std::string_view text);

  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] std::size_t rows() const { return cells_.size() / columns_; }
  /// Of the columns; empty where the first line holds numbers.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

  /// The number at a row and a column, both from 0: the nearest binary32, or a whole number of 64
  /// bits. Errors (unreadable): no such number, with line and column, both from 1.
  [[nodiscard]] Result<float> real(std::size_t row, std::size_t column) const;
  [[nodiscard]] Result<std::int64_t> integer(std::size_t row, std::size_t column) const;
  /// "line 3, column 2": where a cell stands in the text.
  [[nodiscard]] std::string place(std::size_t row, std::size_t column) const;

 private:
  std::size_t columns_ = 1;
  std::vector<std::string> names_;
  std::vector<std::string_view> cells_;
};

}  // namespace touchstone
