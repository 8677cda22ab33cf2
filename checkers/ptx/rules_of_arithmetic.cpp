#include <array>

#include "rewrite_rules.h"

namespace touchstone::ptx {

namespace {

using Result = std::optional<TermId>;

constexpr std::uint32_t one = 0x3F800000U;
constexpr std::uint32_t minus_one = 0xBF800000U;
constexpr std::uint32_t minus_zero = 0x80000000U;

TermId x(Symbols& s) { return s.input(0, 0); }
TermId y(Symbols& s) { return s.input(1, 0); }

TermId make(Symbols& s, TermKind kind, TermId a, TermId b = 0, TermId c = 0) {
  return s.arena().make({kind, a, b, c});
}

/// The other operand of a commutative kind whose one operand is this word.
Result beside(const Rewriting& at, const TermNode& node, std::uint32_t bits) {
  if (at.is_word(node.a, bits)) return node.b;
  if (at.is_word(node.b, bits)) return node.a;
  return std::nullopt;
}

Result difference(Rewriting& at, const TermNode& node) {
  return at.made(TermKind::add, node.a, at.made(TermKind::neg, node.b));
}

Result sign_twice(Rewriting& at, const TermNode& node) {
  if (!at.is(node.a, TermKind::neg)) return std::nullopt;
  return at.node(node.a).a;
}

Result magnitude_of_opposite(Rewriting& at, const TermNode& node) {
  if (!at.is(node.a, TermKind::neg)) return std::nullopt;
  return at.made(TermKind::abs, at.node(node.a).a);
}

Result magnitude_twice(Rewriting& at, const TermNode& node) {
  if (!at.is(node.a, TermKind::abs)) return std::nullopt;
  return node.a;
}

Result product_with_one(Rewriting& at, const TermNode& node) { return beside(at, node, one); }

Result product_with_minus_one(Rewriting& at, const TermNode& node) {
  const Result other = beside(at, node, minus_one);
  if (!other) return std::nullopt;
  return at.made(TermKind::neg, *other);
}

Result product_of_opposite(Rewriting& at, const TermNode& node) {
  const bool first = at.is(node.a, TermKind::neg);
  if (!first && !at.is(node.b, TermKind::neg)) return std::nullopt;
  const TermId plain = at.node(first ? node.a : node.b).a;
  return at.made(TermKind::neg, at.made(TermKind::mul, plain, first ? node.b : node.a));
}

Result quotient_by_one(Rewriting& at, const TermNode& node) {
  if (!at.is_word(node.b, one)) return std::nullopt;
  return node.a;
}

Result quotient_of_opposite(Rewriting& at, const TermNode& node) {
  if (!at.is(node.a, TermKind::neg)) return std::nullopt;
  return at.made(TermKind::neg, at.made(TermKind::div, at.node(node.a).a, node.b));
}

/// +0 is no neutral element: −0 + +0 is +0.
Result sum_with_minus_zero(Rewriting& at, const TermNode& node) {
  return beside(at, node, minus_zero);
}

Result fused_with_minus_zero(Rewriting& at, const TermNode& node) {
  if (!at.is_word(node.c, minus_zero)) return std::nullopt;
  return at.made(TermKind::mul, node.a, node.b);
}

Result less_than_itself(Rewriting& at, const TermNode& node) {
  if (node.a != node.b) return std::nullopt;
  return at.truth(false);
}

Result equal_to_itself(Rewriting& at, const TermNode& node) {
  if (node.a != node.b || !at.facts().never_nan(node.a)) return std::nullopt;
  return at.truth(true);
}

Result exceeding_a_number(Rewriting& at, const TermNode& node) {
  if (!at.facts().never_nan(node.b) || !at.facts().never_zero(node.b, true)) return std::nullopt;
  const TermId below = at.made(TermKind::less, node.a, node.b);
  const TermId same = at.made(TermKind::equal, node.a, node.b);
  return at.opposite(at.made(TermKind::either, below, same));
}

Result number_exceeding(Rewriting& at, const TermNode& node) {
  if (!at.facts().never_nan(node.a) || !at.facts().never_zero(node.a, false)) return std::nullopt;
  return at.made(TermKind::less, node.b, node.a);
}

TermId opposite_of(Symbols& s, TermId term) { return make(s, TermKind::neg, term); }
TermId product(Symbols& s) { return make(s, TermKind::mul, x(s), y(s)); }
TermId quotient(Symbols& s) { return make(s, TermKind::div, x(s), y(s)); }

}  // namespace

std::span<const RewriteRule> arithmetic_rules() {
  static constexpr std::array rules{
      RewriteRule{"sub(x, y) = add(x, neg y)", TermKind::sub, difference,
                  [](Symbols& s) { return make(s, TermKind::sub, x(s), y(s)); },
                  [](Symbols& s) { return make(s, TermKind::add, y(s), opposite_of(s, x(s))); }},
      RewriteRule{"neg(neg x) = x", TermKind::neg, sign_twice,
                  [](Symbols& s) { return opposite_of(s, opposite_of(s, x(s))); },
                  [](Symbols& s) { return make(s, TermKind::abs, x(s)); }},
      RewriteRule{"abs(neg x) = abs x", TermKind::abs, magnitude_of_opposite,
                  [](Symbols& s) { return make(s, TermKind::abs, opposite_of(s, x(s))); },
                  [](Symbols& s) { return opposite_of(s, x(s)); }},
      RewriteRule{"abs(abs x) = abs x", TermKind::abs, magnitude_twice,
                  [](Symbols& s) { return make(s, TermKind::abs, make(s, TermKind::abs, x(s))); },
                  x},
      RewriteRule{"mul(x, 1) = x", TermKind::mul, product_with_one,
                  [](Symbols& s) { return make(s, TermKind::mul, x(s), s.word(one)); },
                  [](Symbols& s) { return make(s, TermKind::add, x(s), s.word(0)); }},
      RewriteRule{"mul(x, -1) = neg x", TermKind::mul, product_with_minus_one,
                  [](Symbols& s) { return make(s, TermKind::mul, x(s), s.word(minus_one)); },
                  [](Symbols& s) { return make(s, TermKind::sub, s.word(0), x(s)); }},
      RewriteRule{"mul(neg x, y) = neg mul(x, y)", TermKind::mul, product_of_opposite,
                  [](Symbols& s) { return make(s, TermKind::mul, opposite_of(s, x(s)), y(s)); },
                  product},
      RewriteRule{"div(x, 1) = x", TermKind::div, quotient_by_one,
                  [](Symbols& s) { return make(s, TermKind::div, x(s), s.word(one)); },
                  [](Symbols& s) { return make(s, TermKind::abs, x(s)); }},
      RewriteRule{"div(neg x, y) = neg div(x, y)", TermKind::div, quotient_of_opposite,
                  [](Symbols& s) { return make(s, TermKind::div, opposite_of(s, x(s)), y(s)); },
                  quotient},
      RewriteRule{"add(x, -0) = x", TermKind::add, sum_with_minus_zero,
                  [](Symbols& s) { return make(s, TermKind::add, x(s), s.word(minus_zero)); },
                  [](Symbols& s) { return make(s, TermKind::add, x(s), s.word(0)); }},
      RewriteRule{"fma(x, y, -0) = mul(x, y)", TermKind::fma, fused_with_minus_zero,
                  [](Symbols& s) { return make(s, TermKind::fma, x(s), y(s), s.word(minus_zero)); },
                  [](Symbols& s) { return make(s, TermKind::fma, x(s), y(s), s.word(0)); }},
      RewriteRule{"less(x, x) = false", TermKind::less, less_than_itself,
                  [](Symbols& s) { return make(s, TermKind::less, x(s), x(s)); },
                  [](Symbols& s) { return make(s, TermKind::equal, x(s), x(s)); }},
      RewriteRule{"equal(x, x) of no NaN = true", TermKind::equal, equal_to_itself,
                  [](Symbols& s) { return make(s, TermKind::equal, x(s), x(s)); },
                  [](Symbols& s) { return make(s, TermKind::less, s.word(0), x(s)); }},
      RewriteRule{"exceeds(x, y) of a number y = not x <= y", TermKind::exceeds, exceeding_a_number,
                  [](Symbols& s) { return make(s, TermKind::exceeds, x(s), y(s)); },
                  [](Symbols& s) { return make(s, TermKind::less, y(s), x(s)); }},
      RewriteRule{"exceeds(x, y) of a number x = less(y, x)", TermKind::exceeds, number_exceeding,
                  [](Symbols& s) { return make(s, TermKind::exceeds, x(s), y(s)); },
                  [](Symbols& s) { return make(s, TermKind::less, x(s), y(s)); }},
  };
  return rules;
}

}  // namespace touchstone::ptx
