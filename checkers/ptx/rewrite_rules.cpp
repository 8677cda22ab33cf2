#include "rewrite_rules.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace touchstone::ptx {

namespace {

struct Sides {
  TermId left = 0;
  TermId right = 0;
  std::optional<TermId> hypothesis;
};

/// What the rule makes of its pattern, by itself.
Sides sides_of(const RewriteRule& rule, Symbols& symbols) {
  // Made in this order, whatever the order in which a compiler evaluates a pattern's arguments.
  for (std::uint32_t operand = 0; operand < 4; ++operand) (void)symbols.input(operand, 0);
  SupposedFacts facts(symbols);
  Rewriting at(symbols, facts, [](TermId made) { return made; });
  const TermId left = rule.pattern(symbols);
  const TermNode node = symbols.arena().nodes()[left];
  const auto right = rule.rewritten(at, node);
  if (node.kind != rule.kind || !right) {
    throw std::logic_error("a rule does not match its pattern: " + std::string(rule.name));
  }
  return {left, *right, facts.hypothesis()};
}

Question question(const RewriteRule& rule, const Symbols& symbols, const Sides& sides) {
  LemmaCut cut;
  cut.hypothesis = sides.hypothesis;
  auto out = question_of(symbols, sides.left, sides.right, cut);
  if (!out) throw std::logic_error("a rule is no lemma: " + std::string(rule.name));
  return std::move(*out);
}

}  // namespace

std::span<const RewriteRule> rewrite_rules() {
  static const std::vector<RewriteRule> all = [] {
    std::vector<RewriteRule> joined;
    for (const auto part : {choice_rules(), arithmetic_rules(), bit_rules()}) {
      joined.insert(joined.end(), part.begin(), part.end());
    }
    return joined;
  }();
  return all;
}

Question question_of(const RewriteRule& rule, Symbols& symbols) {
  return question(rule, symbols, sides_of(rule, symbols));
}

Question question_of_twin(const RewriteRule& rule, Symbols& symbols) {
  Sides sides = sides_of(rule, symbols);
  sides.right = rule.twin(symbols);
  return question(rule, symbols, sides);
}

}  // namespace touchstone::ptx
