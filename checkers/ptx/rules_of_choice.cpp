#include <array>

#include "rewrite_rules.h"

namespace touchstone::ptx {

namespace {

using Result = std::optional<TermId>;

TermId x(Symbols& s) { return s.input(0, 0); }
TermId y(Symbols& s) { return s.input(1, 0); }
TermId z(Symbols& s) { return s.input(2, 0); }
TermId statement(Symbols& s) { return s.input(3, 0); }

TermId make(Symbols& s, TermKind kind, TermId a, TermId b, TermId c = 0) {
  return s.arena().make({kind, a, b, c});
}

TermId limited(Symbols& s, Rule rule, TermId a, TermId b) {
  const std::array<TermId, 2> operands{a, b};
  return s.apply(limit_form(rule), operands);
}

TermId maximum(Symbols& s) { return make(s, TermKind::maximum, x(s), y(s)); }
TermId minimum(Symbols& s) { return make(s, TermKind::minimum, x(s), y(s)); }
TermId larger(Symbols& s) { return limited(s, Rule::maximum, x(s), y(s)); }
TermId smaller(Symbols& s) { return limited(s, Rule::minimum, x(s), y(s)); }
TermId is_number(Symbols& s, TermId term) { return make(s, TermKind::equal, term, term); }

/// select(p, x, y) by the comparison u < v or u <= v, and whether it chooses the greater one.
struct Comparison {
  TermId u = 0;
  TermId v = 0;
  bool greater = false;
};

std::optional<Comparison> comparison(const Rewriting& at, const TermNode& node, bool or_equal) {
  TermNode compared = at.node(node.a);
  if (or_equal) {
    if (compared.kind != TermKind::either) return std::nullopt;
    const TermNode first = at.node(compared.a);
    const TermNode second = at.node(compared.b);
    const bool in_order = first.kind == TermKind::less && second.kind == TermKind::equal;
    const bool exchanged = first.kind == TermKind::equal && second.kind == TermKind::less;
    if (!in_order && !exchanged) return std::nullopt;
    compared = in_order ? first : second;
    const TermNode& equal = in_order ? second : first;
    const bool same = (equal.a == compared.a && equal.b == compared.b) ||
                      (equal.a == compared.b && equal.b == compared.a);
    if (!same) return std::nullopt;
  }
  if (compared.kind != TermKind::less) return std::nullopt;
  if (node.b == compared.b && node.c == compared.a) return Comparison{compared.a, compared.b, true};
  if (node.b == compared.a && node.c == compared.b) {
    return Comparison{compared.a, compared.b, false};
  }
  return std::nullopt;
}

/// Where one side is surely a number, the choice is a maximum or minimum. With a NaN on the other
/// side the comparison fails and `node.c` is taken: dropping the NaN if that is the number, keeping
/// it if not. Of equal zeros the wrong one would be taken if the number were one of a certain sign.
template <bool or_equal, bool greater, bool drops>
Result by_comparison(Rewriting& at, const TermNode& node) {
  const auto found = comparison(at, node, or_equal);
  if (!found || found->greater != greater) return std::nullopt;
  const TermId number = drops ? node.c : node.b;
  const TermId other = drops ? node.b : node.c;
  // The number's zero of this sign would be taken, or left, where it must not.
  const bool negative = (greater == drops) != or_equal;
  if (!at.facts().never_nan(number) || !at.facts().never_zero(number, negative)) {
    return std::nullopt;
  }
  if (drops) return at.limited(greater ? Rule::maximum : Rule::minimum, other, number);
  return at.made(greater ? TermKind::maximum : TermKind::minimum, other, number);
}

template <bool or_equal, bool greater, bool drops>
TermId pattern_by_comparison(Symbols& s) {
  // y is the number: it is what remains where NaN is dropped, and what is chosen otherwise.
  const TermId chosen = drops ? x(s) : y(s);
  const TermId other = drops ? y(s) : x(s);
  const TermId u = greater ? other : chosen;
  const TermId v = greater ? chosen : other;
  TermId condition = make(s, TermKind::less, u, v);
  if (or_equal) condition = s.either(condition, make(s, TermKind::equal, u, v));
  return make(s, TermKind::select, condition, chosen, other);
}

template <bool or_equal, bool greater, bool drops>
constexpr RewriteRule rule_by_comparison(std::string_view name) {
  // The twin treats NaN the other way.
  return {name, TermKind::select, by_comparison<or_equal, greater, drops>,
          pattern_by_comparison<or_equal, greater, drops>,
          drops ? (greater ? maximum : minimum) : (greater ? larger : smaller)};
}

Result negated_condition(Rewriting& at, const TermNode& node) {
  if (!at.is(node.a, TermKind::opposite)) return std::nullopt;
  return at.chosen(at.node(node.a).a, node.c, node.b);
}

/// Of select(equal(x, x), a, x): x.
Result guarded(const Rewriting& at, const TermNode& node) {
  const TermNode& guard = at.node(node.a);
  if (guard.kind != TermKind::equal || guard.a != guard.b || guard.a != node.c) return std::nullopt;
  return node.c;
}

/// The other operand, where one is `term`.
Result beside(const OperandTerms& operands, TermId term) {
  if (operands.ids[0] == term) return operands.ids[1];
  if (operands.ids[1] == term) return operands.ids[0];
  return std::nullopt;
}

template <Rule rule>
constexpr TermKind propagating = rule == Rule::maximum ? TermKind::maximum : TermKind::minimum;

template <Rule rule>
Result guarded_limit(Rewriting& at, const TermNode& node) {
  const Result value = guarded(at, node);
  const auto operands = value ? at.limit(at.node(node.b), rule) : std::nullopt;
  const Result other = operands ? beside(*operands, *value) : std::nullopt;
  if (!other || !at.facts().never_nan(*other)) return std::nullopt;
  return at.made(propagating<rule>, *value, *other);
}

template <Rule rule>
Result twice_guarded_limit(Rewriting& at, const TermNode& node) {
  const Result value = guarded(at, node);
  if (!value || !at.is(node.b, TermKind::select)) return std::nullopt;
  const TermNode inner = at.node(node.b);
  const Result second = guarded(at, inner);
  const auto operands = second ? at.limit(at.node(inner.b), rule) : std::nullopt;
  if (!operands || beside(*operands, *value) != second) return std::nullopt;
  return at.made(propagating<rule>, *value, *second);
}

/// select(equal(x, x), maximum(a, y), x), a being a limit of x that drops its NaN.
template <TermKind kind>
Result guard_of_limit(Rewriting& at, const TermNode& node) {
  const Result value = guarded(at, node);
  if (!value || !at.is(node.b, kind)) return std::nullopt;
  const TermNode outer = at.node(node.b);
  for (const bool first : {true, false}) {
    const TermId inner = first ? outer.a : outer.b;
    auto operands = at.limit(at.node(inner), Rule::maximum);
    if (!operands) operands = at.limit(at.node(inner), Rule::minimum);
    if (!operands || !beside(*operands, *value)) continue;
    return at.made(kind, at.chosen(node.a, inner, *value), first ? outer.b : outer.a);
  }
  return std::nullopt;
}

template <Rule rule>
Result limit_of_numbers(Rewriting& at, const TermNode& node) {
  const auto operands = at.limit(node, rule);
  if (!operands || !at.facts().never_nan(node.a) || !at.facts().never_nan(node.b)) {
    return std::nullopt;
  }
  return at.made(propagating<rule>, node.a, node.b);
}

template <Rule rule>
TermId guarded_pattern(Symbols& s) {
  return make(s, TermKind::select, is_number(s, x(s)), limited(s, rule, x(s), y(s)), x(s));
}

template <Rule rule>
TermId twice_guarded_pattern(Symbols& s) {
  const TermId inner =
      make(s, TermKind::select, is_number(s, y(s)), limited(s, rule, x(s), y(s)), y(s));
  return make(s, TermKind::select, is_number(s, x(s)), inner, x(s));
}

template <TermKind kind>
TermId guard_pattern(Symbols& s) {
  const TermId outer = make(s, kind, limited(s, Rule::maximum, x(s), y(s)), z(s));
  return make(s, TermKind::select, is_number(s, x(s)), outer, x(s));
}

template <TermKind kind>
TermId guard_twin(Symbols& s) {
  return make(s, kind, limited(s, Rule::maximum, x(s), y(s)), z(s));
}

}  // namespace

std::span<const RewriteRule> choice_rules() {
  static constexpr std::array rules{
      RewriteRule{"select(not p, x, y) = select(p, y, x)", TermKind::select, negated_condition,
                  [](Symbols& s) {
                    return make(s, TermKind::select, s.opposite(statement(s)), x(s), y(s));
                  },
                  [](Symbols& s) { return make(s, TermKind::select, statement(s), x(s), y(s)); }},
      rule_by_comparison<false, true, true>("x > y ? x : y of a number y = max.f32(x, y)"),
      rule_by_comparison<false, true, false>("x < y ? y : x of a number y = maximum(x, y)"),
      rule_by_comparison<true, true, true>("x >= y ? x : y of a number y = max.f32(x, y)"),
      rule_by_comparison<true, true, false>("x <= y ? y : x of a number y = maximum(x, y)"),
      rule_by_comparison<false, false, true>("x < y ? x : y of a number y = min.f32(x, y)"),
      rule_by_comparison<false, false, false>("x > y ? y : x of a number y = minimum(x, y)"),
      rule_by_comparison<true, false, true>("x <= y ? x : y of a number y = min.f32(x, y)"),
      rule_by_comparison<true, false, false>("x >= y ? y : x of a number y = minimum(x, y)"),
      RewriteRule{"x = x ? max.f32(x, y) : x of a number y = maximum(x, y)", TermKind::select,
                  guarded_limit<Rule::maximum>, guarded_pattern<Rule::maximum>, larger},
      RewriteRule{"x = x ? min.f32(x, y) : x of a number y = minimum(x, y)", TermKind::select,
                  guarded_limit<Rule::minimum>, guarded_pattern<Rule::minimum>, smaller},
      RewriteRule{"x = x ? (y = y ? max.f32(x, y) : y) : x = maximum(x, y)", TermKind::select,
                  twice_guarded_limit<Rule::maximum>, twice_guarded_pattern<Rule::maximum>, larger},
      RewriteRule{"x = x ? (y = y ? min.f32(x, y) : y) : x = minimum(x, y)", TermKind::select,
                  twice_guarded_limit<Rule::minimum>, twice_guarded_pattern<Rule::minimum>,
                  smaller},
      RewriteRule{"x = x ? maximum(a, y) : x = maximum(x = x ? a : x, y)", TermKind::select,
                  guard_of_limit<TermKind::maximum>, guard_pattern<TermKind::maximum>,
                  guard_twin<TermKind::maximum>},
      RewriteRule{"x = x ? minimum(a, y) : x = minimum(x = x ? a : x, y)", TermKind::select,
                  guard_of_limit<TermKind::minimum>, guard_pattern<TermKind::minimum>,
                  guard_twin<TermKind::minimum>},
      RewriteRule{"max.f32(x, y) of numbers = maximum(x, y)", TermKind::apply2,
                  limit_of_numbers<Rule::maximum>, larger, minimum},
      RewriteRule{"min.f32(x, y) of numbers = minimum(x, y)", TermKind::apply2,
                  limit_of_numbers<Rule::minimum>, smaller, maximum},
  };
  return rules;
}

}  // namespace touchstone::ptx
