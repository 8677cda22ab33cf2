#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "lemma.h"
#include "rewriting.h"

namespace touchstone::ptx {

/// One rule by which terms take a normal form. It holds for terms read as numbers, NaN being one
/// value, wherever the facts hold that it asks for.
struct RewriteRule {
  std::string_view name;
  TermKind kind{};  ///< of the left side
  std::optional<TermId> (*rewritten)(Rewriting& at, const TermNode& node) = nullptr;
  /// The left side over inputs.
  TermId (*pattern)(Symbols& symbols) = nullptr;
  /// A right side that is wrong, if only for some inputs: what the judges must refute.
  TermId (*twin)(Symbols& symbols) = nullptr;
};

[[nodiscard]] std::span<const RewriteRule> rewrite_rules();

// Its parts.
[[nodiscard]] std::span<const RewriteRule> choice_rules();      ///< select, max.f32, min.f32
[[nodiscard]] std::span<const RewriteRule> arithmetic_rules();  ///< kinds of definitions
[[nodiscard]] std::span<const RewriteRule> bit_rules();         ///< signs by and, or and xor

/// Whether a rule of `bit_rules` reads this application as a number with another sign.
[[nodiscard]] bool changes_sign(const Rewriting& at, const TermNode& node);

/// A rule as a question to judges: its pattern, what it makes of it, and what it supposes.
[[nodiscard]] Question question_of(const RewriteRule& rule, Symbols& symbols);
/// The same with its twin for a right side.
[[nodiscard]] Question question_of_twin(const RewriteRule& rule, Symbols& symbols);

}  // namespace touchstone::ptx
