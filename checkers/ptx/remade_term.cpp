#include "remade_term.h"

#include "cone.h"
#include "operand_reading.h"
#include "semantics.h"

namespace touchstone::ptx {

unsigned width_of(const Symbols& symbols, const TermNode& node) {
  switch (node.kind) {
    case TermKind::truth:
    case TermKind::equal:
    case TermKind::less:
    case TermKind::exceeds:
    case TermKind::both:
    case TermKind::either:
    case TermKind::opposite: return 1;
    case TermKind::wide:
    case TermKind::pair: return 64;
    default: break;
  }
  if (!is_application(node.kind)) return 32;
  const unsigned bits = bits_of(result_type(symbols.form(node)));
  return bits == 1 || bits == 64 ? bits : 32;
}

TermId remade(Symbols& symbols, const TermNode& node, const OperandTerms& parts) {
  const auto& x = parts.ids;
  switch (node.kind) {
    case TermKind::select: return symbols.select(x[0], x[1], x[2], Type::b32);
    case TermKind::both: return symbols.both(x[0], x[1]);
    case TermKind::either: return symbols.either(x[0], x[1]);
    case TermKind::opposite: return symbols.opposite(x[0]);
    case TermKind::pair: return symbols.pair(x[0], x[1]);
    case TermKind::apply1:
    case TermKind::apply2:
    case TermKind::apply3: {
      const Form form = symbols.form(node);
      return symbols.apply(form, parts.all());
    }
    default: break;
  }
  TermNode again = node;
  if (parts.count > 0) again.a = x[0];
  if (parts.count > 1) again.b = x[1];
  if (parts.count > 2) again.c = x[2];
  return symbols.arena().make(again);
}

}  // namespace touchstone::ptx
