#include "operand_reading.h"

#include <algorithm>

#include "semantics.h"

namespace touchstone::ptx {

namespace {

bool is_nan_of(std::uint64_t bits, std::uint64_t sign, std::uint64_t infinity) {
  return (bits & (sign - 1)) > infinity;
}

bool half_is_nan(std::uint64_t bits, std::uint64_t infinity) {
  return is_nan_of(bits & 0xFFFFU, 0x8000U, infinity);
}

bool single_is_nan(std::uint64_t bits) {
  return is_nan_of(bits & 0xFFFFFFFFU, 0x80000000U, 0x7F800000U);
}

}  // namespace

Type number_read(const Form& form, std::size_t operand) {
  // The sign of a NaN is as open as its payload (copysign; .xorsign of min and max).
  if (form.xor_sign || (form.rule == Rule::copy_sign && operand == 0)) return Type::none;
  const Signature signature = signature_of(form);
  const auto results = static_cast<std::size_t>(
      std::count_if(signature.begin(), signature.end(),
                    [](const OperandRule& rule) { return rule.role == OperandRole::result; }));
  const std::size_t at = results + operand;
  if (at >= signature.size() || !is_float(signature[at].type)) return Type::none;
  return signature[at].type;
}

Type result_type(const Form& form) { return signature_of(form).front().type; }

bool holds_nan(Type type, std::uint64_t bits) {
  switch (type) {
    case Type::f16: return half_is_nan(bits, 0x7C00U);
    case Type::bf16: return half_is_nan(bits, 0x7F80U);
    case Type::f16x2: return half_is_nan(bits, 0x7C00U) || half_is_nan(bits >> 16U, 0x7C00U);
    case Type::bf16x2: return half_is_nan(bits, 0x7F80U) || half_is_nan(bits >> 16U, 0x7F80U);
    case Type::f32: return single_is_nan(bits);
    case Type::f32x2: return single_is_nan(bits) || single_is_nan(bits >> 32U);
    case Type::f64: return is_nan_of(bits, std::uint64_t{1} << 63U, 0x7FF0000000000000U);
    default: return false;
  }
}

bool operands_commute(const Form& form) {
  switch (form.rule) {
    case Rule::add:
    case Rule::multiply:
    case Rule::multiply_24:
    case Rule::multiply_add:
    case Rule::multiply_add_24:
    case Rule::fused_multiply_add:
    case Rule::minimum:
    case Rule::maximum:
    case Rule::conjunction:
    case Rule::disjunction:
    case Rule::exclusive_or:
    case Rule::sum_of_differences: return true;
    case Rule::set_predicate:
    case Rule::set_value:
      return form.compare == Compare::eq || form.compare == Compare::ne ||
             form.compare == Compare::equ || form.compare == Compare::neu;
    default: return false;
  }
}

}  // namespace touchstone::ptx
