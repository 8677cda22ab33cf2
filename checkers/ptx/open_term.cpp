#include "open_term.h"

#include <vector>

#include "cone.h"
#include "operand_reading.h"

namespace touchstone::ptx {

namespace {

bool is_nonzero_constant(const TermNode& node) {
  return (node.kind == TermKind::constant && node.a != 0) ||
         (node.kind == TermKind::wide && (node.a | node.b) != 0);
}

}  // namespace

Type open_nan_type(const Symbols& symbols, NumberRanges& ranges, TermId term) {
  const TermNode& node = symbols.arena().nodes()[term];
  if (is_number_kind(node.kind)) return ranges.of(term) ? Type::none : Type::f32;
  if (is_application(node.kind)) {
    const Form& form = symbols.form(node);
    if (!nan_is_open(form) || ranges.of(term)) return Type::none;
    return result_type(form);
  }
  const auto open = [&](TermId part) { return open_nan_type(symbols, ranges, part) != Type::none; };
  switch (node.kind) {
    case TermKind::constant: return node.a == open_nan ? Type::f32 : Type::none;
    case TermKind::select:
      if (const Type type = open_nan_type(symbols, ranges, node.b); type != Type::none) return type;
      return open_nan_type(symbols, ranges, node.c);
    case TermKind::pair: return open(node.a) || open(node.b) ? Type::f32x2 : Type::none;
    default: return Type::none;
  }
}

std::optional<Openness> openness_of(const Symbols& symbols, NumberRanges& ranges,
                                    const TermNode& application) {
  const Form& form = symbols.form(application);
  const OperandTerms operands = symbols.operands(application);
  if (exactness_of(form) == Exactness::fusable) return Openness::fusable;
  const bool divides = form.rule == Rule::divide || form.rule == Rule::remainder;
  if (divides && !is_float(form.type) &&
      !is_nonzero_constant(symbols.arena().nodes()[operands.ids[1]])) {
    return Openness::zero_divisor;
  }
  for (std::size_t i = 0; i < operands.count; ++i) {
    const Type open = open_nan_type(symbols, ranges, operands.ids[i]);
    if (open != Type::none && number_read(form, i) != open) return Openness::nan_read_as_bits;
  }
  return std::nullopt;
}

}  // namespace touchstone::ptx
