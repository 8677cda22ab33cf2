// How a warp's lanes go on together, part and meet again.
#include "engine.h"

namespace touchstone::ptx {

/// Runs these lanes until each is at `stop`, has ended or waits for other warps. The group that is
/// furthest behind goes first, so that lanes which parted meet again where the code does.
void Engine::run_lanes(Warp& warp, LaneSet lanes, std::uint32_t stop) {
  while (!ended()) {
    std::uint32_t least = UINT32_MAX;
    std::uint32_t next = UINT32_MAX;
    each_lane(lanes & warp.runnable(), [&](unsigned l) {
      const std::uint32_t pc = warp.pc[l];
      if (pc == stop) return;
      if (pc < least) {
        next = least;
        least = pc;
      } else if (pc > least && pc < next) {
        next = pc;
      }
    });
    if (least == UINT32_MAX) {
      if ((lanes & warp.held) == 0) return;
      free_held(warp, lanes & warp.held);
      continue;
    }
    LaneSet group = 0;
    each_lane(lanes & warp.live() & ~warp.at_barrier, [&](unsigned l) {
      if (warp.pc[l] == least) group |= LaneSet{1} << l;
    });
    warp.held &= ~group;
    run_group(warp, group, next, stop);
  }
}

/// Whether all of the group take the branch, or none does; nothing where they part or do not know.
std::optional<bool> Engine::common_choice(const Warp& warp, const Step& step, LaneSet group) {
  const SlotId condition = step.source[0];
  const LaneSet known = warp.registers.defined(condition) & ~warp.registers.terms(condition);
  const LaneSet holding = warp.registers.holding(condition) ^ (step.negated != 0 ? all_lanes : 0);
  if ((known & group) != group) return std::nullopt;
  if ((holding & group) == group) return true;
  if ((holding & group) == 0) return false;
  return std::nullopt;
}

/// Runs lanes that are at one step until they part, wait, end, reach `stop` or catch up with the
/// next lanes at `until`.
void Engine::run_group(Warp& warp, LaneSet group, std::uint32_t until, std::uint32_t stop) {
  std::uint32_t pc = warp.pc[static_cast<unsigned>(std::countr_zero(group))];
  const auto size = static_cast<std::uint64_t>(std::popcount(group));
  while (!ended()) {
    if (pc == stop || pc >= until) return warp.set_pc(group, pc);
    if (pc == code_.steps.size()) {
      warp.exited |= group;
      return;
    }
    const Step& step = code_.steps[pc];
    out_.lane_instructions += size;
    // A step of one lane takes the machine nearly as long as one of many.
    constexpr std::uint64_t lanes_worth = 8;
    if (out_.lane_instructions > limits_.lane_instructions ||
        ++steps_ > limits_.lane_instructions / lanes_worth + 1) {
      return this->stop(step, "no end within " + std::to_string(limits_.lane_instructions) +
                                  " instructions of single threads");
    }
    if (step.kind == StepKind::branch && step.source_count == 0) {
      pc = step.target;
      continue;
    }
    if (step.kind == StepKind::branch) {
      const auto taken = common_choice(warp, step, group);
      if (!taken) {
        warp.set_pc(group, pc);
        return branch(warp, step, group);
      }
      pc = *taken ? step.target : pc + 1;
      continue;
    }
    if (!carry_out(warp, step, group)) {
      if (step.kind != StepKind::exit && step.kind != StepKind::jump_table) warp.set_pc(group, pc);
      return;
    }
    ++pc;
  }
}

/// Whether the group goes on to the next step.
bool Engine::carry_out(Warp& warp, const Step& step, LaneSet group) {
  switch (step.kind) {
    case StepKind::value: value_step(warp, step, group); return true;
    case StepKind::pack: pack_step(warp, step, group); return true;
    case StepKind::unpack: unpack_step(warp, step, group); return true;
    case StepKind::address: address_step(warp, step, group); return true;
    case StepKind::load: load_step(warp, step, group); return true;
    case StepKind::store: store_step(warp, step, group); return true;
    case StepKind::atomic: atomic_step(warp, step, group); return true;
    case StepKind::shuffle:
    case StepKind::vote:
    case StepKind::match:
    case StepKind::reduce_lanes: return lane_step(warp, step, group);
    case StepKind::active_mask: return active_mask_step(warp, step, group);
    case StepKind::elect: stop(step, "elect.sync is not modelled"); return false;
    case StepKind::warp_barrier:
      if (!meet(warp, step, group, step.source[0])) return false;
      pass_warp_barrier(warp, step, group);
      return true;
    case StepKind::barrier: arrive(warp, step, group); return false;
    case StepKind::fence: fenced_ = true; return true;
    case StepKind::jump_table: jump(warp, step, group); return false;
    case StepKind::exit: exit_lanes(warp, step, group); return false;
    case StepKind::trap:
      report(DefectKind::trap, warp, step, static_cast<unsigned>(std::countr_zero(group)),
             "the kernel traps");
      full_ = true;
      return false;
    case StepKind::branch:
    case StepKind::none: return true;
  }
  return true;
}

bool Engine::active_mask_step(Warp& warp, const Step& step, LaneSet group) {
  if (symbols_ != nullptr) {
    stop(step, "which threads activemask sees is not fixed by PTX");
    return false;
  }
  each_lane(group, [&](unsigned l) { warp.registers.set(step.result, l, group); });
  return true;
}

/// The group waits at a barrier of the block.
void Engine::arrive(Warp& warp, const Step& step, LaneSet group) {
  if (depth_ > 0) {
    report(DefectKind::barrier_divergence, warp, step,
           static_cast<unsigned>(std::countr_zero(group)),
           "whether a thread reaches this barrier depends on data");
    full_ = true;
    return;
  }
  if (agree_on_barrier(warp, step, group)) warp.at_barrier |= group;
}

void Engine::branch(Warp& warp, const Step& step, LaneSet group) {
  const SlotId condition = step.source[0];
  const LaneSet unknown = group & ~warp.registers.defined(condition);
  if (unknown != 0) {
    report(DefectKind::uninitialised_read, warp, step,
           static_cast<unsigned>(std::countr_zero(unknown)),
           "the branch depends on a register that nothing has written");
    full_ = true;
    return;
  }
  const LaneSet open = group & warp.registers.terms(condition);
  const LaneSet holding = warp.registers.holding(condition) ^ (step.negated != 0 ? all_lanes : 0);
  const std::uint32_t next = number_of(step) + 1;
  warp.set_pc(group & ~open & holding, step.target);
  warp.set_pc(group & ~open & ~holding, next);
  if (open != 0) fork(warp, step, open);
}

void Engine::jump(Warp& warp, const Step& step, LaneSet group) {
  const SlotId index = step.source[0];
  if ((group & warp.registers.terms(index)) != 0) return stop(step, "a jump that depends on data");
  if ((group & ~warp.registers.defined(index)) != 0) {
    return stop(step, "a jump by a register that nothing has written");
  }
  each_lane(group, [&](unsigned l) {
    const std::uint64_t i = warp.registers.get(index, l);
    if (i >= step.target_count) {
      report(DefectKind::out_of_bounds, warp, step, l,
             "jumps to entry " + std::to_string(i) + " of " + std::to_string(step.target_count));
      full_ = true;
      return;
    }
    warp.pc[l] = code_.targets[step.target + i];
  });
}

/// The clock of a warp counts the barriers that all its threads pass together. One of some of them,
/// or after some have ended, orders those alone; that is only remembered.
void Engine::pass_warp_barrier(Warp& warp, const Step& step, LaneSet group) {
  if (group != warp.present) {
    warp.partly_ordered = true;
    return;
  }
  constexpr std::uint32_t most = (1U << Access::warp_time_bits) - 1;
  if (warp.warp_time == most) {
    return stop(step, "more than 4,095 warp barriers between two barriers of the block");
  }
  ++warp.warp_time;
}

/// Whether the barrier's number and count of threads are known and the same for all of the group.
bool Engine::agree_on_barrier(const Warp& warp, const Step& step, LaneSet group) {
  bool known = true;
  for (unsigned i = 0; i < step.source_count; ++i) {
    const SlotId slot = step.source[i];
    known = known && (group & (~warp.registers.defined(slot) | warp.registers.terms(slot))) == 0;
    const std::uint64_t first =
        warp.registers.get(slot, static_cast<unsigned>(std::countr_zero(group)));
    each_lane(group, [&](unsigned l) { known = known && warp.registers.get(slot, l) == first; });
  }
  if (!known) stop(step, "a barrier whose number or count differs between threads or is not known");
  return known;
}

void Engine::exit_lanes(Warp& warp, const Step& step, LaneSet group) {
  warp.exited |= group;
  exit_step_ = number_of(step);
}

/// LaneSet that wait for others at warp operations while none of the warp can go on. Threads that
/// wait at warp barriers in different places let each other pass; for the rest it is the end.
void Engine::free_held(Warp& warp, LaneSet lanes) {
  LaneSet at_barriers = 0;
  each_lane(lanes, [&](unsigned l) {
    if (code_.steps[warp.pc[l]].kind == StepKind::warp_barrier) at_barriers |= LaneSet{1} << l;
  });
  LaneSet free = 0;
  each_lane(at_barriers, [&](unsigned l) {
    const Step& step = code_.steps[warp.pc[l]];
    const auto mask = static_cast<LaneSet>(warp.registers.get(step.source[0], l));
    if ((mask & warp.live() & ~at_barriers) == 0) free |= LaneSet{1} << l;
  });
  if (free != 0) {
    bool one_mask = true;
    const Step& barrier = code_.steps[warp.pc[static_cast<unsigned>(std::countr_zero(free))]];
    each_lane(free, [&](unsigned l) {
      const Step& step = code_.steps[warp.pc[l]];
      one_mask = one_mask && warp.registers.get(step.source[0], l) == warp.present;
      ++warp.pc[l];
    });
    warp.held &= ~free;
    pass_warp_barrier(warp, barrier, one_mask ? free : 0);
    return;
  }
  const auto first = static_cast<unsigned>(std::countr_zero(lanes));
  const Step& step = code_.steps[warp.pc[first]];
  report(DefectKind::absent_lane, warp, step, first,
         "the operation waits for threads of the warp that never arrive");
  full_ = true;
}

}  // namespace touchstone::ptx
