#pragma once

#include <string>
#include <string_view>

namespace touchstone {

/// Why an expected failure happened. The command line maps each kind to one exit status
/// (given in brackets), and to nothing else.
enum class Failure {
  rejected,     ///< [1] the question was read and the answer is no
  unreadable,   ///< [2] the question could not be read: usage, a bad or missing file, zero cases
  unavailable,  ///< [3] something named is real but not implemented, or not found on this machine
  undecided,    ///< [4] the budget ended before the answer
  defect,       ///< [70] a bug of ours
};

/// An expected failure as a value: where it happened, why, and what would help.
/// `file` and `remedy` may be empty; `place` is a position inside the file, such as
/// "nodes[3].inputs[0]" or "line 4, column 17", or empty.
struct Diagnostic {
  Failure kind = Failure::defect;
  std::string file;
  std::string place;
  std::string reason;
  std::string remedy;

  /// One line: "file: place: reason; remedy".
  [[nodiscard]] std::string text() const;

  /// The same failure, said of `name` unless it already names a file.
  [[nodiscard]] Diagnostic in_file(std::string_view name) const;

  /// The same failure, one level further out: its place becomes `outer`, or `outer` + inner place.
  [[nodiscard]] Diagnostic inside(std::string_view outer) const;
};

[[nodiscard]] Diagnostic rejected(std::string place, std::string reason, std::string remedy = {});
[[nodiscard]] Diagnostic unreadable(std::string place, std::string reason, std::string remedy = {});
[[nodiscard]] Diagnostic unavailable(std::string place, std::string reason,
                                     std::string remedy = {});

/// Text from a file, made safe to print on a terminal and bounded: controls and invalid UTF-8
/// become \xNN, what is unseen \u{…} (unseen.h), and a text over `limit` bytes is cut with "…".
[[nodiscard]] std::string printable(std::string_view text, std::size_t limit = 120);

}  // namespace touchstone
