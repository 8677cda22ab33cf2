#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "number_range.h"
#include "symbols.h"

namespace touchstone::ptx {

/// What a rewriting rule may ask about its terms. A rule may need several answers, but may not go
/// one way for "yes" and another for "no": what it asked is what its lemma supposes.
class Facts {
 public:
  Facts() = default;
  Facts(const Facts&) = delete;
  Facts& operator=(const Facts&) = delete;
  virtual ~Facts() = default;

  /// Whether the number is surely never NaN.
  [[nodiscard]] virtual bool never_nan(TermId term) = 0;
  /// Whether it is surely never the zero of this sign.
  [[nodiscard]] virtual bool never_zero(TermId term, bool negative) = 0;
};

/// Facts by interval arithmetic.
class RangeFacts : public Facts {
 public:
  explicit RangeFacts(const Symbols& symbols) : symbols_(&symbols), ranges_(symbols) {}
  [[nodiscard]] bool never_nan(TermId term) override;
  [[nodiscard]] bool never_zero(TermId term, bool negative) override;

 private:
  const Symbols* symbols_;
  NumberRanges ranges_;
};

/// Says yes to everything, and keeps it as a statement: what a rule supposes.
class SupposedFacts : public Facts {
 public:
  explicit SupposedFacts(Symbols& symbols) : symbols_(&symbols) {}
  [[nodiscard]] bool never_nan(TermId term) override;
  [[nodiscard]] bool never_zero(TermId term, bool negative) override;

  [[nodiscard]] std::optional<TermId> hypothesis() const { return hypothesis_; }

 private:
  void suppose(TermId statement);

  Symbols* symbols_;
  std::optional<TermId> hypothesis_;
};

/// Where a rule is applied: terms to look at, facts to ask, and a way to make terms.
class Rewriting {
 public:
  /// Turns a term just made into the one that stands for it.
  using Finish = std::function<TermId(TermId)>;

  Rewriting(Symbols& symbols, Facts& facts, Finish finish);

  [[nodiscard]] const TermNode& node(TermId term) const { return symbols_->arena().nodes()[term]; }
  [[nodiscard]] bool is(TermId term, TermKind kind) const { return node(term).kind == kind; }
  [[nodiscard]] bool is_word(TermId term, std::uint32_t bits) const;
  [[nodiscard]] Facts& facts() { return *facts_; }

  /// The operands, if it is max.f32 or min.f32, as `rule` says.
  [[nodiscard]] std::optional<OperandTerms> limit(const TermNode& application, Rule rule) const;
  /// The other operand of a two-operand form of 32 bits whose one operand is this word.
  [[nodiscard]] std::optional<TermId> beside_word(const TermNode& application, Rule rule,
                                                  std::uint32_t bits) const;

  [[nodiscard]] TermId made(TermKind kind, TermId a, TermId b = 0, TermId c = 0);
  [[nodiscard]] TermId chosen(TermId statement, TermId x, TermId y);
  /// max.f32 or min.f32.
  [[nodiscard]] TermId limited(Rule rule, TermId x, TermId y);
  [[nodiscard]] TermId word(std::uint32_t bits) { return symbols_->word(bits); }
  [[nodiscard]] TermId truth(bool value) { return symbols_->truth(value); }
  [[nodiscard]] TermId opposite(TermId statement) { return symbols_->opposite(statement); }

 private:
  Symbols* symbols_;
  Facts* facts_;
  Finish finish_;
};

/// max.f32 or min.f32, by its rule.
[[nodiscard]] const Form& limit_form(Rule rule);

}  // namespace touchstone::ptx
