#include "evaluate_float.h"

#include <bit>
#include <utility>

#include "touchstone/number/fma.h"
#include "touchstone/number/strict_float.h"

namespace touchstone::ptx {
namespace {

using exact::Format;
using Words = const std::uint64_t*;

std::uint64_t add_part(const Form& form, Format format, Words x) {
  return rounded(sum(number(x[0], format), number(x[1], format), form.rounding), format,
                 form.rounding);
}

std::uint64_t subtract_part(const Form& form, Format format, Words x) {
  return rounded(sum(number(x[0], format), negated(number(x[1], format)), form.rounding), format,
                 form.rounding);
}

std::uint64_t multiply_part(const Form& form, Format format, Words x) {
  return rounded(product(number(x[0], format), number(x[1], format)), format, form.rounding);
}

std::uint64_t fma_part(const Form& form, Format format, Words x) {
  const exact::Number whole = product(number(x[0], format), number(x[1], format));
  return rounded(sum(whole, number(x[2], format), form.rounding), format, form.rounding);
}

std::uint64_t divide_part(const Form& form, Format format, Words x) {
  return rounded(quotient(number(x[0], format), number(x[1], format)), format, form.rounding);
}

std::uint64_t reciprocal_part(const Form& form, Format format, Words x) {
  return rounded(quotient(number(format.one(), format), number(x[0], format)), format,
                 form.rounding);
}

std::uint64_t root_part(const Form& form, Format format, Words x) {
  return rounded(root(number(x[0], format)), format, form.rounding);
}

std::uint64_t absolute_part(const Form& /*form*/, Format format, Words x) {
  return x[0] & format.nan();
}

std::uint64_t negate_part(const Form& /*form*/, Format format, Words x) {
  return x[0] ^ format.sign();
}

std::uint64_t choice_part(const Form& form, Format format, Words x) {
  const bool larger = form.rule == Rule::maximum;
  if (!form.absolute) return chosen(form, format, larger, x[0], x[1]);
  const std::uint64_t magnitude =
      chosen(form, format, larger, x[0] & format.nan(), x[1] & format.nan());
  if (!form.xor_sign || format.is_nan(magnitude)) return magnitude;
  return magnitude | ((x[0] ^ x[1]) & format.sign());
}

std::uint64_t choice_of_three_part(const Form& form, Format format, Words x) {
  const std::uint64_t third = form.absolute ? x[2] & format.nan() : x[2];
  return chosen(form, format, form.rule == Rule::maximum, choice_part(form, format, x), third);
}

std::uint64_t absolute_binary64(const Form& /*form*/, Words x) {
  return x[0] & exact::binary64.nan();
}

std::uint64_t copy_sign(const Form& form, Words x) {
  const Format format = exact::format_of(form.type);
  return (x[0] & format.sign()) | (x[1] & format.nan());
}

/// add, sub and fma of f32 whose first operands are of half precision, which f32 holds exactly.
template <PartFunction function, unsigned narrow, unsigned operands>
std::uint64_t mixed(const Form& form, Words words) {
  const Format format = exact::format_of(form.source);
  std::uint64_t wide[operands];
  for (unsigned operand = 0; operand < operands; ++operand) {
    wide[operand] = operand < narrow
                        ? rounded(number(words[operand], format), exact::single, Rounding::rn)
                        : words[operand];
  }
  return each_part<function, operands>(form, wide);
}

// What kernels are full of, by the processor: binary32 and binary64 rounded to nearest even.

float single_of(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

double binary64_of(std::uint64_t bits) { return std::bit_cast<double>(bits); }

std::uint64_t bits_of_single(float x) {
  return x != x ? exact::single.nan() : std::bit_cast<std::uint32_t>(x);
}

std::uint64_t bits_of_binary64(double x) {
  return x != x ? exact::binary64.nan() : std::bit_cast<std::uint64_t>(x);
}

std::uint64_t add_single(const Form& /*form*/, Words x) {
  return bits_of_single(single_of(x[0]) + single_of(x[1]));
}
std::uint64_t subtract_single(const Form& /*form*/, Words x) {
  return bits_of_single(single_of(x[0]) - single_of(x[1]));
}
std::uint64_t multiply_single(const Form& /*form*/, Words x) {
  return bits_of_single(single_of(x[0]) * single_of(x[1]));
}
std::uint64_t divide_single(const Form& /*form*/, Words x) {
  return bits_of_single(single_of(x[0]) / single_of(x[1]));
}
template <class Fma>
std::uint64_t fma_single(const Form& /*form*/, Words x) {
  return bits_of_single(Fma::fma(single_of(x[0]), single_of(x[1]), single_of(x[2])));
}
std::uint64_t add_binary64(const Form& /*form*/, Words x) {
  return bits_of_binary64(binary64_of(x[0]) + binary64_of(x[1]));
}
std::uint64_t subtract_binary64(const Form& /*form*/, Words x) {
  return bits_of_binary64(binary64_of(x[0]) - binary64_of(x[1]));
}
std::uint64_t multiply_binary64(const Form& /*form*/, Words x) {
  return bits_of_binary64(binary64_of(x[0]) * binary64_of(x[1]));
}
std::uint64_t divide_binary64(const Form& /*form*/, Words x) {
  return bits_of_binary64(binary64_of(x[0]) / binary64_of(x[1]));
}

bool rounds_to_nearest(const Form& form) {
  return form.rounding == Rounding::rn || form.rounding == Rounding::none;
}

ValueFunction processor_function(const Form& form) {
  if (form.flush || form.saturate || !rounds_to_nearest(form)) return nullptr;
  const bool is_single = form.type == Type::f32 && form.source == Type::none;
  if (!is_single && form.type != Type::f64) return nullptr;
  switch (form.rule) {
    case Rule::add: return is_single ? add_single : add_binary64;
    case Rule::subtract: return is_single ? subtract_single : subtract_binary64;
    case Rule::multiply: return is_single ? multiply_single : multiply_binary64;
    case Rule::divide: return is_single ? divide_single : divide_binary64;
    case Rule::fused_multiply_add:
      if (!is_single) return nullptr;
      return has_hardware_fma() ? fma_single<HardwareFma> : fma_single<ExactFma>;
    default: return nullptr;
  }
}

ValueFunction mixed_function(const Form& form) {
  switch (form.rule) {
    case Rule::add: return mixed<add_part, 1, 2>;
    case Rule::subtract: return mixed<subtract_part, 1, 2>;
    default: return mixed<fma_part, 2, 3>;
  }
}

}  // namespace

std::uint64_t finished(const Form& form, Format format, std::uint64_t bits) {
  if (format.is_nan(bits)) return form.saturate ? 0 : format.nan();
  const bool negative = (bits & format.sign()) != 0;
  // The manual leaves open what becomes of -0 in [0.0, 1.0]; CUDA's __saturatef says +0.
  if (negative && (form.saturate || form.relu)) return 0;
  if (form.saturate && bits > format.one()) return format.one();
  return form.flush ? format.flushed(bits) : bits;
}

std::uint64_t chosen(const Form& form, Format format, bool larger, std::uint64_t a,
                     std::uint64_t b) {
  const bool a_is_nan = format.is_nan(a);
  const bool b_is_nan = format.is_nan(b);
  if ((a_is_nan && b_is_nan) || (form.nan && (a_is_nan || b_is_nan))) return format.nan();
  if (a_is_nan) return b;
  if (b_is_nan) return a;
  // Signs as the highest bit turned round, magnitudes of negative numbers too: bits in order.
  const auto place = [format](std::uint64_t bits) {
    return (bits & format.sign()) != 0 ? format.nan() - (bits & format.nan())
                                       : bits | format.sign();
  };
  return (place(a) < place(b)) != larger ? a : b;
}

ValueFunction float_function(const Form& form) {
  if (form.source != Type::none) return mixed_function(form);
  if (const ValueFunction fast = processor_function(form)) return fast;
  switch (form.rule) {
    case Rule::add: return each_part<add_part, 2>;
    case Rule::subtract: return each_part<subtract_part, 2>;
    case Rule::multiply: return each_part<multiply_part, 2>;
    case Rule::fused_multiply_add: return each_part<fma_part, 3>;
    case Rule::divide: return each_part<divide_part, 2>;
    case Rule::reciprocal: return each_part<reciprocal_part, 1>;
    case Rule::square_root: return each_part<root_part, 1>;
    case Rule::absolute:
      return form.type == Type::f64 ? absolute_binary64 : each_part<absolute_part, 1>;
    case Rule::negate: return each_part<negate_part, 1>;
    case Rule::minimum:
    case Rule::maximum:
      return form.third ? each_part<choice_of_three_part, 3> : each_part<choice_part, 2>;
    case Rule::copy_sign: return copy_sign;
    default: return nullptr;
  }
}

}  // namespace touchstone::ptx
