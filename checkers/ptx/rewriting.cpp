#include "rewriting.h"

#include <array>
#include <utility>

namespace touchstone::ptx {

namespace {

constexpr std::uint32_t zero_of(bool negative) { return negative ? 0x80000000U : 0; }

}  // namespace

const Form& limit_form(Rule rule) {
  static const Form maximum = *resolve("max.f32");
  static const Form minimum = *resolve("min.f32");
  return rule == Rule::maximum ? maximum : minimum;
}

bool RangeFacts::never_nan(TermId term) { return ranges_.of(term).has_value(); }

bool RangeFacts::never_zero(TermId term, bool negative) {
  const TermNode& node = symbols_->arena().nodes()[term];
  if (node.kind == TermKind::constant) return node.a != zero_of(negative);
  const auto range = ranges_.of(term);
  return range && (range->least > 0 || range->greatest < 0);
}

bool SupposedFacts::never_nan(TermId term) {
  suppose(symbols_->arena().make({TermKind::equal, term, term}));
  return true;
}

bool SupposedFacts::never_zero(TermId term, bool negative) {
  static const Form same_bits = *resolve("setp.eq.b32");
  const std::array<TermId, 2> compared{term, symbols_->word(zero_of(negative))};
  suppose(symbols_->opposite(symbols_->apply(same_bits, compared)));
  return true;
}

void SupposedFacts::suppose(TermId statement) {
  hypothesis_ = hypothesis_ ? symbols_->both(*hypothesis_, statement) : statement;
}

Rewriting::Rewriting(Symbols& symbols, Facts& facts, Finish finish)
    : symbols_(&symbols), facts_(&facts), finish_(std::move(finish)) {}

bool Rewriting::is_word(TermId term, std::uint32_t bits) const {
  return node(term) == TermNode{TermKind::constant, bits};
}

std::optional<OperandTerms> Rewriting::limit(const TermNode& application, Rule rule) const {
  if (application.kind != TermKind::apply2) return std::nullopt;
  const Form& form = symbols_->form(application);
  if (form.rule != rule || form.type != Type::f32 || form.flush || form.nan || form.absolute) {
    return std::nullopt;
  }
  return symbols_->operands(application);
}

std::optional<TermId> Rewriting::beside_word(const TermNode& application, Rule rule,
                                             std::uint32_t bits) const {
  const Form& form = symbols_->form(application);
  if (application.kind != TermKind::apply2 || form.rule != rule || bits_of(form.type) != 32) {
    return std::nullopt;
  }
  if (is_word(application.a, bits)) return application.b;
  if (is_word(application.b, bits)) return application.a;
  return std::nullopt;
}

TermId Rewriting::made(TermKind kind, TermId a, TermId b, TermId c) {
  return finish_(symbols_->arena().make({kind, a, b, c}));
}

TermId Rewriting::chosen(TermId statement, TermId x, TermId y) {
  return finish_(symbols_->select(statement, x, y, Type::f32));
}

TermId Rewriting::limited(Rule rule, TermId x, TermId y) {
  const std::array<TermId, 2> operands{x, y};
  return finish_(symbols_->apply(limit_form(rule), operands));
}

}  // namespace touchstone::ptx
