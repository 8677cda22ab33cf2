#include <algorithm>
#include <array>
#include <stdexcept>

#include "evaluate_comparison.h"
#include "evaluate_float.h"
#include "evaluate_integer.h"
#include "semantics.h"

namespace touchstone::ptx {
namespace {

using Words = const std::uint64_t*;

std::uint64_t move(const Form& form, Words x) { return low_bits(form.type, x[0]); }

/// 9.7.9.4: the first part is the lowest.
std::uint64_t pack(const Form& form, Words x) {
  const unsigned width = bits_of(form.type) / form.vector;
  std::uint64_t word = 0;
  for (unsigned part = form.vector; part-- > 0;) {
    word = (word << width) | (x[part] & ((std::uint64_t{1} << width) - 1));
  }
  return word;
}

ValueFunction chosen_function(const Form& form) {
  if (!is_value(form)) return nullptr;
  if (form.rule == Rule::move) return form.vector == 1 ? move : pack;
  if (form.rule == Rule::convert) return conversion_function(form);
  if (const ValueFunction compares = comparison_function(form)) return compares;
  if (!is_float(form.type)) return integer_function(form);
  return form.approximate || form.full_range ? approximate_function(form) : float_function(form);
}

}  // namespace

ValueFunction function_of(const Form& form) {
  const ValueFunction function = chosen_function(form);
  if (function == nullptr) throw std::logic_error("not a value form: " + text_of(form));
  return function;
}

std::uint64_t evaluate(const Form& form, std::span<const std::uint64_t> operands) {
  return function_of(form)(form, operands.data());
}

bool is_unspecified(const Form& form, std::span<const std::uint64_t> operands) {
  const bool divides = form.rule == Rule::divide || form.rule == Rule::remainder;
  return divides && !is_float(form.type) && low_bits(form.type, operands[1]) == 0;
}

}  // namespace touchstone::ptx
