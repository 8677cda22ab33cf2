#include <array>

#include "table.h"

namespace touchstone::ptx {

// PTX ISA 9.0, 9.7.9 "Data Movement and Conversion Instructions": what computes
// a value.
std::span<const Row> conversion_rows() {
  static constexpr std::array<Row, 26> part = {{
      {{"mov.pred|b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64", "9.7.9.3",
        "The bits of the register, immediate, special register or (non-generic) address; with an "
        "operand in braces (9.7.9.4) its parts, the first lowest.",
        ""},
       {.rule = Rule::move}},
      {{"prmt.b32{.f4e|b4e|rc8|ecl|ecr|rc16}", "9.7.9.7",
        "Four bytes of the eight of b:a, chosen by the nibbles of c, whose top bit asks for copies "
        "of the byte's sign instead; or by the mode and c[1:0].",
        ""},
       {.rule = Rule::permute_bytes}},
      {{"isspacep.const|global|local|param|param::entry|shared|shared::cta", "9.7.9.19",
        "Whether the generic address lies in the space's window.", ""},
       {.rule = Rule::is_space}},
      {{"cvta.const|global|local|param|param::entry|shared|shared::cta.u32|u64", "9.7.9.20",
        "The generic address of an address of the space.", ""},
       {.rule = Rule::to_address_space, .to_generic = true}},
      {{"cvta.to.const|global|local|param|param::entry|shared|shared::cta.u32|u64", "9.7.9.20",
        "The address in the space of a generic address, undefined outside of its window.", ""},
       {.rule = Rule::to_address_space}},
      {{"cvt.anyint.anyint", "9.7.9.21",
        "The source's lower bits, or its extension by the source's sign.", ""},
       {.rule = Rule::convert}},
      {{"cvt.sat.anyint.s64|s32|s16|s8|u64|u32|u16|u8", "9.7.9.21",
        "The source clamped to the result's range.", ""},
       {.rule = Rule::convert}},
      {{"cvt.irnd{.ftz}{.sat}.anyint.f32", "9.7.9.21",
        "The source rounded to an integer and clamped to the result's range; a NaN gives 0, but "
        "2^(n-1) where the source is f64 or the result has 64 bits.",
        ""},
       {.rule = Rule::convert}},
      {{"cvt.irnd{.sat}.anyint.f16|bf16|f64", "9.7.9.21",
        "The source rounded to an integer and clamped to the result's range; a NaN gives 0, but "
        "2^(n-1) where the source is f64 or the result has 64 bits.",
        ""},
       {.rule = Rule::convert}},
      {{"cvt.rnd{.ftz}{.sat}.f32.anyint", "9.7.9.21",
        "The source rounded once as the modifier says.", ""},
       {.rule = Rule::convert}},
      {{"cvt.rnd{.sat}.f16|f64.anyint", "9.7.9.21", "The source rounded once as the modifier says.",
        ""},
       {.rule = Rule::convert}},
      {{"cvt.rnd.bf16.anyint", "9.7.9.21", "The source rounded once as the modifier says.", ""},
       {.rule = Rule::convert}},
      {{"cvt.rnd{.ftz}{.sat}.f32.f64", "9.7.9.21",
        "The source rounded once as the modifier says; .ftz flushes the f32 result.", ""},
       {.rule = Rule::convert}},
      {{"cvt.rnd{.ftz}{.sat}.f16.f32", "9.7.9.21",
        "The source rounded once as the modifier says; .ftz flushes the f32 source alone.", ""},
       {.rule = Rule::convert}},
      {{"cvt.rnd{.ftz}.bf16.f32", "9.7.9.21",
        "The source rounded once as the modifier says; .ftz flushes the f32 source alone.", ""},
       {.rule = Rule::convert}},
      {{"cvt.rn|rz.relu.f16|bf16.f32", "9.7.9.21",
        "The source rounded once as the modifier says, negative results clamped to +0.", ""},
       {.rule = Rule::convert}},
      {{"cvt.rnd{.sat}.f16.f64|bf16", "9.7.9.21", "The source rounded once as the modifier says.",
        ""},
       {.rule = Rule::convert}},
      {{"cvt.rnd.bf16.f64|f16", "9.7.9.21", "The source rounded once as the modifier says.", ""},
       {.rule = Rule::convert}},
      {{"cvt{.ftz}{.sat}.f32.f16|bf16", "9.7.9.21",
        "The source, exactly; .ftz flushes an f32 result; a NaN gives an unspecified NaN.", ""},
       {.rule = Rule::convert}},
      {{"cvt{.ftz}{.sat}.f64.f32", "9.7.9.21", "The source, exactly; .ftz flushes it first.", ""},
       {.rule = Rule::convert}},
      {{"cvt{.sat}.f64.f16|bf16", "9.7.9.21", "The source, exactly.", ""}, {.rule = Rule::convert}},
      {{"cvt{.irnd}{.ftz}{.sat}.f32.f32", "9.7.9.21",
        "The source, or with a rounding the nearest integer in its direction.", ""},
       {.rule = Rule::convert}},
      {{"cvt{.irnd}{.sat}.f16.f16", "9.7.9.21",
        "The source, or with a rounding the nearest integer in its direction.", ""},
       {.rule = Rule::convert}},
      {{"cvt{.irnd}{.sat}.f64.f64", "9.7.9.21",
        "The source, or with a rounding the nearest integer in its direction.", ""},
       {.rule = Rule::convert}},
      {{"cvt{.irnd}.bf16.bf16", "9.7.9.21",
        "The source, or with a rounding the nearest integer in its direction.", ""},
       {.rule = Rule::convert}},
      {{"cvt.rn|rz{.relu}.f16x2|bf16x2.f32", "9.7.9.21",
        "a in the upper and b in the lower half, each rounded as the modifier says; with .relu "
        "negative results are clamped to +0.",
        ""},
       {.rule = Rule::convert}},
  }};
  return part;
}

}  // namespace touchstone::ptx
