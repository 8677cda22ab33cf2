#include <array>

#include "table.h"

namespace touchstone::ptx {

// PTX ISA 9.0, 9.7.9 and 9.7.13: loads, stores and atomic updates.
std::span<const Row> memory_rows() {
  static constexpr std::array<Row, 28> part = {{
      {{"ld{.weak}{.space}{.cop}{.evict1}{.evict2}{.policy}{.fetch}{.vec}.data", "9.7.9.8",
        "What memory holds at the address, little-endian; a wider register is filled by sign "
        "(signed types) or zeros.",
        ""},
       {.rule = Rule::load, .order = Order::weak}},
      {{"ld.volatile{.sspace}{.fetch}{.vec}.data", "9.7.9.8",
        "The same as a strong read that is neither removed nor merged (8.4.2).", ""},
       {.rule = Rule::load, .scope = Scope::system, .order = Order::relaxed}},
      {{"ld.relaxed|acquire.scope{.sspace}{.evict1}{.evict2}{.policy}{.fetch}{.vec}.data",
        "9.7.9.8", "The same as a strong read of this scope; acquire orders what follows it (8.8).",
        ""},
       {.rule = Rule::load}},
      {{"ld.global{.ca|cg|cs}.nc{.evict1}{.evict2}{.policy}{.fetch}{.vec}.data", "9.7.9.9",
        "What memory holds, through a cache that sees no writes of this kernel.", ""},
       {.rule = Rule::load, .order = Order::weak}},
      {{"st{.weak}{.target}{.wcop}{.evict1}{.evict2}{.policy}{.vec}.data", "9.7.9.11",
        "The lower bits of the operand go to the address, little-endian.", ""},
       {.rule = Rule::store, .order = Order::weak}},
      {{"st.volatile{.sspace}{.vec}.data", "9.7.9.11",
        "The same as a strong write that is neither removed nor merged (8.4.2).", ""},
       {.rule = Rule::store, .scope = Scope::system, .order = Order::relaxed}},
      {{"st.relaxed|release.scope{.sspace}{.evict1}{.evict2}{.policy}{.vec}.data", "9.7.9.11",
        "The same as a strong write of this scope; release orders what precedes it (8.8).", ""},
       {.rule = Rule::store}},
      {{"prefetch{.global|local}.L1|L2", "9.7.9.15", "No effect on values.", ""},
       {.rule = Rule::prefetch}},
      {{"prefetch.global.L2::evict_last|L2::evict_normal", "9.7.9.15", "No effect on values.", ""},
       {.rule = Rule::prefetch}},
      {{"prefetchu.L1", "9.7.9.15", "No effect on values.", ""}, {.rule = Rule::prefetch}},
      {{"atom{.relaxed|acquire|release|acq_rel}{.scope}{.sspace}.and|or|xor{.policy}.b32|b64",
        "9.7.13.5",
        "The word at the address becomes its bitwise combination with the operand; the result is "
        "what it held before.",
        ""},
       {.rule = Rule::atomic, .scope = Scope::gpu, .order = Order::relaxed}},
      {{"atom{.relaxed|acquire|release|acq_rel}{.scope}{.sspace}.exch{.policy}.b32|b64", "9.7.13.5",
        "The word at the address becomes the operand; the result is what it held before.", ""},
       {.rule = Rule::atomic, .scope = Scope::gpu, .order = Order::relaxed}},
      {{"atom{.relaxed|acquire|release|acq_rel}{.scope}{.sspace}.cas.b16|b32|b64", "9.7.13.5",
        "The word at the address becomes c where it equals b; the result is what it held before.",
        ""},
       {.rule = Rule::atomic, .scope = Scope::gpu, .order = Order::relaxed}},
      {{"atom{.relaxed|acquire|release|acq_rel}{.scope}{.sspace}.add{.policy}.u32|u64|s32",
        "9.7.13.5",
        "The word at the address grows by the operand, modulo 2^n; the result is what it held "
        "before.",
        ""},
       {.rule = Rule::atomic, .scope = Scope::gpu, .order = Order::relaxed}},
      {{"atom{.relaxed|acquire|release|acq_rel}{.scope}{.sspace}.min|max{.policy}.u32|u64|s32|s64",
        "9.7.13.5",
        "The word at the address becomes the smaller or larger of it and the operand; the result "
        "is what it held before.",
        ""},
       {.rule = Rule::atomic, .scope = Scope::gpu, .order = Order::relaxed}},
      {{"atom{.relaxed|acquire|release|acq_rel}{.scope}{.sspace}.inc{.policy}.u32", "9.7.13.5",
        "The word at the address grows by 1, and becomes 0 where it is at least the operand; the "
        "result is what it held before.",
        ""},
       {.rule = Rule::atomic, .scope = Scope::gpu, .order = Order::relaxed}},
      {{"atom{.relaxed|acquire|release|acq_rel}{.scope}{.sspace}.dec{.policy}.u32", "9.7.13.5",
        "The word at the address shrinks by 1, and becomes the operand where it is 0 or exceeds "
        "it; the result is what it held before.",
        ""},
       {.rule = Rule::atomic, .scope = Scope::gpu, .order = Order::relaxed}},
      {{"atom{.relaxed|acquire|release|acq_rel}{.scope}{.sspace}.add{.policy}.f32", "9.7.13.5",
        "The number at the address becomes its sum with the operand, rounded to nearest even; in "
        "global memory subnormal operands and sums are flushed, in shared memory not; the result "
        "is what it held before.",
        ""},
       {.rule = Rule::atomic, .scope = Scope::gpu, .order = Order::relaxed}},
      {{"atom{.relaxed|acquire|release|acq_rel}{.scope}{.sspace}.add{.policy}.f64", "9.7.13.5",
        "The number at the address becomes its sum with the operand, rounded to nearest even; the "
        "result is what it held before.",
        ""},
       {.rule = Rule::atomic, .scope = Scope::gpu, .order = Order::relaxed}},
      {{"atom{.relaxed|acquire|release|acq_rel}{.scope}{.sspace}.add.noftz{.policy}.f16|f16x2|bf16|"
        "bf16x2",
        "9.7.13.5",
        "Each number at the address becomes its sum with the operand's, rounded to nearest even, "
        "subnormals kept; each half is an access of its own; the result is what it held before.",
        ""},
       {.rule = Rule::atomic, .scope = Scope::gpu, .order = Order::relaxed}},
      {{"red{.relaxed|release}{.scope}{.sspace}.and|or|xor{.policy}.b32|b64", "9.7.13.6",
        "The word at the address becomes its bitwise combination with the operand; there is no "
        "result.",
        ""},
       {.rule = Rule::reduction, .scope = Scope::gpu, .order = Order::relaxed}},
      {{"red{.relaxed|release}{.scope}{.sspace}.add{.policy}.u32|u64|s32", "9.7.13.6",
        "The word at the address grows by the operand, modulo 2^n; there is no result.", ""},
       {.rule = Rule::reduction, .scope = Scope::gpu, .order = Order::relaxed}},
      {{"red{.relaxed|release}{.scope}{.sspace}.min|max{.policy}.u32|u64|s32|s64", "9.7.13.6",
        "The word at the address becomes the smaller or larger of it and the operand; there is no "
        "result.",
        ""},
       {.rule = Rule::reduction, .scope = Scope::gpu, .order = Order::relaxed}},
      {{"red{.relaxed|release}{.scope}{.sspace}.inc{.policy}.u32", "9.7.13.6",
        "The word at the address grows by 1, and becomes 0 where it is at least the operand; there "
        "is no result.",
        ""},
       {.rule = Rule::reduction, .scope = Scope::gpu, .order = Order::relaxed}},
      {{"red{.relaxed|release}{.scope}{.sspace}.dec{.policy}.u32", "9.7.13.6",
        "The word at the address shrinks by 1, and becomes the operand where it is 0 or exceeds "
        "it; there is no result.",
        ""},
       {.rule = Rule::reduction, .scope = Scope::gpu, .order = Order::relaxed}},
      {{"red{.relaxed|release}{.scope}{.sspace}.add{.policy}.f32", "9.7.13.6",
        "The number at the address becomes its sum with the operand, rounded to nearest even; in "
        "global memory subnormal operands and sums are flushed, in shared memory not; there is no "
        "result.",
        ""},
       {.rule = Rule::reduction, .scope = Scope::gpu, .order = Order::relaxed}},
      {{"red{.relaxed|release}{.scope}{.sspace}.add{.policy}.f64", "9.7.13.6",
        "The number at the address becomes its sum with the operand, rounded to nearest even; "
        "there is no result.",
        ""},
       {.rule = Rule::reduction, .scope = Scope::gpu, .order = Order::relaxed}},
      {{"red{.relaxed|release}{.scope}{.sspace}.add.noftz{.policy}.f16|f16x2|bf16|bf16x2",
        "9.7.13.6",
        "Each number at the address becomes its sum with the operand's, rounded to nearest even, "
        "subnormals kept; each half is an access of its own; there is no result.",
        ""},
       {.rule = Rule::reduction, .scope = Scope::gpu, .order = Order::relaxed}},
  }};
  return part;
}

}  // namespace touchstone::ptx
