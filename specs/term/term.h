#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace touchstone {

/// Position of a term in its arena. Operands always have smaller ids than the terms over them.
using TermId = std::uint32_t;

enum class TermKind : std::uint8_t {
  constant,  ///< a = binary32 bits
  input,     ///< a = operand, b = element number; a number or a statement, as the operand holds
  add,
  sub,
  mul,
  div,
  fma,      ///< a · b + c, rounded once
  maximum,  ///< IEEE 754-2019 maximum
  sqrt,
  exp,  ///< the exact e^x rounded to nearest even: an opaque function, as those below
  neg,  ///< the sign flipped
  abs,  ///< the sign cleared
  minimum,
  pow,
  log,
  sin,
  cos,
  tanh,
  erf,
  sigmoid,
  softplus,
  silu,
  gelu,
  rsqrt,
  truth,  ///< a statement: a = 0 or 1
  equal,
  less,
  exceeds,  ///< maximum(a, b) is a and not b
  both,
  either,
  opposite,
  select,  ///< b where the statement a holds, otherwise c
  // The kinds below are not of definitions but of machine code that is compared with them.
  wide,    ///< a 64-bit constant: a its low word, b its high word
  pair,    ///< a 64-bit word of the words a and b, or two operands of an apply3
  apply1,  ///< instruction form b of a, by the table of whoever keeps the arena
  apply2,  ///< instruction form c of a and b
  apply3,  ///< instruction form c of a and the pair b
};
/// The kinds that definitions consist of come first.
inline constexpr std::size_t definition_kind_count = static_cast<std::size_t>(TermKind::select) + 1;

/// Number of operands that are terms.
[[nodiscard]] constexpr unsigned operand_count(TermKind kind) {
  switch (kind) {
    case TermKind::constant:
    case TermKind::input:
    case TermKind::truth:
    case TermKind::wide: return 0;
    case TermKind::sqrt:
    case TermKind::exp:
    case TermKind::neg:
    case TermKind::abs:
    case TermKind::log:
    case TermKind::sin:
    case TermKind::cos:
    case TermKind::tanh:
    case TermKind::erf:
    case TermKind::sigmoid:
    case TermKind::softplus:
    case TermKind::silu:
    case TermKind::gelu:
    case TermKind::rsqrt:
    case TermKind::opposite:
    case TermKind::apply1: return 1;
    case TermKind::fma:
    case TermKind::select: return 3;
    default: return 2;
  }
}

/// Whether it is a function whose value is rounded correctly from the exact one, or (pow) within
/// its bound, and not an operation of IEEE 754 arithmetic.
[[nodiscard]] constexpr bool is_opaque(TermKind kind) {
  return kind == TermKind::exp || (kind >= TermKind::pow && kind <= TermKind::rsqrt);
}

struct TermNode {
  TermKind kind = TermKind::constant;
  TermId a = 0;
  TermId b = 0;
  TermId c = 0;
  bool operator==(const TermNode&) const = default;
};

/// Whether its two operands (the first two of fma) may change places without changing the value,
/// every NaN being one.
[[nodiscard]] constexpr bool is_commutative(TermKind kind) {
  switch (kind) {
    case TermKind::add:
    case TermKind::mul:
    case TermKind::fma:
    case TermKind::maximum:
    case TermKind::minimum:
    case TermKind::equal:
    case TermKind::both:
    case TermKind::either: return true;
    default: return false;
  }
}

/// Whether an arena keeps operands as written, or puts those of commutative kinds in ascending
/// order of their ids, so that x + y and y + x are one term.
enum class TermOrder : std::uint8_t { as_written, commutative };

/// Hash-consed terms over binary32 numbers and statements about them: equal terms have equal ids.
/// Nothing is folded or simplified, and nothing reordered unless asked for, so a term is the
/// definition as written. Up to 2^32 − 1 terms, 120 ns each or so.
class TermArena {
 public:
  explicit TermArena(TermOrder order = TermOrder::as_written);
  [[nodiscard]] TermId make(const TermNode& given);
  [[nodiscard]] std::span<const TermNode> nodes() const { return nodes_; }

 private:
  void grow();

  TermOrder order_;
  std::vector<TermNode> nodes_;
  std::vector<TermId> slots_;  // open addressing; id + 1, or 0 where empty
};

/// A statement about terms: what a definition's comparisons give.
struct TermBool {
  TermArena* arena = nullptr;
  TermId id = 0;

  friend TermBool both(TermBool x, TermBool y) { return x.over(TermKind::both, y); }
  friend TermBool either(TermBool x, TermBool y) { return x.over(TermKind::either, y); }
  friend TermBool opposite(TermBool x) {
    return {x.arena, x.arena->make({TermKind::opposite, x.id})};
  }

 private:
  [[nodiscard]] TermBool over(TermKind kind, TermBool y) const {
    return {arena, arena->make({kind, id, y.id})};
  }
};

/// The scalar at which a definition is read as a term.
struct Term {
  TermArena* arena = nullptr;
  TermId id = 0;

  friend Term operator+(Term x, Term y) { return x.over(TermKind::add, y); }
  friend Term operator-(Term x, Term y) { return x.over(TermKind::sub, y); }
  friend Term operator*(Term x, Term y) { return x.over(TermKind::mul, y); }
  friend Term operator/(Term x, Term y) { return x.over(TermKind::div, y); }
  friend Term operator-(Term x) { return x.of(TermKind::neg); }
  friend Term abs(Term x) { return x.of(TermKind::abs); }
  friend Term maximum(Term x, Term y) { return x.over(TermKind::maximum, y); }
  friend Term minimum(Term x, Term y) { return x.over(TermKind::minimum, y); }
  friend Term fma(Term x, Term y, Term z) {
    return {x.arena, x.arena->make({TermKind::fma, x.id, y.id, z.id})};
  }
  friend Term sqrt(Term x) { return x.of(TermKind::sqrt); }
  friend Term rsqrt(Term x) { return x.of(TermKind::rsqrt); }
  friend Term exp(Term x) { return x.of(TermKind::exp); }
  friend Term log(Term x) { return x.of(TermKind::log); }
  friend Term sin(Term x) { return x.of(TermKind::sin); }
  friend Term cos(Term x) { return x.of(TermKind::cos); }
  friend Term tanh(Term x) { return x.of(TermKind::tanh); }
  friend Term erf(Term x) { return x.of(TermKind::erf); }
  friend Term sigmoid(Term x) { return x.of(TermKind::sigmoid); }
  friend Term softplus(Term x) { return x.of(TermKind::softplus); }
  friend Term silu(Term x) { return x.of(TermKind::silu); }
  friend Term gelu(Term x) { return x.of(TermKind::gelu); }
  friend Term pow(Term x, Term y) { return x.over(TermKind::pow, y); }
  friend TermBool equal(Term x, Term y) { return x.statement(TermKind::equal, y); }
  friend TermBool less(Term x, Term y) { return x.statement(TermKind::less, y); }
  friend TermBool exceeds(Term x, Term y) { return x.statement(TermKind::exceeds, y); }
  friend Term select(TermBool b, Term x, Term y) {
    return {x.arena, x.arena->make({TermKind::select, b.id, x.id, y.id})};
  }

 private:
  [[nodiscard]] Term of(TermKind kind) const { return {arena, arena->make({kind, id})}; }
  [[nodiscard]] Term over(TermKind kind, Term y) const {
    return {arena, arena->make({kind, id, y.id})};
  }
  [[nodiscard]] TermBool statement(TermKind kind, Term y) const {
    return {arena, arena->make({kind, id, y.id})};
  }
};

}  // namespace touchstone
