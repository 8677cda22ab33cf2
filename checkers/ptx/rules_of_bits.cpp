#include <array>
#include <string_view>

#include "rewrite_rules.h"

namespace touchstone::ptx {

namespace {

using Result = std::optional<TermId>;

constexpr std::uint32_t sign = 0x80000000U;
constexpr std::uint32_t without_sign = 0x7FFFFFFFU;

TermId x(Symbols& s) { return s.input(0, 0); }

TermId applied(Symbols& s, std::string_view opcode, std::uint32_t bits) {
  const std::array<TermId, 2> operands{x(s), s.word(bits)};
  return s.apply(*resolve(opcode), operands);
}

Result sign_cleared(Rewriting& at, const TermNode& node) {
  const Result value = at.beside_word(node, Rule::conjunction, without_sign);
  if (!value) return std::nullopt;
  return at.made(TermKind::abs, *value);
}

Result sign_flipped(Rewriting& at, const TermNode& node) {
  const Result value = at.beside_word(node, Rule::exclusive_or, sign);
  if (!value) return std::nullopt;
  return at.made(TermKind::neg, *value);
}

Result sign_set(Rewriting& at, const TermNode& node) {
  const Result value = at.beside_word(node, Rule::disjunction, sign);
  if (!value) return std::nullopt;
  return at.made(TermKind::neg, at.made(TermKind::abs, *value));
}

TermId opposite_of_input(Symbols& s) { return s.arena().make({TermKind::neg, x(s)}); }

}  // namespace

bool changes_sign(const Rewriting& at, const TermNode& node) {
  return node.kind == TermKind::apply2 && (at.beside_word(node, Rule::conjunction, without_sign) ||
                                           at.beside_word(node, Rule::exclusive_or, sign) ||
                                           at.beside_word(node, Rule::disjunction, sign));
}

std::span<const RewriteRule> bit_rules() {
  static constexpr std::array rules{
      RewriteRule{"and.b32(x, 0x7fffffff) = abs x", TermKind::apply2, sign_cleared,
                  [](Symbols& s) { return applied(s, "and.b32", without_sign); },
                  [](Symbols& s) { return applied(s, "and.b32", 0x7FFFFFFEU); }},
      RewriteRule{"xor.b32(x, 0x80000000) = neg x", TermKind::apply2, sign_flipped,
                  [](Symbols& s) { return applied(s, "xor.b32", sign); }, x},
      RewriteRule{"or.b32(x, 0x80000000) = neg abs x", TermKind::apply2, sign_set,
                  [](Symbols& s) { return applied(s, "or.b32", sign); }, opposite_of_input},
  };
  return rules;
}

}  // namespace touchstone::ptx
