#include "integer_evaluator.h"

#include <optional>
#include <stdexcept>

#include "elementary.h"
#include "touchstone/number/soft_binary32.h"

namespace touchstone {

namespace {

using Bits = std::uint32_t;

/// The function of one variable that an opaque term stands for.
std::optional<Elementary> elementary(TermKind kind) {
  switch (kind) {
    case TermKind::exp: return Elementary::exp;
    case TermKind::log: return Elementary::log;
    case TermKind::sin: return Elementary::sin;
    case TermKind::cos: return Elementary::cos;
    case TermKind::tanh: return Elementary::tanh;
    case TermKind::erf: return Elementary::erf;
    case TermKind::sigmoid: return Elementary::sigmoid;
    case TermKind::softplus: return Elementary::softplus;
    case TermKind::silu: return Elementary::silu;
    case TermKind::gelu: return Elementary::gelu;
    case TermKind::rsqrt: return Elementary::rsqrt;
    default: return std::nullopt;
  }
}

/// A term over the values of its operands; statements are 0 or 1.
Bits value_of(TermKind kind, Bits a, Bits b, Bits c) {
  switch (kind) {
    case TermKind::add: return soft::add(a, b);
    case TermKind::sub: return soft::sub(a, b);
    case TermKind::mul: return soft::mul(a, b);
    case TermKind::div: return soft::div(a, b);
    case TermKind::fma: return soft::fma(a, b, c);
    case TermKind::neg: return soft::neg(a);
    case TermKind::abs: return soft::abs(a);
    case TermKind::maximum: return soft::maximum(a, b);
    case TermKind::minimum: return soft::minimum(a, b);
    case TermKind::sqrt: return soft::sqrt(a);
    case TermKind::pow: return power_bits(a, b);
    case TermKind::equal: return soft::equal(a, b) ? 1 : 0;
    case TermKind::less: return soft::less(a, b) ? 1 : 0;
    case TermKind::exceeds: return soft::exceeds(a, b) ? 1 : 0;
    case TermKind::both: return a & b;
    case TermKind::either: return a | b;
    case TermKind::opposite: return a ^ 1U;
    case TermKind::select: return a != 0 ? b : c;
    default: break;
  }
  if (const auto f = elementary(kind)) return elementary_bits(*f, a);
  throw std::logic_error("not a term");
}

}  // namespace

std::vector<Bits> evaluate_terms(const TermArena& arena,
                                 std::span<const std::span<const Bits>> inputs) {
  std::vector<Bits> values;
  values.reserve(arena.nodes().size());
  for (const TermNode& node : arena.nodes()) {
    const unsigned operands = operand_count(node.kind);
    if (node.kind == TermKind::input) {
      values.push_back(inputs[node.a][node.b]);
    } else if (operands == 0) {
      values.push_back(node.a);
    } else {
      const Bits b = operands > 1 ? values[node.b] : 0;
      const Bits c = operands > 2 ? values[node.c] : 0;
      values.push_back(value_of(node.kind, values[node.a], b, c));
    }
  }
  return values;
}

}  // namespace touchstone
