#pragma once

#include <cstddef>
#include <cstdint>

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

}  // namespace touchstone
