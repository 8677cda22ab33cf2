#include "semantics.h"

namespace touchstone::ptx {
namespace {

bool may_fuse(const Form& form) {
  const bool sums_or_multiplies =
      form.rule == Rule::add || form.rule == Rule::subtract || form.rule == Rule::multiply;
  return sums_or_multiplies && is_float(form.type) && form.rounding == Rounding::none;
}

/// Whether the rule copies bits where the result is a float.
bool keeps_bits(const Form& form) {
  switch (form.rule) {
    case Rule::move:
    case Rule::copy_sign:
    case Rule::select:
    case Rule::select_by_sign: return true;
    case Rule::absolute: return form.type == Type::f64;  // 9.7.3.9
    default: return false;
  }
}

}  // namespace

Exactness exactness_of(const Form& form) {
  if (form.rule > Rule::is_space) return Exactness::effect;
  if (form.approximate || form.full_range) return Exactness::bounded;
  return may_fuse(form) ? Exactness::fusable : Exactness::exact;
}

bool is_value(const Form& form) {
  return form.rule <= Rule::is_space && form.rule != Rule::to_address_space &&
         form.rule != Rule::is_space;
}

std::uint64_t widened(Type type, std::uint64_t bits, unsigned width) {
  const unsigned own = bits_of(type);
  const std::uint64_t own_mask = own >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << own) - 1;
  const std::uint64_t mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  const bool negative = is_signed(type) && own > 0 && ((bits >> (own - 1)) & 1U) != 0;
  return ((bits & own_mask) | (negative ? ~own_mask : 0)) & mask;
}

bool nan_is_open(const Form& form) {
  if (!is_value(form) || !is_float(form.type) || form.saturate || keeps_bits(form)) return false;
  if (form.rule == Rule::set_value || form.rule == Rule::set_predicate) return false;
  if (form.rule == Rule::test_property) return false;
  if (form.rule == Rule::convert) return is_float(form.source);
  // 9.7.3.14 and 9.7.3.17 name the NaN that these give.
  return !(form.type == Type::f64 && form.approximate && form.flush);
}

}  // namespace touchstone::ptx
