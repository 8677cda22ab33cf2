#pragma once

#include <optional>
#include <string>

#include "smt_encoding.h"

namespace touchstone::ptx {

/// The encoding of integer and bit-wise forms over words.
class IntegerForms {
 public:
  IntegerForms(SmtEncoding& encoding, const TermNode& application);

  /// A result of 32 bits (shorter ones are zero-extended) or of 64 bits, as the form gives it.
  [[nodiscard]] std::optional<std::string> result();
  /// Of setp.
  [[nodiscard]] std::optional<std::string> statement();

 private:
  using Expression = std::optional<std::string>;

  [[nodiscard]] Expression of_width();
  [[nodiscard]] Expression arithmetic();
  [[nodiscard]] Expression product();
  [[nodiscard]] Expression quotient();
  [[nodiscard]] Expression limited();
  [[nodiscard]] Expression bitwise();
  [[nodiscard]] Expression shifted();
  [[nodiscard]] Expression converted();
  [[nodiscard]] Expression from_number();
  [[nodiscard]] std::string x(std::size_t operand, unsigned width);
  [[nodiscard]] std::string x(std::size_t operand) { return x(operand, width_); }

  SmtEncoding* encoding_;
  const Form* form_;
  OperandTerms operands_;
  unsigned width_;         ///< of the operands
  unsigned result_width_;  ///< of what `of_width` gives
  bool signed_;
};

}  // namespace touchstone::ptx
