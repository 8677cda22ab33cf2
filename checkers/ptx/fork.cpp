// Branches whose condition is a term: both sides are carried out by the same lanes from the same
// state, and what they leave differently becomes a select.
#include <algorithm>
#include <map>

#include "engine.h"

namespace touchstone::ptx {

namespace {

constexpr unsigned max_depth = 64;

Type type_of(Width width) {
  if (width == Width::bit) return Type::pred;
  return width == Width::wide ? Type::b64 : Type::b32;
}

}  // namespace

/// Carries out one side from step `from` to the join and takes back what it stored.
Engine::Side Engine::run_side(Warp& warp, LaneSet lanes, std::uint32_t from, std::uint32_t join) {
  std::vector<Undo> undone;
  std::vector<Undo>* const outer = std::exchange(undo_, &undone);
  warp.set_pc(lanes, from);
  ++depth_;
  run_lanes(warp, lanes, join);
  --depth_;
  undo_ = outer;
  Side out{warp.registers, warp.exited, {}};
  // Backwards, so that the first state of a word is what remains.
  for (std::size_t n = undone.size(); n-- > 0;) {
    const Undo& was = undone[n];
    const WordRef& word = was.word;
    const Undo current{word, *word.bits, *word.valid, *word.term, counted(word), was.lane};
    const auto [known, added] = out.written.try_emplace(word.bits, current, was);
    out.shared_words = out.shared_words || known->second.first.lane != was.lane;
    known->second.second = was;
    restore(was);
  }
  return out;
}

void Engine::fork(Warp& warp, const Step& step, LaneSet lanes) {
  out_.data_dependent = true;
  if (depth_ == max_depth) {
    return stop(step, "a trip count, or more than 64 nested branches, depend on data");
  }
  const std::uint32_t join = step.join;
  std::array<TermId, lane_count> conditions{};
  each_lane(lanes, [&](unsigned l) {
    const TermId condition = warp.registers.term(step.source[0], l);
    conditions[l] = step.negated != 0 ? symbols_->opposite(condition) : condition;
  });
  const Registers before = warp.registers;
  const LaneSet exited = warp.exited;
  const Side taken = run_side(warp, lanes, step.target, join);
  if (ended()) return;
  warp.registers = before;
  warp.exited = exited;
  const Side other = run_side(warp, lanes, number_of(step) + 1, join);
  if (ended()) return;
  if (((taken.exited ^ other.exited) & lanes) != 0) {
    return stop(step, "whether a thread ends here depends on data");
  }
  merge_registers(warp, taken, lanes, conditions);
  merge_memory(step, taken, other, conditions);
  if (join != no_join) warp.set_pc(lanes & warp.live(), join);
}

/// The warp holds the other side's registers; where the taken side's differ, selects.
void Engine::merge_registers(Warp& warp, const Side& taken, LaneSet lanes,
                             const std::array<TermId, lane_count>& conditions) {
  Registers& registers = warp.registers;
  for (SlotId slot = 0; slot < registers.slot_count(); ++slot) {
    const Type type = type_of(registers.width(slot));
    each_lane(lanes & (registers.defined(slot) | taken.registers.defined(slot)), [&](unsigned l) {
      const LaneSet one = LaneSet{1} << l;
      if ((registers.defined(slot) & taken.registers.defined(slot) & one) == 0) {
        registers.undefine(slot, l);
        return;
      }
      const bool terms = ((registers.terms(slot) | taken.registers.terms(slot)) & one) != 0;
      if (!terms && registers.get(slot, l) == taken.registers.get(slot, l)) return;
      const TermId chosen = term_of(taken.registers, slot, l);
      const TermId current = term_of(registers, slot, l);
      if (chosen == current) return;
      registers.set_term(slot, l, symbols_->select(conditions[l], chosen, current, type));
    });
  }
}

/// What each word holds after the join, from what it held before and what each side left.
void Engine::merge_memory(const Step& step, const Side& taken, const Side& other,
                          const std::array<TermId, lane_count>& conditions) {
  static constexpr const char* several_threads =
      "several threads write one word under conditions that depend on data";
  if (taken.shared_words || other.shared_words) return stop(step, several_threads);
  std::map<std::uint32_t*, std::pair<const Undo*, const Undo*>> both;
  std::map<std::uint32_t*, const Undo*> before;
  for (const auto& [key, states] : taken.written) {
    both[key] = {&states.first, &states.second};
    before[key] = &states.second;
  }
  for (const auto& [key, states] : other.written) {
    const auto also = taken.written.find(key);
    if (also != taken.written.end() && also->second.second.lane != states.second.lane) {
      return stop(step, several_threads);
    }
    const auto [at, added] = both.try_emplace(key, &states.second, &states.first);
    if (!added) at->second.second = &states.first;
    before.try_emplace(key, &states.second);
  }
  for (const auto& [key, states] : both) {
    merge_word(step, *before[key], *states.first, *states.second, conditions);
  }
}

/// One word, whose state before both sides it holds now.
void Engine::merge_word(const Step& step, const Undo& before, const Undo& yes, const Undo& no,
                        const std::array<TermId, lane_count>& conditions) {
  const WordRef& word = before.word;
  if (undo_ != nullptr) undo_->push_back(before);
  if (word.writers != nullptr) {
    const bool by_both = yes.writers != 0 && no.writers != 0;
    *word.writers = by_both ? std::max(yes.writers, no.writers) : std::uint8_t{0};
  }
  *word.bits = yes.bits;
  *word.valid = yes.valid;
  *word.term = yes.term;
  if (yes.bits == no.bits && yes.valid == no.valid && yes.term == no.term) return;
  if (yes.valid == 0 || no.valid == 0) {
    *word.valid = 0;
  } else if (yes.valid == 0xF && no.valid == 0xF) {
    const TermId chosen = yes.term != 0 ? yes.term - 1 : symbols_->word(yes.bits);
    const TermId other = no.term != 0 ? no.term - 1 : symbols_->word(no.bits);
    *word.bits = 0;
    *word.term = symbols_->select(conditions[before.lane], chosen, other, Type::b32) + 1;
  } else {
    stop(step, "a part of a word is written under a condition that depends on data");
  }
}

}  // namespace touchstone::ptx
