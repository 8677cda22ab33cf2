#include <array>

#include "table.h"

namespace touchstone::ptx {

// PTX ISA 9.0, 9.7.6 "Comparison and Selection Instructions" and 9.7.7 "Half
// Precision Comparison Instructions".
std::span<const Row> comparison_rows() {
  static constexpr std::array<Row, 30> part = {{
      {{"set.bcmp{.bool}.u32|s32.b16|b32|b64", "9.7.6.1",
        "All ones where the comparison, combined with the predicate c where there is one, holds; 0 "
        "where it does not.",
        ""},
       {.rule = Rule::set_value}},
      {{"set.bcmp{.bool}.f32.b16|b32|b64", "9.7.6.1",
        "1.0 where the comparison, combined with the predicate c where there is one, holds; 0 "
        "where it does not.",
        ""},
       {.rule = Rule::set_value}},
      {{"set.bcmp{.bool}.f16|bf16.b16|b32|b64", "9.7.7.1",
        "1.0 where the comparison, combined with the predicate c where there is one, holds; 0 "
        "where it does not.",
        ""},
       {.rule = Rule::set_value}},
      {{"set.icmp{.bool}.u32|s32.s16|s32|s64", "9.7.6.1",
        "All ones where the comparison, combined with the predicate c where there is one, holds; 0 "
        "where it does not.",
        ""},
       {.rule = Rule::set_value}},
      {{"set.icmp{.bool}.f32.s16|s32|s64", "9.7.6.1",
        "1.0 where the comparison, combined with the predicate c where there is one, holds; 0 "
        "where it does not.",
        ""},
       {.rule = Rule::set_value}},
      {{"set.icmp{.bool}.f16|bf16.s16|s32|s64", "9.7.7.1",
        "1.0 where the comparison, combined with the predicate c where there is one, holds; 0 "
        "where it does not.",
        ""},
       {.rule = Rule::set_value}},
      {{"set.ucmp{.bool}.u32|s32.u16|u32|u64", "9.7.6.1",
        "All ones where the comparison, combined with the predicate c where there is one, holds; 0 "
        "where it does not.",
        ""},
       {.rule = Rule::set_value}},
      {{"set.ucmp{.bool}.f32.u16|u32|u64", "9.7.6.1",
        "1.0 where the comparison, combined with the predicate c where there is one, holds; 0 "
        "where it does not.",
        ""},
       {.rule = Rule::set_value}},
      {{"set.ucmp{.bool}.f16|bf16.u16|u32|u64", "9.7.7.1",
        "1.0 where the comparison, combined with the predicate c where there is one, holds; 0 "
        "where it does not.",
        ""},
       {.rule = Rule::set_value}},
      {{"set.fcmp{.bool}{.ftz}.u32|s32|f32.f32", "9.7.6.1",
        "All ones or 1.0 where the comparison, combined with the predicate c where there is one, "
        "holds; 0 where it does not. Ordered comparisons are false and unordered ones true where "
        "an operand is NaN.",
        ""},
       {.rule = Rule::set_value}},
      {{"set.fcmp{.bool}.u32|s32|f32.f64", "9.7.6.1",
        "All ones or 1.0 where the comparison, combined with the predicate c where there is one, "
        "holds; 0 where it does not. Ordered comparisons are false and unordered ones true where "
        "an operand is NaN.",
        ""},
       {.rule = Rule::set_value}},
      {{"set.fcmp{.bool}{.ftz}.f16.f16|f32", "9.7.7.1",
        "1.0 where the comparison, combined with the predicate c where there is one, holds; 0 "
        "where it does not. Ordered comparisons are false and unordered ones true where an operand "
        "is NaN.",
        ""},
       {.rule = Rule::set_value}},
      {{"set.fcmp{.bool}.f16.f64", "9.7.7.1",
        "1.0 where the comparison, combined with the predicate c where there is one, holds; 0 "
        "where it does not. Ordered comparisons are false and unordered ones true where an operand "
        "is NaN.",
        ""},
       {.rule = Rule::set_value}},
      {{"set.fcmp{.bool}.bf16.bf16|f16|f32|f64", "9.7.7.1",
        "1.0 where the comparison, combined with the predicate c where there is one, holds; 0 "
        "where it does not. Ordered comparisons are false and unordered ones true where an operand "
        "is NaN.",
        ""},
       {.rule = Rule::set_value}},
      {{"set.fcmp{.bool}{.ftz}.u16|s16|u32|s32.f16", "9.7.7.1",
        "All ones where the comparison, combined with the predicate c where there is one, holds; 0 "
        "where it does not. Ordered comparisons are false and unordered ones true where an operand "
        "is NaN.",
        ""},
       {.rule = Rule::set_value}},
      {{"set.fcmp{.bool}.u16|s16|u32|s32.bf16", "9.7.7.1",
        "All ones where the comparison, combined with the predicate c where there is one, holds; 0 "
        "where it does not. Ordered comparisons are false and unordered ones true where an operand "
        "is NaN.",
        ""},
       {.rule = Rule::set_value}},
      {{"set.fcmp{.bool}{.ftz}.f16x2|u32|s32.f16x2", "9.7.7.1",
        "Each half on its own: 1.0 or 0xffff where the comparison, combined with c, holds; 0 where "
        "it does not. Ordered comparisons are false and unordered ones true where an operand is "
        "NaN.",
        ""},
       {.rule = Rule::set_value}},
      {{"set.fcmp{.bool}.bf16x2|u32|s32.bf16x2", "9.7.7.1",
        "Each half on its own: 1.0 or 0xffff where the comparison, combined with c, holds; 0 where "
        "it does not. Ordered comparisons are false and unordered ones true where an operand is "
        "NaN.",
        ""},
       {.rule = Rule::set_value}},
      {{"setp.bcmp{.bool}.b16|b32|b64", "9.7.6.2",
        "Whether the comparison holds, combined with the predicate c where there is one; a second "
        "result is the same of the comparison's opposite.",
        ""},
       {.rule = Rule::set_predicate}},
      {{"setp.icmp{.bool}.s16|s32|s64", "9.7.6.2",
        "Whether the comparison holds, combined with the predicate c where there is one; a second "
        "result is the same of the comparison's opposite.",
        ""},
       {.rule = Rule::set_predicate}},
      {{"setp.ucmp{.bool}.u16|u32|u64", "9.7.6.2",
        "Whether the comparison holds, combined with the predicate c where there is one; a second "
        "result is the same of the comparison's opposite.",
        ""},
       {.rule = Rule::set_predicate}},
      {{"setp.fcmp{.bool}{.ftz}.f32", "9.7.6.2",
        "Whether the comparison holds, combined with the predicate c where there is one; a second "
        "result is the same of the comparison's opposite. Ordered comparisons are false and "
        "unordered ones true where an operand is NaN.",
        ""},
       {.rule = Rule::set_predicate}},
      {{"setp.fcmp{.bool}.f64", "9.7.6.2",
        "Whether the comparison holds, combined with the predicate c where there is one; a second "
        "result is the same of the comparison's opposite. Ordered comparisons are false and "
        "unordered ones true where an operand is NaN.",
        ""},
       {.rule = Rule::set_predicate}},
      {{"setp.fcmp{.bool}{.ftz}.f16", "9.7.7.2",
        "Whether the comparison holds, combined with the predicate c where there is one. Ordered "
        "comparisons are false and unordered ones true where an operand is NaN.",
        ""},
       {.rule = Rule::set_predicate}},
      {{"setp.fcmp{.bool}.bf16", "9.7.7.2",
        "Whether the comparison holds, combined with the predicate c where there is one. Ordered "
        "comparisons are false and unordered ones true where an operand is NaN.",
        ""},
       {.rule = Rule::set_predicate}},
      {{"setp.fcmp{.bool}{.ftz}.f16x2", "9.7.7.2",
        "Whether the comparison of the lower halves holds, combined with c; the second result is "
        "that of the upper halves. Ordered comparisons are false and unordered ones true where an "
        "operand is NaN.",
        ""},
       {.rule = Rule::set_predicate}},
      {{"setp.fcmp{.bool}.bf16x2", "9.7.7.2",
        "Whether the comparison of the lower halves holds, combined with c; the second result is "
        "that of the upper halves. Ordered comparisons are false and unordered ones true where an "
        "operand is NaN.",
        ""},
       {.rule = Rule::set_predicate}},
      {{"selp.b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64", "9.7.6.3",
        "a where the predicate c is true, b where it is false, bit for bit.", ""},
       {.rule = Rule::select}},
      {{"slct.b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64.s32", "9.7.6.4",
        "a where c >= 0, otherwise b, bit for bit.", ""},
       {.rule = Rule::select_by_sign}},
      {{"slct{.ftz}.b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64.f32", "9.7.6.4",
        "a where c >= 0, which -0 is and with .ftz every subnormal, otherwise (NaN too) b, bit for "
        "bit.",
        ""},
       {.rule = Rule::select_by_sign}},
  }};
  return part;
}

}  // namespace touchstone::ptx
