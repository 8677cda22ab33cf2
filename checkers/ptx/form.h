#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace touchstone::ptx {

/// PTX ISA 9.0, 5.2 "Types". `none` where an instruction has no type.
enum class Type : std::uint8_t {
  none,
  pred,
  b8,
  b16,
  b32,
  b64,
  b128,
  u8,
  u16,
  u32,
  u64,
  s8,
  s16,
  s32,
  s64,
  f16,
  f16x2,
  bf16,
  bf16x2,
  f32,
  f32x2,
  f64,
};
[[nodiscard]] std::string_view name_of(Type type);
/// Width in bits; 1 for predicates, 0 for `none`.
[[nodiscard]] unsigned bits_of(Type type);
[[nodiscard]] bool is_float(Type type);
[[nodiscard]] bool is_signed(Type type);

/// 5.1 "State Spaces". `generic` is also that of an access without a space.
enum class Space : std::uint8_t { generic, reg, param, global, shared, local, constant };
[[nodiscard]] std::string_view name_of(Space space);

enum class Rounding : std::uint8_t { none, rn, rz, rm, rp, rni, rzi, rmi, rpi, rna };
enum class Compare : std::uint8_t {
  none,
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  lo,
  ls,
  hi,
  hs,
  equ,
  neu,
  ltu,
  leu,
  gtu,
  geu,
  num,
  nan
};
/// How setp and set combine their comparison with a predicate.
enum class Logic : std::uint8_t { none, conjunction, disjunction, exclusive };
/// Which part of a product mul and mad keep.
enum class Part : std::uint8_t { none, lo, hi, wide };
/// What atom, red and redux do to the word.
enum class Update : std::uint8_t {
  none,
  add,
  min,
  max,
  inc,
  dec,
  conjunction,
  disjunction,
  exclusive,
  exchange,
  compare_exchange
};
/// Which lane shfl reads, or what vote and match ask.
enum class Lanes : std::uint8_t { none, up, down, butterfly, index, all, any, uniform, ballot };
/// The direction of shf; bfind.shiftamt is `left`.
enum class Shift : std::uint8_t { none, left, right };
/// 8.5 scopes: the threads that an atomic access or a fence orders.
enum class Scope : std::uint8_t { none, cta, cluster, gpu, system };
/// 8.4 operation types and 9.7.13.4 fences: what an access orders. `none` for what is no access.
enum class Order : std::uint8_t {
  none,
  weak,
  relaxed,
  acquire,
  release,
  acquire_release,
  sequential
};
/// What testp asks (9.7.3.1).
enum class Property : std::uint8_t {
  none,
  finite,
  infinite,
  number,
  not_a_number,
  normal,
  subnormal
};
/// How prmt chooses bytes (9.7.9.7); `none` is by the selector's nibbles.
enum class Bytes : std::uint8_t { none, f4e, b4e, rc8, ecl, ecr, rc16 };

/// What one instruction does, apart from its operands: one value for each row of the semantics
/// table.
enum class Rule : std::uint8_t {
  // Values: computed by `evaluate` alone.
  move,
  convert,
  to_address_space,  ///< cvta, cvta.to
  add,
  subtract,
  multiply,         ///< part none (float) lo, hi, wide
  multiply_add,     ///< mad: part lo, hi, wide; of f32 it is fma
  multiply_24,      ///< mul24
  multiply_add_24,  ///< mad24
  fused_multiply_add,
  divide,
  remainder,
  absolute,
  negate,
  copy_sign,
  minimum,
  maximum,
  reciprocal,
  square_root,
  reciprocal_square_root,
  exponential,  ///< ex2
  logarithm,    ///< lg2
  sine,
  cosine,
  hyperbolic_tangent,
  test_property,  ///< testp
  conjunction,
  disjunction,
  exclusive_or,
  complement,         ///< not
  logical_negation,   ///< cnot
  three_input_logic,  ///< lop3
  shift_left,
  shift_right,
  funnel_shift,  ///< shf
  population_count,
  count_leading_zeros,
  find_leading_bit,  ///< bfind
  reverse_bits,
  extract_bits,        ///< bfe
  insert_bits,         ///< bfi
  permute_bytes,       ///< prmt
  sum_of_differences,  ///< sad
  dot_product,         ///< dp4a, dp2a
  set_predicate,       ///< setp
  set_value,           ///< set
  select,              ///< selp
  select_by_sign,      ///< slct
  is_space,            ///< isspacep
  // Memory.
  load,
  store,
  atomic,
  reduction,  ///< red: atomic without a result
  prefetch,
  // Lanes of one warp.
  shuffle,
  vote,
  match,
  reduce_lanes,  ///< redux.sync
  active_mask,
  elect,
  // Order.
  barrier,  ///< bar.sync, barrier.sync
  barrier_arrive,
  barrier_reduce,  ///< bar.red
  warp_barrier,    ///< bar.warp.sync
  fence,           ///< membar, fence
  // Control.
  branch,
  branch_indexed,  ///< brx.idx
  call,
  ret,
  exit,
  trap,
  nanosleep,
  no_operation,  ///< pragma-like instructions without effect on values
};

/// One instruction form, decoded: mnemonic and modifiers. Equal forms mean equal functions of their
/// operands.
struct Form {
  Rule rule{};
  Type type = Type::none;    ///< of the result, or of the operands where the result is a predicate
  Type source = Type::none;  ///< of the operand where it differs (cvt, set, slct's selector)
  Rounding rounding = Rounding::none;
  Compare compare = Compare::none;
  Logic logic = Logic::none;
  Part part = Part::none;
  Update update = Update::none;
  Lanes lanes = Lanes::none;
  Shift shift = Shift::none;
  Scope scope = Scope::none;
  Space space = Space::generic;
  Order order = Order::none;  ///< of memory accesses and fences, with the ISA's defaults filled in
  Property property = Property::none;
  Bytes bytes = Bytes::none;
  /// Elements of a load or store: 1, 2, 4, 8. An opcode says nothing of a mov's: whoever reads
  /// `mov.b64 %rd, {%r1, %r2}` or its converse sets it.
  std::uint8_t vector = 1;
  bool flush = false;        ///< .ftz
  bool saturate = false;     ///< .sat
  bool relu = false;         ///< .relu: negative results become +0
  bool approximate = false;  ///< .approx
  bool full_range = false;   ///< div.full
  bool nan = false;          ///< min.NaN, max.NaN
  bool absolute = false;     ///< min.abs and the like
  bool xor_sign = false;     ///< min.xorsign.abs and max.xorsign.abs
  bool third =
      false;  ///< min, max of f32 with a third operand, which an opcode does not say either
  bool is_volatile = false;
  bool non_coherent = false;  ///< ld.global.nc
  bool cache_policy = false;  ///< .L2::cache_hint: a 64-bit operand without effect on values
  bool uniform = false;       ///< bra.uni
  bool aligned = false;       ///< .aligned barriers (bar.sync is one)
  bool wrap = false;          ///< shf.wrap
  bool to_generic = false;    ///< cvta without .to
  std::uint16_t entry = 0;    ///< row of the semantics table

  auto operator<=>(const Form&) const = default;
};

}  // namespace touchstone::ptx
