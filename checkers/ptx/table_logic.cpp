#include <array>

#include "table.h"

namespace touchstone::ptx {

// PTX ISA 9.0, 9.7.8 "Logic and Shift Instructions".
std::span<const Row> logic_rows() {
  static constexpr std::array<Row, 9> part = {{
      {{"and.pred|b16|b32|b64", "9.7.8.1", "The conjunction of the bits.", ""},
       {.rule = Rule::conjunction}},
      {{"or.pred|b16|b32|b64", "9.7.8.2", "The disjunction of the bits.", ""},
       {.rule = Rule::disjunction}},
      {{"xor.pred|b16|b32|b64", "9.7.8.3", "The exclusive or of the bits.", ""},
       {.rule = Rule::exclusive_or}},
      {{"not.pred|b16|b32|b64", "9.7.8.4", "The complement of the bits.", ""},
       {.rule = Rule::complement}},
      {{"cnot.b16|b32|b64", "9.7.8.5", "1 for 0, otherwise 0.", ""},
       {.rule = Rule::logical_negation}},
      {{"lop3.b32", "9.7.8.6", "Bit by bit, the bit of the look-up table at 4 a + 2 b + c.", ""},
       {.rule = Rule::three_input_logic}},
      {{"shf.l|r.clamp|wrap.b32", "9.7.8.7",
        "Of the 64-bit word b:a shifted by c, limited to 32 (clamp) or taken modulo 32 (wrap): the "
        "upper half (l) or the lower half (r).",
        ""},
       {.rule = Rule::funnel_shift}},
      {{"shl.b16|b32|b64", "9.7.8.8",
        "a shifted left by the u32 b, zeros shifted in; shifts by n or more give 0.", ""},
       {.rule = Rule::shift_left}},
      {{"shr.b16|b32|b64|u16|u32|u64|s16|s32|s64", "9.7.8.9",
        "a shifted right by the u32 b, zeros or (signed) sign bits shifted in; shifts by more than "
        "n are shifts by n.",
        ""},
       {.rule = Rule::shift_right}},
  }};
  return part;
}

}  // namespace touchstone::ptx
