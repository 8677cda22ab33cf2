// Operations in which the lanes of a warp read each other.
#include <array>

#include "engine.h"

namespace touchstone::ptx {

/// Whether all threads that the operation names are here, so that it takes place. Otherwise the
/// group waits for them, or is at an end.
bool Engine::meet(Warp& warp, const Step& step, LaneSet group, SlotId mask_slot) {
  if (depth_ > 0) {
    stop(step, "an operation of the warp under a condition that depends on data");
    return false;
  }
  const auto first = static_cast<unsigned>(std::countr_zero(group));
  if ((warp.registers.terms(mask_slot) & group) != 0) {
    stop(step, "a mask of lanes that depends on data");
    return false;
  }
  const auto mask = static_cast<LaneSet>(warp.registers.get(mask_slot, first));
  bool same = true;
  each_lane(group, [&](unsigned l) {
    same = same && static_cast<LaneSet>(warp.registers.get(mask_slot, l)) == mask;
  });
  if (!same) {
    stop(step, "threads of a warp that name different masks at once");
    return false;
  }
  const LaneSet outside = group & ~mask;
  if (outside != 0) {
    report(DefectKind::absent_lane, warp, step, static_cast<unsigned>(std::countr_zero(outside)),
           "a thread carries out a warp operation whose mask does not name it");
    full_ = true;
    return false;
  }
  const LaneSet gone = mask & warp.present & warp.exited;
  if (gone != 0 && step.kind != StepKind::warp_barrier) {
    report(DefectKind::absent_lane, warp, step, first,
           "the mask names lane " + std::to_string(std::countr_zero(gone)) +
               ", whose thread has ended");
    full_ = true;
    return false;
  }
  if ((mask & warp.live() & ~group) == 0) return true;
  warp.held |= group;
  return false;
}

bool Engine::lane_step(Warp& warp, const Step& step, LaneSet group) {
  const unsigned mask_at = step.source_count - 1U;
  if (!meet(warp, step, group, step.source[mask_at])) return false;
  const LaneSet defined = operands_defined(warp, step);
  if ((group & ~defined) != 0) {
    report(DefectKind::uninitialised_read, warp, step,
           static_cast<unsigned>(std::countr_zero(group & ~defined)),
           "a warp operation reads a register that nothing has written");
    full_ = true;
    return false;
  }
  for (unsigned i = step.kind == StepKind::shuffle ? 1 : 0; i < step.source_count; ++i) {
    if ((warp.registers.terms(step.source[i]) & group) == 0) continue;
    stop(step, "a warp operation whose outcome depends on data");
    return false;
  }
  switch (step.kind) {
    case StepKind::shuffle: shuffle_step(warp, step, group); break;
    case StepKind::vote: vote_step(warp, step, group); break;
    case StepKind::match: match_step(warp, step, group); break;
    default: reduce_step(warp, step, group); break;
  }
  return !ended();
}

namespace {

struct SourceLane {
  unsigned lane = 0;
  bool in_range = false;
};

/// 9.7.9.6 "shfl.sync": the lane that lane `l` reads, given operands b and c.
SourceLane source_lane(unsigned reader, const Form& form, std::uint32_t b, std::uint32_t c) {
  const auto lane = static_cast<std::int32_t>(reader);
  const auto by = static_cast<std::int32_t>(b & 0x1FU);
  const auto segment = static_cast<std::int32_t>((c >> 8U) & 0x1FU);
  const auto clamp = static_cast<std::int32_t>(c & 0x1FU);
  const std::int32_t most = (lane & segment) | (clamp & ~segment);
  const std::int32_t least = lane & segment;
  std::int32_t from = lane;
  bool in_range = false;
  switch (form.lanes) {
    case Lanes::up:
      from = lane - by;
      in_range = from >= most;
      break;
    case Lanes::down:
      from = lane + by;
      in_range = from <= most;
      break;
    case Lanes::butterfly:
      from = lane ^ by;
      in_range = from <= most;
      break;
    default:
      from = least | (by & ~segment);
      in_range = from <= most;
      break;
  }
  return {static_cast<unsigned>(in_range ? from : lane), in_range};
}

}  // namespace

void Engine::shuffle_step(Warp& warp, const Step& step, LaneSet group) {
  Registers& registers = warp.registers;
  const SlotId from = step.source[0];
  // All lanes read before any writes, as the result may be the very register that others read.
  std::array<SourceLane, lane_count> sources{};
  std::array<std::uint64_t, lane_count> bits{};
  std::array<TermId, lane_count> terms{};
  const LaneSet open = registers.terms(from);
  each_lane(group, [&](unsigned l) {
    bits[l] = registers.get(from, l);
    if (((open >> l) & 1U) != 0) terms[l] = registers.term(from, l);
    const auto b = static_cast<std::uint32_t>(registers.get(step.source[1], l));
    const auto c = static_cast<std::uint32_t>(registers.get(step.source[2], l));
    sources[l] = source_lane(l, step.form, b, c);
  });
  each_lane(group, [&](unsigned l) {
    const unsigned source = sources[l].lane;
    if (((group >> source) & 1U) == 0) {
      report(DefectKind::inactive_source, warp, step, l,
             "reads lane " + std::to_string(source) + ", which does not take part");
      full_ = true;
      return;
    }
    if (step.result != no_slot && ((open >> source) & 1U) != 0) {
      registers.set_term(step.result, l, terms[source]);
    } else if (step.result != no_slot) {
      registers.set(step.result, l, bits[source]);
    }
    if (step.second != no_slot) registers.set(step.second, l, sources[l].in_range ? 1 : 0);
  });
}

/// 9.7.13.12 "vote.sync".
void Engine::vote_step(Warp& warp, const Step& step, LaneSet group) {
  LaneSet votes = 0;
  each_lane(group, [&](unsigned l) {
    if (operand(warp, step, 0, l) != 0) votes |= LaneSet{1} << l;
  });
  std::uint64_t out = votes;
  switch (step.form.lanes) {
    case Lanes::all: out = votes == group ? 1 : 0; break;
    case Lanes::any: out = votes != 0 ? 1 : 0; break;
    case Lanes::uniform: out = votes == group || votes == 0 ? 1 : 0; break;
    default: break;
  }
  each_lane(group, [&](unsigned l) { warp.registers.set(step.result, l, out); });
}

/// 9.7.13.13 "match.sync": the lanes that hold the same value; for `all` only where every lane
/// does.
void Engine::match_step(Warp& warp, const Step& step, LaneSet group) {
  Registers& registers = warp.registers;
  std::array<std::uint64_t, lane_count> values{};
  each_lane(group, [&](unsigned l) { values[l] = registers.get(step.source[0], l); });
  each_lane(group, [&](unsigned l) {
    LaneSet same = 0;
    each_lane(group, [&](unsigned m) {
      if (values[m] == values[l]) same |= LaneSet{1} << m;
    });
    const bool all = step.form.lanes == Lanes::all;
    if (step.result != no_slot) registers.set(step.result, l, all && same != group ? 0 : same);
    if (step.second != no_slot) registers.set(step.second, l, same == group ? 1 : 0);
  });
}

/// 9.7.13.15 "redux.sync": integers only, so the order does not matter.
void Engine::reduce_step(Warp& warp, const Step& step, LaneSet group) {
  if (is_float(step.form.type)) return stop(step, "redux.sync of numbers is not modelled");
  std::optional<std::uint64_t> out;
  each_lane(group, [&](unsigned l) {
    const std::uint64_t value = operand(warp, step, 0, l);
    out = out ? updated(step.form, *out, value, 0, Space::reg) : value;
  });
  each_lane(group, [&](unsigned l) { warp.registers.set(step.result, l, *out); });
}

}  // namespace touchstone::ptx
