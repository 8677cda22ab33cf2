#include "warp.h"

namespace touchstone::ptx {

Registers::Registers(const DecodedKernel& code, bool symbolic)
    : slots_(&code.slots),
      units_(code.units),
      bits_(code.bits, 0),
      defined_(code.slots.size(), 0),
      symbolic_(code.slots.size(), 0),
      terms_(symbolic ? code.slots.size() * lane_count : 0, 0) {}

void* Registers::data(SlotId slot) {
  const SlotInfo& info = (*slots_)[slot];
  if (info.width == Width::bit) return &bits_[info.unit];
  return units_[info.unit].bytes.data();
}

std::uint64_t Registers::get(SlotId slot, unsigned lane) const {
  const SlotInfo& info = (*slots_)[slot];
  if (info.width == Width::bit) return (bits_[info.unit] >> lane) & 1U;
  const std::byte* first = units_[info.unit].bytes.data();
  if (info.width == Width::word) {
    std::uint32_t out = 0;
    std::memcpy(&out, first + 4 * std::size_t{lane}, sizeof out);
    return out;
  }
  std::uint64_t out = 0;
  std::memcpy(&out, first + 8 * std::size_t{lane}, sizeof out);
  return out;
}

void Registers::set(SlotId slot, unsigned lane, std::uint64_t bits) {
  const SlotInfo& info = (*slots_)[slot];
  const LaneSet one = LaneSet{1} << lane;
  if (info.width == Width::bit) {
    bits_[info.unit] = (bits_[info.unit] & ~one) | ((bits & 1U) != 0 ? one : 0);
  } else if (info.width == Width::word) {
    const auto word = static_cast<std::uint32_t>(bits);
    std::memcpy(units_[info.unit].bytes.data() + 4 * std::size_t{lane}, &word, sizeof word);
  } else {
    std::memcpy(units_[info.unit].bytes.data() + 8 * std::size_t{lane}, &bits, sizeof bits);
  }
  wrote(slot, one, one);
}

void Registers::set_term(SlotId slot, unsigned lane, TermId term) {
  const LaneSet one = LaneSet{1} << lane;
  defined_[slot] |= one;
  symbolic_[slot] |= one;
  terms_[std::size_t{slot} * lane_count + lane] = term;
}

void Registers::undefine(SlotId slot, unsigned lane) { wrote(slot, LaneSet{1} << lane, 0); }

Warp::Warp(const DecodedKernel& code, bool symbolic)
    : registers(code, symbolic), local((code.local_bytes + 3) / 4 * lane_count, symbolic, false) {}

}  // namespace touchstone::ptx
