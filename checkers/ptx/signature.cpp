#include "semantics.h"

namespace touchstone::ptx {
namespace {

OperandRule result(Type type) { return {.role = OperandRole::result, .type = type}; }
OperandRule value(Type type) { return {.role = OperandRole::value, .type = type}; }
OperandRule predicate() { return {.role = OperandRole::predicate, .type = Type::pred}; }
OperandRule address() { return {.role = OperandRole::address, .type = Type::b64}; }

OperandRule optional(OperandRule rule) {
  rule.optional = true;
  return rule;
}
OperandRule immediate(Type type) {
  OperandRule rule = value(type);
  rule.immediate_only = true;
  return rule;
}

/// Results and operands of one type.
Signature uniform(Type type, std::size_t operands) {
  Signature signature{result(type)};
  signature.insert(signature.end(), operands, value(type));
  return signature;
}

Type doubled(Type type) {
  switch (type) {
    case Type::u16: return Type::u32;
    case Type::s16: return Type::s32;
    case Type::u32: return Type::u64;
    case Type::s32: return Type::s64;
    default: return type;
  }
}

/// mul, mad and fma, whose factors and sums may be of different types.
Signature product(const Form& form, bool with_sum) {
  const Type sum = form.part == Part::wide ? doubled(form.type) : form.type;
  const Type factor = form.source == Type::none ? form.type : form.source;
  Signature signature{result(sum), value(factor), value(factor)};
  if (with_sum) signature.push_back(value(sum));
  return signature;
}

Signature conversion(const Form& form) {
  if (form.type == Type::f16x2 || form.type == Type::bf16x2) {
    return {result(form.type), value(form.source), value(form.source)};
  }
  Signature signature{result(form.type), value(form.source)};
  // 9.7.9.21: formats of 16 bits other than f16 want registers of their width.
  signature[0].wider = form.type != Type::bf16;
  signature[1].wider = form.source != Type::bf16;
  return signature;
}

Signature comparison(const Form& form, Type compared) {
  Signature signature{result(form.rule == Rule::set_predicate ? Type::pred : form.type),
                      value(compared), value(compared)};
  if (form.logic != Logic::none) signature.push_back(predicate());
  return signature;
}

Signature dot_product(const Form& form) {
  const bool is_unsigned = form.type == Type::u32 && form.source == Type::u32;
  const Type sum = is_unsigned ? Type::u32 : Type::s32;
  return {result(sum), value(Type::b32), value(Type::b32), value(sum)};
}

Signature bitwise(const Form& form, std::size_t operands) {
  if (form.type != Type::pred) return uniform(form.type, operands);
  Signature signature{result(Type::pred)};
  signature.insert(signature.end(), operands, predicate());
  return signature;
}

/// The rules whose operands are all of the result's type, by their number; 0 for other rules.
std::size_t plain_operands(const Form& form) {
  switch (form.rule) {
    case Rule::absolute:
    case Rule::negate:
    case Rule::reciprocal:
    case Rule::square_root:
    case Rule::reciprocal_square_root:
    case Rule::exponential:
    case Rule::logarithm:
    case Rule::sine:
    case Rule::cosine:
    case Rule::hyperbolic_tangent:
    case Rule::logical_negation:
    case Rule::reverse_bits: return 1;
    case Rule::divide:
    case Rule::remainder:
    case Rule::copy_sign:
    case Rule::multiply_24: return 2;
    case Rule::multiply_add_24:
    case Rule::sum_of_differences:
    case Rule::permute_bytes: return 3;
    default: return 0;
  }
}

Signature sum(const Form& form) {
  const Type first = form.source == Type::none ? form.type : form.source;
  return {result(form.type), value(first), value(form.type)};
}

/// min and max: of f32 a third operand may follow, and must where `third` says so.
Signature choice(const Form& form) {
  Signature signature = uniform(form.type, 2);
  if (form.third) {
    signature.push_back(value(form.type));
  } else if (form.type == Type::f32 && !form.xor_sign) {
    signature.push_back(optional(value(form.type)));
  }
  return signature;
}

Signature value_signature(const Form& form) {
  const Type type = form.type;
  if (const std::size_t operands = plain_operands(form)) return uniform(type, operands);
  switch (form.rule) {
    case Rule::move:
      return type == Type::pred ? Signature{result(type), predicate()} : uniform(type, 1);
    case Rule::to_address_space: return uniform(type, 1);
    case Rule::convert: return conversion(form);
    case Rule::add:
    case Rule::subtract: return sum(form);
    case Rule::minimum:
    case Rule::maximum: return choice(form);
    case Rule::multiply: return product(form, false);
    case Rule::multiply_add:
    case Rule::fused_multiply_add: return product(form, true);
    case Rule::test_property: return {result(Type::pred), value(type)};
    case Rule::conjunction:
    case Rule::disjunction:
    case Rule::exclusive_or: return bitwise(form, 2);
    case Rule::complement: return bitwise(form, 1);
    case Rule::three_input_logic:
      return {result(type), value(type), value(type), value(type), immediate(Type::b32)};
    case Rule::shift_left:
    case Rule::shift_right: return {result(type), value(type), value(Type::u32)};
    case Rule::funnel_shift: return {result(type), value(type), value(type), value(Type::u32)};
    case Rule::population_count:
    case Rule::count_leading_zeros:
    case Rule::find_leading_bit: return {result(Type::u32), value(type)};
    case Rule::extract_bits: return {result(type), value(type), value(Type::u32), value(Type::u32)};
    case Rule::insert_bits:
      return {result(type), value(type), value(type), value(Type::u32), value(Type::u32)};
    case Rule::dot_product: return dot_product(form);
    case Rule::set_predicate: return comparison(form, type);
    case Rule::set_value: return comparison(form, form.source);
    case Rule::select: return {result(type), value(type), value(type), predicate()};
    case Rule::select_by_sign: return {result(type), value(type), value(type), value(form.source)};
    case Rule::is_space: return {result(Type::pred), value(Type::u64)};
    default: return {};
  }
}

OperandRule memory_operand(const Form& form, OperandRole role) {
  return {.role = role, .type = form.type, .vector = form.vector, .wider = true};
}

Signature memory_signature(const Form& form) {
  Signature signature;
  switch (form.rule) {
    case Rule::load: signature = {memory_operand(form, OperandRole::result), address()}; break;
    case Rule::store: signature = {address(), memory_operand(form, OperandRole::value)}; break;
    case Rule::atomic: signature = {result(form.type), address(), value(form.type)}; break;
    case Rule::reduction: signature = {address(), value(form.type)}; break;
    default: signature = {address()}; break;
  }
  if (form.update == Update::compare_exchange) signature.push_back(value(form.type));
  if (form.cache_policy) signature.push_back(value(Type::b64));
  return signature;
}

Signature warp_signature(const Form& form) {
  const OperandRule mask = value(Type::b32);
  switch (form.rule) {
    case Rule::shuffle:
      return {result(form.type), value(form.type), value(Type::b32), value(Type::b32), mask};
    case Rule::vote: return {result(form.type), predicate(), mask};
    case Rule::match: return {result(Type::b32), value(form.type), mask};
    case Rule::reduce_lanes: return {result(form.type), value(form.type), mask};
    case Rule::active_mask: return {result(Type::b32)};
    case Rule::elect: return {result(Type::b32), mask};
    default: return {mask};
  }
}

Signature control_signature(const Form& form) {
  const OperandRule barrier = value(Type::u32);
  const OperandRule threads = value(Type::u32);
  switch (form.rule) {
    case Rule::barrier: return {barrier, optional(threads)};
    case Rule::barrier_arrive: return {barrier, threads};
    case Rule::barrier_reduce: return {result(form.type), barrier, optional(threads), predicate()};
    case Rule::branch: return {{.role = OperandRole::label}};
    case Rule::branch_indexed: return {value(Type::u32), {.role = OperandRole::label}};
    case Rule::call: return {{.role = OperandRole::function}};
    case Rule::nanosleep: return {value(Type::u32)};
    case Rule::no_operation: return {immediate(Type::b32)};
    default: return {};
  }
}

}  // namespace

Signature signature_of(const Form& form) {
  if (form.rule <= Rule::is_space) return value_signature(form);
  if (form.rule <= Rule::prefetch) return memory_signature(form);
  if (form.rule <= Rule::elect || form.rule == Rule::warp_barrier) return warp_signature(form);
  return control_signature(form);
}

}  // namespace touchstone::ptx
