#include "evaluate_comparison.h"

#include "evaluate_integer.h"
#include "exact_number.h"

namespace touchstone::ptx {
namespace {

using exact::Format;
using Words = const std::uint64_t*;

enum class Relation : std::uint8_t { less, equal, greater, unordered };

Relation integer_relation(Type type, std::uint64_t a, std::uint64_t b) {
  if (low_bits(type, a) == low_bits(type, b)) return Relation::equal;
  const bool less = is_signed(type) ? integer_of(type, a) < integer_of(type, b)
                                    : low_bits(type, a) < low_bits(type, b);
  return less ? Relation::less : Relation::greater;
}

Relation float_relation(Format format, bool flush, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t mask = format.sign() | format.nan();
  const std::uint64_t x = flush ? format.flushed(a & mask) : a & mask;
  const std::uint64_t y = flush ? format.flushed(b & mask) : b & mask;
  if (format.is_nan(x) || format.is_nan(y)) return Relation::unordered;
  const auto place = [format](std::uint64_t bits) {
    const auto magnitude = static_cast<std::int64_t>(bits & format.nan());
    return (bits & format.sign()) != 0 ? -magnitude : magnitude;  // both zeros are 0
  };
  if (place(x) == place(y)) return Relation::equal;
  return place(x) < place(y) ? Relation::less : Relation::greater;
}

bool holds(Compare compare, Relation relation) {
  const bool less = relation == Relation::less;
  const bool equal = relation == Relation::equal;
  const bool greater = relation == Relation::greater;
  const bool unordered = relation == Relation::unordered;
  switch (compare) {
    case Compare::none: return false;
    case Compare::eq: return equal;
    case Compare::ne: return less || greater;
    case Compare::lt:
    case Compare::lo: return less;
    case Compare::le:
    case Compare::ls: return less || equal;
    case Compare::gt:
    case Compare::hi: return greater;
    case Compare::ge:
    case Compare::hs: return greater || equal;
    case Compare::equ: return equal || unordered;
    case Compare::neu: return !equal;
    case Compare::ltu: return less || unordered;
    case Compare::leu: return !greater;
    case Compare::gtu: return greater || unordered;
    case Compare::geu: return !less;
    case Compare::num: return !unordered;
    case Compare::nan: return unordered;
  }
  return false;
}

bool combined(Logic logic, bool compared, bool with) {
  switch (logic) {
    case Logic::none: return compared;
    case Logic::conjunction: return compared && with;
    case Logic::disjunction: return compared || with;
    case Logic::exclusive: return compared != with;
  }
  return compared;
}

bool is_packed(Type type) { return type == Type::f16x2 || type == Type::bf16x2; }

/// Whether the comparison of the operands, or of their part from bit `at` up, holds.
bool compared(const Form& form, Type type, Words x, unsigned at) {
  if (!is_float(type)) return holds(form.compare, integer_relation(type, x[0], x[1]));
  const Format format = exact::format_of(type);
  return holds(form.compare, float_relation(format, form.flush, x[0] >> at, x[1] >> at));
}

bool predicate(const Form& form, Words x) { return form.logic != Logic::none && (x[2] & 1U) != 0; }

std::uint64_t set_predicate(const Form& form, Words x) {
  return combined(form.logic, compared(form, form.type, x, 0), predicate(form, x)) ? 1 : 0;
}

std::uint64_t set_value(const Form& form, Words x) {
  // Integer results of packed sources are packed too: each half is all ones or zero.
  const bool packed = is_packed(form.source);
  const unsigned width = packed ? 16 : bits_of(form.type);
  const std::uint64_t yes =
      is_float(form.type) ? exact::format_of(form.type).one() : (std::uint64_t{1} << width) - 1;
  std::uint64_t result = 0;
  for (unsigned at = 0; at < (packed ? 32U : 16U); at += 16) {
    const bool value = combined(form.logic, compared(form, form.source, x, at), predicate(form, x));
    if (value) result |= yes << at;
  }
  return result;
}

std::uint64_t select(const Form& form, Words x) {
  return low_bits(form.type, (x[2] & 1U) != 0 ? x[0] : x[1]);
}

std::uint64_t select_by_sign(const Form& form, Words x) {
  bool first = integer_of(Type::s32, x[2]) >= 0;
  if (form.source == Type::f32) {
    first = holds(Compare::ge, float_relation(exact::single, form.flush, x[2], 0));
  }
  return low_bits(form.type, first ? x[0] : x[1]);
}

std::uint64_t test_property(const Form& form, Words x) {
  const Format format = exact::format_of(form.type);
  const std::uint64_t magnitude = x[0] & format.nan();
  const bool finite = magnitude < format.infinity();
  const bool nan = format.is_nan(x[0]);
  const bool subnormal = format.is_subnormal(x[0]);
  switch (form.property) {
    case Property::none: return 0;
    case Property::finite: return finite ? 1 : 0;
    case Property::infinite: return magnitude == format.infinity() ? 1 : 0;
    case Property::number: return nan ? 0 : 1;
    case Property::not_a_number: return nan ? 1 : 0;
    case Property::normal: return finite && !subnormal ? 1 : 0;
    case Property::subnormal: return subnormal ? 1 : 0;
  }
  return 0;
}

}  // namespace

ValueFunction comparison_function(const Form& form) {
  switch (form.rule) {
    case Rule::set_predicate: return set_predicate;
    case Rule::set_value: return set_value;
    case Rule::select: return select;
    case Rule::select_by_sign: return select_by_sign;
    case Rule::test_property: return test_property;
    default: return nullptr;
  }
}

std::uint64_t second_predicate(const Form& form, std::span<const std::uint64_t> operands) {
  const Words x = operands.data();
  const bool first =
      is_packed(form.type) ? compared(form, form.type, x, 16) : !compared(form, form.type, x, 0);
  return combined(form.logic, first, predicate(form, x)) ? 1 : 0;
}

}  // namespace touchstone::ptx
