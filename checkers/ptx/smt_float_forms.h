#pragma once

#include <optional>
#include <string>

#include "smt_encoding.h"

namespace touchstone::ptx {

/// The encoding of binary32 forms that are no kind of definitions: other roundings, .ftz, .sat,
/// min and max that drop NaN, conversions.
class FloatForms {
 public:
  FloatForms(SmtEncoding& encoding, const TermNode& application);

  /// Whether `number` gives an expression for this form.
  [[nodiscard]] static bool has_encoding(const Form& form);

  /// Of a binary32 result.
  [[nodiscard]] std::optional<std::string> number();
  /// Of setp and testp.
  [[nodiscard]] std::optional<std::string> statement();

  /// Of two numbers, for TermKind::maximum and minimum.
  [[nodiscard]] static std::string larger(const std::string& x, const std::string& y);
  [[nodiscard]] static std::string smaller(const std::string& x, const std::string& y);
  /// The same that is NaN where either is.
  [[nodiscard]] static std::string unless_nan(const std::string& x, const std::string& y,
                                              const std::string& result);

 private:
  using Expression = std::optional<std::string>;

  [[nodiscard]] Expression rounded();
  [[nodiscard]] Expression limited();
  [[nodiscard]] Expression converted();
  [[nodiscard]] Expression signed_by_bits();
  [[nodiscard]] std::string x(std::size_t operand);
  [[nodiscard]] std::string flushed(const std::string& expression);
  [[nodiscard]] std::string saturated(const std::string& expression);
  [[nodiscard]] std::string named(const std::string& expression);

  SmtEncoding* encoding_;
  const Form* form_;
  OperandTerms operands_;
};

/// The mode of SMT-LIB; empty where it has none.
[[nodiscard]] std::string_view mode_of(Rounding rounding);

}  // namespace touchstone::ptx
