#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace touchstone {

/// Position of a term in its arena. Operands always have smaller ids than the terms over them.
using TermId = std::uint32_t;

enum class TermKind : std::uint8_t {
  constant,  ///< a = binary32 bits
  input,     ///< a = operand, b = element number
  add,
  sub,
  mul,
  div,
  fma,      ///< a · b + c, rounded once
  maximum,  ///< IEEE 754-2019 maximum
  sqrt,
  exp,  ///< the exact e^x rounded to nearest even: an opaque function
};

/// Number of operands that are terms.
[[nodiscard]] constexpr unsigned operand_count(TermKind kind) {
  switch (kind) {
    case TermKind::constant:
    case TermKind::input: return 0;
    case TermKind::sqrt:
    case TermKind::exp: return 1;
    case TermKind::fma: return 3;
    default: return 2;
  }
}

struct TermNode {
  TermKind kind = TermKind::constant;
  TermId a = 0;
  TermId b = 0;
  TermId c = 0;
  bool operator==(const TermNode&) const = default;
};

/// Hash-consed terms over binary32: equal terms have equal ids. Nothing is folded, simplified or
/// reordered, so a term is the definition as written. Up to 2^32 − 1 terms, 120 ns each or so.
class TermArena {
 public:
  TermArena();
  [[nodiscard]] TermId make(const TermNode& node);
  [[nodiscard]] std::span<const TermNode> nodes() const { return nodes_; }

 private:
  void grow();

  std::vector<TermNode> nodes_;
  std::vector<TermId> slots_;  // open addressing; id + 1, or 0 where empty
};

/// The scalar at which a definition is read as a term.
struct Term {
  TermArena* arena = nullptr;
  TermId id = 0;

  friend Term operator+(Term x, Term y) { return x.over(TermKind::add, y); }
  friend Term operator-(Term x, Term y) { return x.over(TermKind::sub, y); }
  friend Term operator*(Term x, Term y) { return x.over(TermKind::mul, y); }
  friend Term operator/(Term x, Term y) { return x.over(TermKind::div, y); }
  friend Term maximum(Term x, Term y) { return x.over(TermKind::maximum, y); }
  friend Term fma(Term x, Term y, Term z) {
    return {x.arena, x.arena->make({TermKind::fma, x.id, y.id, z.id})};
  }
  friend Term sqrt(Term x) { return {x.arena, x.arena->make({TermKind::sqrt, x.id})}; }
  friend Term exp(Term x) { return {x.arena, x.arena->make({TermKind::exp, x.id})}; }

 private:
  [[nodiscard]] Term over(TermKind kind, Term y) const {
    return {arena, arena->make({kind, id, y.id})};
  }
};

}  // namespace touchstone
