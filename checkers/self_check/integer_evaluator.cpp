#include "integer_evaluator.h"

#include <stdexcept>

#include "exponential.h"
#include "touchstone/number/soft_binary32.h"

namespace touchstone {

std::vector<std::uint32_t> evaluate_terms(const TermArena& arena,
                                          std::span<const std::span<const std::uint32_t>> inputs) {
  std::vector<std::uint32_t> v;
  v.reserve(arena.nodes().size());
  const auto value = [&](const TermNode& n) -> std::uint32_t {
    switch (n.kind) {
      case TermKind::constant: return n.a;
      case TermKind::input: return inputs[n.a][n.b];
      case TermKind::add: return soft::add(v[n.a], v[n.b]);
      case TermKind::sub: return soft::sub(v[n.a], v[n.b]);
      case TermKind::mul: return soft::mul(v[n.a], v[n.b]);
      case TermKind::div: return soft::div(v[n.a], v[n.b]);
      case TermKind::fma: return soft::fma(v[n.a], v[n.b], v[n.c]);
      case TermKind::maximum: return soft::maximum(v[n.a], v[n.b]);
      case TermKind::sqrt: return soft::sqrt(v[n.a]);
      case TermKind::exp: return exponential_bits(v[n.a]);
    }
    throw std::logic_error("not a term");
  };
  for (const TermNode& node : arena.nodes()) v.push_back(value(node));
  return v;
}

}  // namespace touchstone
