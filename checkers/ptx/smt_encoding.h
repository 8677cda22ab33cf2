#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "number_range.h"
#include "symbols.h"

namespace touchstone::ptx {

/// How a term stands in a formula: as a binary32 number, of which NaN is one value; as the bits of
/// a 32- or 64-bit word; as a statement.
enum class SmtView : std::uint8_t { number, word, wide, statement };

/// Terms as SMT-LIB 2.6 definitions over free constants. What is to be a leaf, and what has no
/// encoding (opaque functions, bounded forms, half precision), is a constant: x0, x1, … for words,
/// w0, … for 64-bit words, p0, … for statements, numbered in the order in which they are met.
/// Definitions follow their operands and are named t0, t1, …
class SmtEncoding {
 public:
  /// The functions are asked while terms are encoded, so what they refer to must outlive this.
  SmtEncoding(const Symbols& symbols, std::function<bool(TermId)> is_leaf);

  /// The expression of a term, a name or a constant, whose definitions are now in `text`.
  [[nodiscard]] std::string number(TermId term);
  [[nodiscard]] std::string word(TermId term);
  [[nodiscard]] std::string wide(TermId term);
  [[nodiscard]] std::string statement(TermId term);

  /// False once a term that the ISA leaves open was met (open_term.h), such as bits of what may be
  /// a NaN of arithmetic: then the text means nothing.
  [[nodiscard]] bool possible() const { return possible_; }

  /// Declarations, definitions and what is assumed of them.
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::size_t definitions() const { return definitions_; }

  struct Leaf {
    std::string name;
    TermId term = 0;
    SmtView view{};
  };
  [[nodiscard]] const std::vector<Leaf>& leaves() const { return leaves_; }
  [[nodiscard]] const std::string* name_of_leaf(TermId term) const;

 private:
  friend class FloatForms;
  friend class IntegerForms;

  using Expression = std::optional<std::string>;

  [[nodiscard]] std::string viewed(TermId term, SmtView view);
  [[nodiscard]] std::string made(TermId term, SmtView view);
  [[nodiscard]] std::string leaf(TermId term, SmtView view);
  [[nodiscard]] std::string applied(TermId term, const TermNode& node, SmtView view);
  [[nodiscard]] std::string chosen(const TermNode& node, SmtView view);
  [[nodiscard]] Expression number_kind(const TermNode& node);
  [[nodiscard]] Expression statement_kind(const TermNode& node);
  [[nodiscard]] std::string bits_of_number(TermId term);
  [[nodiscard]] std::string defined(SmtView view, const std::string& expression);

  const Symbols* symbols_;
  NumberRanges ranges_;
  std::function<bool(TermId)> is_leaf_;
  std::map<std::pair<TermId, SmtView>, std::string> known_;
  std::vector<Leaf> leaves_;
  std::map<TermId, std::size_t> leaf_of_;
  std::string text_;
  std::size_t definitions_ = 0;
  std::size_t words_ = 0;
  std::size_t wides_ = 0;
  std::size_t statements_ = 0;
  bool possible_ = true;
};

}  // namespace touchstone::ptx
