#include "address_flow.h"

#include <algorithm>
#include <bit>
#include <map>
#include <span>
#include <vector>

namespace touchstone::ptx {

namespace {

/// The pointer arguments that a register may come from, one bit each; those from the 64th on share
/// one.
using Origins = std::uint64_t;

class AddressFlow {
 public:
  AddressFlow(const DecodedKernel& code, const Launch& launch)
      : code_(code), launch_(launch), origins_(code.slots.size(), 0) {}

  void spread() {
    for (bool grown = true; grown;) {
      grown = false;
      for (const Step& step : code_.steps) {
        if (is_passing(step)) {
          for (const SlotId slot : list_of(step)) grown = pass(step.offset, of(slot)) || grown;
        }
        const Origins given = result_of(step);
        if (step.result != no_slot) grown = add(step.result, given) || grown;
        if (step.kind != StepKind::load && step.kind != StepKind::unpack) continue;
        for (const SlotId slot : list_of(step)) grown = add(slot, given) || grown;
      }
    }
  }

  /// Whether the step uses addresses in a way that only their differences or accesses do not
  /// explain.
  [[nodiscard]] bool depends(const Step& step) const {
    switch (step.kind) {
      case StepKind::value:
        return compares(step.form.rule) && of(step.source[0]) != of(step.source[1]);
      case StepKind::load: return several(of(step.source[0]));
      case StepKind::store:
        if (is_passing(step)) return false;
        [[fallthrough]];
      case StepKind::atomic:
        return several(of(step.source[0])) ||
               std::any_of(list_of(step).begin(), list_of(step).end(),
                           [&](SlotId slot) { return of(slot) != 0; });
      case StepKind::jump_table:
      case StepKind::vote:
      case StepKind::match:
      case StepKind::reduce_lanes: return of(step.source[0]) != 0;
      default: return false;
    }
  }

 private:
  static bool compares(Rule rule) { return rule == Rule::set_predicate || rule == Rule::set_value; }
  static bool several(Origins origins) { return std::popcount(origins) > 1; }

  [[nodiscard]] Origins of(SlotId slot) const { return slot == no_slot ? 0 : origins_[slot]; }
  [[nodiscard]] std::span<const SlotId> list_of(const Step& step) const {
    return {code_.lists.data() + step.lists, step.list_count};
  }

  bool add(SlotId slot, Origins origins) {
    if (slot == no_slot || (origins & ~origins_[slot]) == 0) return false;
    origins_[slot] |= origins;
    return true;
  }

  /// A store to a place in local memory that the step names: how calls hand over their arguments.
  static bool is_passing(const Step& step) {
    return step.kind == StepKind::store && step.form.space == Space::local &&
           step.source[0] == no_slot;
  }

  bool pass(std::int64_t offset, Origins origins) {
    Origins& known = local_[offset];
    if ((origins & ~known) == 0) return false;
    known |= origins;
    return true;
  }

  [[nodiscard]] Origins result_of(const Step& step) const {
    if (step.kind == StepKind::load) return loaded(step);
    if (step.kind == StepKind::atomic) return 0;
    if (step.kind == StepKind::value) {
      if (compares(step.form.rule)) return 0;
      const bool difference = step.form.rule == Rule::subtract;
      if (difference && of(step.source[0]) == of(step.source[1])) return 0;
    }
    Origins out = 0;
    for (unsigned i = 0; i < step.source_count; ++i) out |= of(step.source[i]);
    if (step.kind == StepKind::pack) {
      for (const SlotId slot : list_of(step)) out |= of(slot);
    }
    return out;
  }

  /// Pointers come out of parameter memory and out of local memory where calls hand them over;
  /// nothing else holds any, as none may be stored.
  [[nodiscard]] Origins loaded(const Step& step) const {
    Origins out = 0;
    if (step.form.space == Space::local || step.form.space == Space::generic) {
      for (const auto& [offset, origins] : local_) {
        const bool here =
            step.source[0] != no_slot || (step.offset > offset - 8 && step.offset < offset + 8);
        if (here) out |= origins;
      }
      return out;
    }
    if (step.form.space != Space::param) return 0;
    for (std::size_t i = 0; i < launch_.arguments.size(); ++i) {
      if (!launch_.arguments[i].buffer) continue;
      const auto at = static_cast<std::int64_t>(code_.parameter_at[i]);
      const bool here = step.source[0] != no_slot || (step.offset >= at && step.offset < at + 8);
      if (here) out |= Origins{1} << std::min<std::size_t>(i, 63);
    }
    return out;
  }

  const DecodedKernel& code_;
  const Launch& launch_;
  std::vector<Origins> origins_;
  std::map<std::int64_t, Origins> local_;  ///< by offset
};

}  // namespace

std::optional<Stop> address_dependence(const DecodedKernel& code, const Launch& launch) {
  AddressFlow flow(code, launch);
  flow.spread();
  for (const Step& step : code.steps) {
    if (!flow.depends(step)) continue;
    return Stop{"what this instruction gives may depend on where the buffers lie", step.place};
  }
  return std::nullopt;
}

}  // namespace touchstone::ptx
