#include <array>

#include "table.h"

namespace touchstone::ptx {

// PTX ISA 9.0, 9.7.9.6 and 9.7.13: what the lanes of a warp do together.
std::span<const Row> warp_rows() {
  static constexpr std::array<Row, 11> part = {{
      {{"shfl.sync.up|down|bfly|idx.b32", "9.7.9.6",
        "The operand of another lane (own lane - b, + b, ^ b, or b within the segment), or the own "
        "one and a false second result where that lane is out of range; waits for the lanes of the "
        "mask.",
        ""},
       {.rule = Rule::shuffle}},
      {{"vote.sync.ask.pred", "9.7.13.9",
        "Whether the predicate is true in all, in any, or the same in all lanes of the mask; waits "
        "for them.",
        ""},
       {.rule = Rule::vote}},
      {{"vote.sync.ballot.b32", "9.7.13.9",
        "One bit for each lane: whether it is in the mask and its predicate true; waits for the "
        "mask's lanes.",
        ""},
       {.rule = Rule::vote}},
      {{"match.any.sync.b32|b64", "9.7.13.10",
        "The lanes of the mask that hold the same value; waits for them.", ""},
       {.rule = Rule::match}},
      {{"match.all.sync.b32|b64", "9.7.13.10",
        "The mask where all of its lanes hold the same value, otherwise 0, with a second result "
        "that says which; waits for them.",
        ""},
       {.rule = Rule::match}},
      {{"activemask.b32", "9.7.13.11", "The lanes that execute this instruction together.", ""},
       {.rule = Rule::active_mask}},
      {{"redux.sync.add|min|max.u32|s32", "9.7.13.12",
        "The sum modulo 2^32, minimum or maximum over the mask's lanes; waits for them.", ""},
       {.rule = Rule::reduce_lanes}},
      {{"redux.sync.and|or|xor.b32", "9.7.13.12",
        "The bitwise combination over the mask's lanes; waits for them.", ""},
       {.rule = Rule::reduce_lanes}},
      {{"redux.sync.min|max{.abs}{.NaN}.f32", "9.7.13.12",
        "The minimum or maximum over the mask's lanes, where -0 < +0 and NaN is dropped, with .NaN "
        "kept; waits for them.",
        ""},
       {.rule = Rule::reduce_lanes}},
      {{"elect.sync", "9.7.13.14",
        "One lane of the mask, and a second result that is true in that lane alone; waits for the "
        "mask's lanes.",
        ""},
       {.rule = Rule::elect}},
      {{"bar.warp.sync", "9.7.13.2", "Waits for the lanes of the mask and orders their accesses.",
        ""},
       {.rule = Rule::warp_barrier}},
  }};
  return part;
}

}  // namespace touchstone::ptx
