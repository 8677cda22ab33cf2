#include <algorithm>
#include <array>

#include "evaluate_float.h"
#include "evaluate_integer.h"
#include "semantics.h"

namespace touchstone::ptx {
namespace {

std::uint64_t add_part(const Form& /*form*/, exact::Format format, const std::uint64_t* x) {
  return rounded(sum(number(x[0], format), number(x[1], format), Rounding::rn), format,
                 Rounding::rn);
}

std::uint64_t float_sum(const Form& form, std::uint64_t old, std::uint64_t operand, Space space) {
  Form sum = form;
  sum.flush = form.type == Type::f32 && space == Space::global;
  const std::array<std::uint64_t, 2> words = {old, operand};
  return each_part<add_part, 2>(sum, words.data());
}

/// redux.sync.min and .max of f32.
std::uint64_t float_choice(const Form& form, std::uint64_t old, std::uint64_t operand) {
  const exact::Format format = exact::single;
  const std::uint64_t mask = format.nan() | (form.absolute ? 0 : format.sign());
  return chosen(form, format, form.update == Update::max, old & mask, operand & mask);
}

bool less(Type type, std::uint64_t a, std::uint64_t b) {
  return is_signed(type) ? integer_of(type, a) < integer_of(type, b)
                         : low_bits(type, a) < low_bits(type, b);
}

std::uint64_t integer_update(const Form& form, std::uint64_t old, std::uint64_t operand,
                             std::uint64_t second) {
  switch (form.update) {
    case Update::none: return old;
    case Update::add: return old + operand;
    case Update::min: return less(form.type, operand, old) ? operand : old;
    case Update::max: return less(form.type, old, operand) ? operand : old;
    case Update::inc: return old >= operand ? 0 : old + 1;
    case Update::dec: return old == 0 || old > operand ? operand : old - 1;
    case Update::conjunction: return old & operand;
    case Update::disjunction: return old | operand;
    case Update::exclusive: return old ^ operand;
    case Update::exchange: return operand;
    case Update::compare_exchange: return old == operand ? second : old;
  }
  return old;
}

}  // namespace

std::uint64_t updated(const Form& form, std::uint64_t old, std::uint64_t operand,
                      std::uint64_t second, Space space) {
  if (!is_float(form.type)) {
    return low_bits(form.type, integer_update(form, low_bits(form.type, old),
                                              low_bits(form.type, operand), second));
  }
  return form.update == Update::add ? float_sum(form, old, operand, space)
                                    : float_choice(form, old, operand);
}

}  // namespace touchstone::ptx
