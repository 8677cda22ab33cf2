#include <array>

#include "table.h"

namespace touchstone::ptx {

// PTX ISA 9.0, 9.7.1 "Integer Arithmetic Instructions".
std::span<const Row> integer_rows() {
  static constexpr std::array<Row, 29> part = {{
      {{"add.int", "9.7.1.1", "The sum modulo 2^n.", ""}, {.rule = Rule::add}},
      {{"add.sat.s32", "9.7.1.1", "The sum, clamped to the range of s32.", ""},
       {.rule = Rule::add}},
      {{"sub.int", "9.7.1.2", "The difference modulo 2^n.", ""}, {.rule = Rule::subtract}},
      {{"sub.sat.s32", "9.7.1.2", "The difference, clamped to the range of s32.", ""},
       {.rule = Rule::subtract}},
      {{"mul.lo|hi.int", "9.7.1.3", "The lower or upper n bits of the 2n-bit product.", ""},
       {.rule = Rule::multiply}},
      {{"mul.wide.u16|u32|s16|s32", "9.7.1.3", "The whole product, twice as wide as its factors.",
        ""},
       {.rule = Rule::multiply}},
      {{"mad.lo|hi.int", "9.7.1.4",
        "The lower or upper n bits of the product a * b, plus c, modulo 2^n.", ""},
       {.rule = Rule::multiply_add}},
      {{"mad.hi.sat.s32", "9.7.1.4",
        "The upper 32 bits of the product a * b, plus c, clamped to the range of s32.", ""},
       {.rule = Rule::multiply_add}},
      {{"mad.wide.u16|u32|s16|s32", "9.7.1.4",
        "The whole product a * b plus c, which is twice as wide as a and b, modulo 2^2n.", ""},
       {.rule = Rule::multiply_add}},
      {{"mul24.lo|hi.u32|s32", "9.7.1.5",
        "Bits 0 to 31 (lo) or 16 to 47 (hi) of the 48-bit product of the factors' lower 24 bits.",
        ""},
       {.rule = Rule::multiply_24}},
      {{"mad24.lo|hi.u32|s32", "9.7.1.6", "mul24 of a and b, plus c, modulo 2^32.", ""},
       {.rule = Rule::multiply_add_24}},
      {{"mad24.hi.sat.s32", "9.7.1.6", "mul24.hi of a and b, plus c, clamped to the range of s32.",
        ""},
       {.rule = Rule::multiply_add_24}},
      {{"sad.int", "9.7.1.7",
        "c + |a - b| modulo 2^n, the difference's magnitude taken without overflow.", ""},
       {.rule = Rule::sum_of_differences}},
      {{"div.int", "9.7.1.8",
        "The quotient rounded towards zero; the ISA leaves division by zero open, and the table "
        "gives all ones; the most negative number divided by -1 gives itself.",
        ""},
       {.rule = Rule::divide}},
      {{"rem.int", "9.7.1.9",
        "a - b * (a / b), with the sign of a, which the ISA leaves to the machine; it leaves "
        "division "
        "by zero open, and the table gives a; the most negative number modulo -1 gives 0.",
        ""},
       {.rule = Rule::remainder}},
      {{"abs.s16|s32|s64", "9.7.1.10",
        "The magnitude modulo 2^n: the most negative number gives itself.", ""},
       {.rule = Rule::absolute}},
      {{"neg.s16|s32|s64", "9.7.1.11", "0 - a modulo 2^n.", ""}, {.rule = Rule::negate}},
      {{"min.int", "9.7.1.12", "The smaller operand.", ""}, {.rule = Rule::minimum}},
      {{"min.relu.s32", "9.7.1.12", "The smaller operand, or 0 where that is negative.", ""},
       {.rule = Rule::minimum}},
      {{"max.int", "9.7.1.13", "The larger operand.", ""}, {.rule = Rule::maximum}},
      {{"max.relu.s32", "9.7.1.13", "The larger operand, or 0 where that is negative.", ""},
       {.rule = Rule::maximum}},
      {{"popc.b32|b64", "9.7.1.14", "The number of one bits, as u32.", ""},
       {.rule = Rule::population_count}},
      {{"clz.b32|b64", "9.7.1.15",
        "The number of zero bits above the highest one bit, as u32: n for 0.", ""},
       {.rule = Rule::count_leading_zeros}},
      {{"bfind{.shiftamt}.u32|u64|s32|s64", "9.7.1.16",
        "The position of the highest bit that differs from the sign (of unsigned types: of the "
        "highest one bit), or with .shiftamt n - 1 minus it; 0xffffffff where there is none.",
        ""},
       {.rule = Rule::find_leading_bit}},
      {{"brev.b32|b64", "9.7.1.18", "The bits in reverse order.", ""},
       {.rule = Rule::reverse_bits}},
      {{"bfe.u32|u64|s32|s64", "9.7.1.19",
        "c[7:0] bits of a from bit b[7:0] up; beyond bit n - 1 and for a field of no bits: zeros "
        "(unsigned), copies of the field's sign bit (signed; 0 for a field of no bits).",
        ""},
       {.rule = Rule::extract_bits}},
      {{"bfi.b32|b64", "9.7.1.20",
        "b with d[7:0] of its bits from bit c[7:0] up replaced by the lowest bits of a; bits "
        "beyond the word are dropped.",
        ""},
       {.rule = Rule::insert_bits}},
      {{"dp4a.u32|s32.u32|s32", "9.7.1.23",
        "c plus the products of the four bytes of a and b, extended by their types, modulo 2^32.",
        ""},
       {.rule = Rule::dot_product}},
      {{"dp2a.lo|hi.u32|s32.u32|s32", "9.7.1.24",
        "c plus the products of the two halves of a and the two lower or upper bytes of b, modulo "
        "2^32.",
        ""},
       {.rule = Rule::dot_product}},
  }};
  return part;
}

}  // namespace touchstone::ptx
