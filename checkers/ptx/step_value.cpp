#include <array>

#include "addresses.h"
#include "engine.h"
#include "touchstone/number/binary32.h"

namespace touchstone::ptx {

/// LaneSet in which every operand has a value.
LaneSet Engine::operands_defined(const Warp& warp, const Step& step) const {
  LaneSet out = all_lanes;
  for (unsigned i = 0; i < step.source_count; ++i) out &= warp.registers.defined(step.source[i]);
  return out;
}

std::uint64_t Engine::operand(const Warp& warp, const Step& step, unsigned i, unsigned lane) const {
  const std::uint64_t bits = warp.registers.get(step.source[i], lane);
  return ((step.negated >> i) & 1U) != 0 ? bits ^ 1U : bits;
}

TermId Engine::term_of(const Registers& registers, SlotId slot, unsigned lane) {
  if (((registers.terms(slot) >> lane) & 1U) != 0) return registers.term(slot, lane);
  const std::uint64_t bits = registers.get(slot, lane);
  switch (registers.width(slot)) {
    case Width::bit: return symbols_->truth(bits != 0);
    case Width::word: return symbols_->word(static_cast<std::uint32_t>(bits));
    case Width::wide: return symbols_->wide(bits);
  }
  return 0;
}

bool Engine::is_plain_constant(const TermNode& node) {
  return node.kind == TermKind::truth || node.kind == TermKind::wide ||
         (node.kind == TermKind::constant && node.a != canonical_nan);
}

/// A term that is a constant is kept as bits, so that control flow may depend on it; but for NaN,
/// whose bits are open where it comes from arithmetic.
void Engine::set_term(Registers& registers, SlotId slot, unsigned lane, TermId term) {
  const TermNode& node = symbols_->arena().nodes()[term];
  if (!is_plain_constant(node)) return registers.set_term(slot, lane, term);
  const std::uint64_t high = node.kind == TermKind::wide ? node.b : 0;
  registers.set(slot, lane, node.a | (high << 32U));
}

void Engine::value_step(Warp& warp, const Step& step, LaneSet group) {
  const LaneSet defined = operands_defined(warp, step);
  if (symbols_ != nullptr) {
    LaneSet open = step.by_term ? all_lanes : 0;
    for (unsigned i = 0; i < step.source_count; ++i) open |= warp.registers.terms(step.source[i]);
    open &= group & defined;
    if (open != 0) symbolic_lanes(warp, step, open);
    group &= ~open;
    if (group == 0) return;
  }
  if (step.lanes != nullptr && step.second == no_slot && step.result != no_slot) {
    return together(warp, step, group, defined);
  }
  each_lane(group, [&](unsigned l) { one_lane(warp, step, l, ((defined >> l) & 1U) != 0); });
}

/// By the form's loop over all lanes, of which those outside the group keep what they have.
void Engine::together(Warp& warp, const Step& step, LaneSet group, LaneSet defined) {
  Registers& registers = warp.registers;
  const void* a = registers.data(step.source[0]);
  const void* b = step.source_count > 1 ? registers.data(step.source[1]) : nullptr;
  const void* c = step.source_count > 2 ? registers.data(step.source[2]) : nullptr;
  void* d = registers.data(step.result);
  const Width width = registers.width(step.result);
  if (group == all_lanes) {
    step.lanes(d, a, b, c);
  } else if (width == Width::bit) {
    LaneSet out = 0;
    step.lanes(&out, a, b, c);
    auto* bits = static_cast<LaneSet*>(d);
    *bits = (*bits & ~group) | (out & group);
  } else {
    alignas(64) std::array<std::byte, std::size_t{8} * lane_count> out{};
    step.lanes(out.data(), a, b, c);
    const std::size_t size = width == Width::wide ? 8 : 4;
    each_lane(group, [&](unsigned l) {
      std::memcpy(static_cast<std::byte*>(d) + size * l, out.data() + size * l, size);
    });
  }
  registers.wrote(step.result, group, defined);
}

void Engine::one_lane(Warp& warp, const Step& step, unsigned lane, bool known) {
  Registers& registers = warp.registers;
  if (!known) {
    if (step.result != no_slot) registers.undefine(step.result, lane);
    if (step.second != no_slot) registers.undefine(step.second, lane);
    return;
  }
  std::array<std::uint64_t, 4> operands{};
  for (unsigned i = 0; i < step.source_count; ++i) operands[i] = operand(warp, step, i, lane);
  const std::span<const std::uint64_t> given(operands.data(), step.source_count);
  const bool divides = step.form.rule == Rule::divide || step.form.rule == Rule::remainder;
  if (divides && symbols_ != nullptr && is_unspecified(step.form, given)) {
    return symbolic_lanes(warp, step, LaneSet{1} << lane);
  }
  const std::uint64_t second = step.second != no_slot ? second_predicate(step.form, given) : 0;
  if (step.result != no_slot) {
    registers.set(step.result, lane, step.value(step.form, operands.data()));
  }
  if (step.second != no_slot) registers.set(step.second, lane, second);
}

/// The lanes in which an operand is a term.
void Engine::symbolic_lanes(Warp& warp, const Step& step, LaneSet lanes) {
  Registers& registers = warp.registers;
  if (symbols_->arena().nodes().size() > limits_.terms) {
    return stop(step, "more than " + std::to_string(limits_.terms) + " terms");
  }
  each_lane(lanes, [&](unsigned l) {
    std::array<TermId, 4> operands{};
    bool any_term = false;
    for (unsigned i = 0; i < step.source_count; ++i) {
      any_term = any_term || ((registers.terms(step.source[i]) >> l) & 1U) != 0;
      operands[i] = term_of(registers, step.source[i], l);
      if (((step.negated >> i) & 1U) != 0) operands[i] = symbols_->opposite(operands[i]);
    }
    if (step.term && any_term) {
      registers.set_term(
          step.result, l,
          symbols_->arena().make({*step.term, operands[0], operands[1], operands[2]}));
      return;
    }
    const std::span<const TermId> given(operands.data(), step.source_count);
    const TermId second = step.second != no_slot ? symbols_->apply_second(step.form, given) : 0;
    if (step.result != no_slot) {
      set_term(registers, step.result, l, symbols_->apply(step.form, given));
    }
    if (step.second != no_slot) set_term(registers, step.second, l, second);
  });
}

/// mov of several narrow registers into a wide one: the first is the lowest part.
void Engine::pack_step(Warp& warp, const Step& step, LaneSet group) {
  Registers& registers = warp.registers;
  const std::span<const SlotId> parts(code_.lists.data() + step.lists, step.list_count);
  const unsigned bits = bits_of(step.form.type) / step.list_count;
  each_lane(group, [&](unsigned l) {
    std::uint64_t out = 0;
    bool terms = false;
    bool defined = true;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      out |= registers.get(parts[i], l) << (bits * i);
      terms = terms || ((registers.terms(parts[i]) >> l) & 1U) != 0;
      defined = defined && ((registers.defined(parts[i]) >> l) & 1U) != 0;
    }
    if (!defined) return registers.undefine(step.result, l);
    if (!terms) return registers.set(step.result, l, out);
    if (bits != 32 || parts.size() != 2)
      return stop(step, "packs parts of words that depend on data");
    set_term(registers, step.result, l,
             symbols_->pair(term_of(registers, parts[0], l), term_of(registers, parts[1], l)));
  });
}

void Engine::unpack_step(Warp& warp, const Step& step, LaneSet group) {
  Registers& registers = warp.registers;
  const std::span<const SlotId> parts(code_.lists.data() + step.lists, step.list_count);
  const unsigned bits = bits_of(step.form.type) / step.list_count;
  const std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  each_lane(group, [&](unsigned l) {
    const SlotId from = step.source[0];
    const bool defined = ((registers.defined(from) >> l) & 1U) != 0;
    const bool term = ((registers.terms(from) >> l) & 1U) != 0;
    if (defined && term && (bits != 32 || parts.size() != 2)) {
      return stop(step, "unpacks a word that depends on data");
    }
    const std::uint64_t whole = registers.get(from, l);
    const TermId whole_term = defined && term ? registers.term(from, l) : 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i] == no_slot) continue;
      if (!defined) {
        registers.undefine(parts[i], l);
      } else if (term) {
        set_term(registers, parts[i], l,
                 i == 0 ? symbols_->low(whole_term) : symbols_->high(whole_term));
      } else {
        registers.set(parts[i], l, (whole >> (bits * i)) & mask);
      }
    }
  });
}

/// 9.7.9.20 "cvta": between an address in a space and the generic address of the same byte.
void Engine::address_step(Warp& warp, const Step& step, LaneSet group) {
  Registers& registers = warp.registers;
  const SlotId from = step.source[0];
  const Space space = step.form.space;
  const std::uint64_t window = space == Space::shared  ? address_in(region_shared, 0)
                               : space == Space::local ? address_in(region_local, 0)
                               : space == Space::param ? address_in(region_parameters, 0)
                                                       : 0;
  if ((group & registers.terms(from)) != 0) return stop(step, "an address that depends on data");
  each_lane(group, [&](unsigned l) {
    if (((registers.defined(from) >> l) & 1U) == 0) return registers.undefine(step.result, l);
    const std::uint64_t address = registers.get(from, l);
    registers.set(step.result, l, step.form.to_generic ? address + window : address - window);
  });
}

}  // namespace touchstone::ptx
