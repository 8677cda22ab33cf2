#include "evaluation.h"

#include <bit>
#include <stdexcept>

#include "cone.h"
#include "touchstone/number/binary32.h"

namespace touchstone::ptx {

namespace {

constexpr std::uint8_t needed = 0x10U;  // the bits below say which operands end here

std::uint32_t bits_of_number(float x) {
  return x != x ? arithmetic_nan : std::bit_cast<std::uint32_t>(x);
}

template <class Fma>
std::uint32_t value_by(TermKind kind, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  using Number = Binary32<Fma>;
  const Number x{std::bit_cast<float>(a)};
  const Number y{std::bit_cast<float>(b)};
  const auto bits = [](Number number) { return bits_of_number(number.value); };
  const auto statement = [](Truth truth) { return truth.value ? 1U : 0U; };
  switch (kind) {
    case TermKind::add: return bits(x + y);
    case TermKind::sub: return bits(x - y);
    case TermKind::mul: return bits(x * y);
    case TermKind::div: return bits(x / y);
    case TermKind::fma: return bits(fma(x, y, Number{std::bit_cast<float>(c)}));
    case TermKind::maximum: return bits(maximum(x, y));
    case TermKind::minimum: return bits(minimum(x, y));
    case TermKind::sqrt: return bits(sqrt(x));
    case TermKind::neg: return bits(-x);
    case TermKind::abs: return bits(abs(x));
    case TermKind::exp: return bits(exp(x));
    case TermKind::pow: return bits(pow(x, y));
    case TermKind::log: return bits(log(x));
    case TermKind::sin: return bits(sin(x));
    case TermKind::cos: return bits(cos(x));
    case TermKind::tanh: return bits(tanh(x));
    case TermKind::erf: return bits(erf(x));
    case TermKind::sigmoid: return bits(sigmoid(x));
    case TermKind::softplus: return bits(softplus(x));
    case TermKind::silu: return bits(silu(x));
    case TermKind::gelu: return bits(gelu(x));
    case TermKind::rsqrt: return bits(rsqrt(x));
    case TermKind::equal: return statement(equal(x, y));
    case TermKind::less: return statement(less(x, y));
    case TermKind::exceeds: return statement(exceeds(x, y));
    case TermKind::both: return a & b;
    case TermKind::either: return a | b;
    case TermKind::opposite: return a ^ 1U;
    case TermKind::select: return a != 0 ? b : c;
    default: throw std::logic_error("not a term over values");
  }
}

BatchValues all(std::uint64_t bits) {
  BatchValues out{};
  out.fill(bits);
  return out;
}

BatchValues applied(const Form& form, const std::array<const BatchValues*, max_value_operands>& x,
                    std::size_t count) {
  BatchValues out{};
  const ValueFunction function = function_of(form);
  std::array<std::uint64_t, max_value_operands> operands{};
  for (std::size_t lane = 0; lane < batch_size; ++lane) {
    for (std::size_t i = 0; i < count; ++i) operands[i] = (*x[i])[lane];
    out[lane] = function(form, operands.data());
  }
  return out;
}

template <class Fma>
BatchValues batch_of(TermKind kind, const BatchValues& a, const BatchValues& b,
                     const BatchValues& c) {
  BatchValues out{};
  for (std::size_t lane = 0; lane < batch_size; ++lane) {
    out[lane] =
        value_by<Fma>(kind, static_cast<std::uint32_t>(a[lane]),
                      static_cast<std::uint32_t>(b[lane]), static_cast<std::uint32_t>(c[lane]));
  }
  return out;
}

BatchValues joined(const BatchValues& low, const BatchValues& high) {
  BatchValues out{};
  for (std::size_t lane = 0; lane < batch_size; ++lane) out[lane] = low[lane] | high[lane] << 32U;
  return out;
}

}  // namespace

std::uint32_t value_of(TermKind kind, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return value_by<ExactFma>(kind, a, b, c);
}

Evaluation::Evaluation(const Symbols& symbols, std::span<const TermId> roots)
    : symbols_(&symbols), roots_(roots.begin(), roots.end()) {
  find_last_uses();
  assign_places();
}

void Evaluation::find_last_uses() {
  const TermNodes nodes = symbols_->arena().nodes();
  uses_.assign(nodes.size(), 0);
  for (const TermId root : roots_) uses_[root] = needed;
  // From the latest term back: who is seen to need a term first is who reads it last. Roots are
  // needed from the start, so that nobody ends them.
  for (std::size_t id = nodes.size(); id-- > 0;) {
    if (uses_[id] == 0) continue;
    const OperandTerms parts = parts_of(*symbols_, nodes[id]);
    for (std::size_t i = 0; i < parts.count; ++i) {
      if (uses_[parts.ids[i]] != 0) continue;
      uses_[parts.ids[i]] = needed;
      uses_[id] = static_cast<std::uint8_t>(uses_[id] | 1U << i);
    }
  }
}

void Evaluation::assign_places() {
  const TermNodes nodes = symbols_->arena().nodes();
  places_.assign(nodes.size(), 0);
  std::vector<std::uint32_t> free;
  for (std::size_t id = 0; id < nodes.size(); ++id) {
    if (uses_[id] == 0) continue;
    const OperandTerms parts = parts_of(*symbols_, nodes[id]);
    for (std::size_t i = 0; i < parts.count; ++i) {
      if ((uses_[id] >> i & 1U) != 0) free.push_back(places_[parts.ids[i]]);
    }
    if (free.empty()) {
      places_[id] = static_cast<std::uint32_t>(place_count_++);
    } else {
      places_[id] = free.back();
      free.pop_back();
    }
  }
}

template <class Fma>
void Evaluation::run(const BatchInputs& inputs, const BatchVisitor& visit,
                     std::vector<BatchValues>& values) const {
  const TermNodes nodes = symbols_->arena().nodes();
  for (std::size_t id = 0; id < uses_.size(); ++id) {
    if (uses_[id] == 0) continue;
    const TermNode& node = nodes[id];
    BatchValues& out = values[places_[id]];
    switch (node.kind) {
      case TermKind::input: out = inputs(node.a, node.b); break;
      case TermKind::constant:
      case TermKind::truth: out = all(node.a); break;
      case TermKind::wide: out = all(std::uint64_t{node.b} << 32U | node.a); break;
      case TermKind::pair: out = joined(values[places_[node.a]], values[places_[node.b]]); break;
      case TermKind::apply1:
      case TermKind::apply2:
      case TermKind::apply3: {
        const OperandTerms parts = symbols_->operands(node);
        std::array<const BatchValues*, max_value_operands> x{};
        for (std::size_t i = 0; i < parts.count; ++i) x[i] = &values[places_[parts.ids[i]]];
        out = applied(symbols_->form(node), x, parts.count);
        break;
      }
      default: {
        const OperandTerms parts = parts_of(*symbols_, node);
        const auto part = [&](std::size_t i) -> const BatchValues& {
          return values[places_[parts.ids[i < parts.count ? i : 0]]];
        };
        out = batch_of<Fma>(node.kind, part(0), part(1), part(2));
      }
    }
    if (visit) visit(static_cast<TermId>(id), out);
  }
}

std::vector<BatchValues> Evaluation::at(const BatchInputs& inputs,
                                        const BatchVisitor& visit) const {
  std::vector<BatchValues> values(place_count_);
  if (has_hardware_fma()) {
    run<HardwareFma>(inputs, visit, values);
  } else {
    run<ExactFma>(inputs, visit, values);
  }
  std::vector<BatchValues> out;
  out.reserve(roots_.size());
  for (const TermId root : roots_) out.push_back(values[places_[root]]);
  return out;
}

}  // namespace touchstone::ptx
