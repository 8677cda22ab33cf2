#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "lanes.h"
#include "module.h"
#include "semantics.h"
#include "touchstone/term/term.h"

/// What the machine executes: one flat list of steps, whose operands are all register slots.
namespace touchstone::ptx {

/// How a register is kept: one bit, one word or two for each lane.
enum class Width : std::uint8_t { bit, word, wide };

/// One register of a warp, by its number. Constants and special registers have slots of their own,
/// which are filled before the kernel starts.
using SlotId = std::uint32_t;
inline constexpr SlotId no_slot = UINT32_MAX;

struct SlotInfo {
  Width width{};
  std::uint32_t unit =
      0;  ///< position of its first lane, in units of 32 words; of a bit: its number
};

enum class StepKind : std::uint8_t {
  value,
  pack,     ///< mov of a vector into one register
  unpack,   ///< mov of one register into a vector
  address,  ///< cvta
  load,
  store,
  atomic,
  shuffle,
  vote,
  match,
  reduce_lanes,
  active_mask,
  elect,
  barrier,
  warp_barrier,
  fence,
  branch,
  jump_table,
  exit,
  trap,
  none,
};

inline constexpr std::uint32_t no_join = UINT32_MAX;

struct Step {
  StepKind kind{};
  Form form;
  Place place;
  std::array<SlotId, 4> source{no_slot, no_slot, no_slot, no_slot};
  std::uint8_t negated = 0;  ///< bit i: source i is a predicate taken negated
  std::uint8_t source_count = 0;
  SlotId result = no_slot;
  SlotId second = no_slot;       ///< second predicate of setp, predicate of shfl
  std::uint32_t lists = 0;       ///< first of `list_count` slots in DecodedKernel::lists
  std::uint32_t list_count = 0;  ///< elements of a vector, in order
  std::int64_t offset = 0;       ///< added to the address in source[0], or the address itself
  std::uint32_t target = 0;      ///< of a branch; of a jump table its first entry in `targets`
  std::uint32_t target_count = 0;
  std::uint32_t join = no_join;   ///< where the sides of a branch meet; the end where they do not
  LaneFunction lanes = nullptr;   ///< all lanes at once, where there is such a loop
  ValueFunction value = nullptr;  ///< one lane
  std::optional<TermKind> term;   ///< the kind of term it is, where it is one directly
  bool by_term = false;           ///< PTX may leave the result of constants open: a term in proofs
};

struct ConstantSlot {
  SlotId slot = 0;
  std::uint64_t bits = 0;
};

struct SpecialSlot {
  SlotId slot = 0;
  Special special{};
};

struct DecodedKernel {
  std::vector<Step> steps;  ///< falls off its end as exit
  std::vector<SlotInfo> slots;
  std::uint32_t units = 0;  ///< words of one lane's registers
  std::uint32_t bits = 0;   ///< predicates
  std::vector<ConstantSlot> constants;
  std::vector<SpecialSlot> specials;
  std::vector<SlotId> lists;
  std::vector<std::uint32_t> targets;
  std::uint64_t shared_bytes = 0;  ///< static; the launch's dynamic bytes follow at `dynamic_at`
  std::uint64_t dynamic_at = 0;
  std::uint64_t local_bytes = 0;            ///< of one thread, parameters of inlined calls included
  std::vector<std::uint64_t> parameter_at;  ///< offset of each kernel parameter
  std::uint64_t parameter_bytes = 0;
};

}  // namespace touchstone::ptx
