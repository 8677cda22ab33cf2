#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "decoded.h"
#include "memory.h"

namespace touchstone::ptx {

using LaneSet = std::uint32_t;  ///< one bit for each lane

/// Calls `visit` with each lane of a set, ascending.
template <class Visit>
void each_lane(LaneSet lanes, Visit&& visit) {
  for (; lanes != 0; lanes &= lanes - 1) visit(static_cast<unsigned>(std::countr_zero(lanes)));
}

/// The registers of one warp. What a lane holds in a slot is bits, or a term, or nothing yet.
class Registers {
 public:
  Registers(const DecodedKernel& code, bool symbolic);

  /// The 32 words or double words of a slot, or the word of bits of a predicate.
  [[nodiscard]] void* data(SlotId slot);
  [[nodiscard]] std::uint64_t get(SlotId slot, unsigned lane) const;
  /// Makes these bits the slot's value in this lane.
  void set(SlotId slot, unsigned lane, std::uint64_t bits);
  void set_term(SlotId slot, unsigned lane, TermId term);
  void undefine(SlotId slot, unsigned lane);
  /// LaneSet of a predicate that hold, terms apart.
  [[nodiscard]] LaneSet holding(SlotId slot) const { return bits_[(*slots_)[slot].unit]; }
  [[nodiscard]] LaneSet defined(SlotId slot) const { return defined_[slot]; }
  [[nodiscard]] LaneSet terms(SlotId slot) const { return symbolic_[slot]; }
  [[nodiscard]] TermId term(SlotId slot, unsigned lane) const {
    return terms_[std::size_t{slot} * lane_count + lane];
  }
  /// Bookkeeping of a result written to `data` in these lanes; `defined` are those whose operands
  /// all were.
  void wrote(SlotId slot, LaneSet lanes, LaneSet defined) {
    defined_[slot] = (defined_[slot] & ~lanes) | (lanes & defined);
    symbolic_[slot] &= ~lanes;
  }
  [[nodiscard]] Width width(SlotId slot) const { return (*slots_)[slot].width; }
  [[nodiscard]] SlotId slot_count() const { return static_cast<SlotId>(slots_->size()); }

 private:
  struct alignas(64) Unit {
    std::array<std::byte, std::size_t{4} * lane_count> bytes;
  };

  const std::vector<SlotInfo>* slots_;
  std::vector<Unit> units_;
  std::vector<std::uint32_t> bits_;
  std::vector<LaneSet> defined_;
  std::vector<LaneSet> symbolic_;
  std::vector<TermId> terms_;
};

struct Warp {
  Warp(const DecodedKernel& code, bool symbolic);

  Registers registers;
  Words local;               ///< word w of lane l at w · 32 + l
  std::uint32_t number = 0;  ///< in the block
  LaneSet present = 0;       ///< the last warp of a block may be short
  LaneSet exited = 0;
  LaneSet at_barrier = 0;
  LaneSet held = 0;  ///< wait for other lanes at a warp operation
  std::uint32_t warp_time = 0;
  bool partly_ordered = false;  ///< a warp barrier of some lanes has passed, which no clock records
  std::array<std::uint32_t, lane_count> pc{};

  [[nodiscard]] LaneSet live() const { return present & ~exited; }
  [[nodiscard]] LaneSet runnable() const { return live() & ~at_barrier & ~held; }
  void set_pc(LaneSet lanes, std::uint32_t to) {
    each_lane(lanes, [&](unsigned l) { pc[l] = to; });
  }
};

}  // namespace touchstone::ptx
