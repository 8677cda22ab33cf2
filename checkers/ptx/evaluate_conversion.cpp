#include <algorithm>

#include "evaluate_float.h"
#include "evaluate_integer.h"

namespace touchstone::ptx {
namespace {

using exact::Format;
using exact::Kind;
using exact::Number;
using Words = const std::uint64_t*;

/// The largest magnitude that an integer type holds on this side of zero.
exact::Wide limit(Type type, bool negative) {
  const unsigned bits = bits_of(type);
  if (!is_signed(type)) return negative ? 0 : (exact::Wide{1} << bits) - 1;
  return (exact::Wide{1} << (bits - 1)) - (negative ? 0 : 1);
}

std::uint64_t clamped(Type type, exact::Wide magnitude, bool negative) {
  const auto kept = static_cast<std::uint64_t>(std::min(magnitude, limit(type, negative)));
  return low_bits(type, negative ? 0 - kept : kept);
}

/// |bits| as an integer of this type.
std::uint64_t magnitude_of(Type type, std::uint64_t bits, bool negative) {
  return negative ? 0 - widened(type, bits, 64) : widened(type, bits, 64);
}

bool is_negative(Type type, std::uint64_t bits) {
  return is_signed(type) && integer_of(type, bits) < 0;
}

std::uint64_t integer_to_integer(const Form& form, Words x) {
  if (!form.saturate) return low_bits(form.type, widened(form.source, x[0], 64));
  const bool negative = is_negative(form.source, x[0]);
  return clamped(form.type, magnitude_of(form.source, x[0], negative), negative);
}

std::uint64_t integer_to_float(const Form& form, Words x) {
  const bool negative = is_negative(form.source, x[0]);
  const Number value = exact::integer(magnitude_of(form.source, x[0], negative), negative);
  const Format format = exact::format_of(form.type);
  return finished(form, format, rounded(value, format, form.rounding));
}

/// The source as a number; .ftz speaks of f32 alone.
Number source_number(const Form& form, std::uint64_t bits) {
  const Format format = exact::format_of(form.source);
  const bool flush = form.flush && form.source == Type::f32;
  return number(flush ? format.flushed(low_bits(form.source, bits)) : bits, format);
}

std::uint64_t float_to_integer(const Form& form, Words x) {
  const Number value = source_number(form, x[0]);
  if (value.kind == Kind::nan) {
    const bool zero = form.source != Type::f64 && bits_of(form.type) < 64;
    return zero ? 0 : std::uint64_t{1} << (bits_of(form.type) - 1);
  }
  return clamped(form.type, rounded_magnitude(value, form.rounding), value.negative);
}

std::uint64_t float_to_float(const Form& form, Words x) {
  const Format format = exact::format_of(form.type);
  Number value = source_number(form, x[0]);
  // Between formats `rounding` is of the last place; within one it is to an integer.
  if (form.type == form.source && form.rounding != Rounding::none) {
    value = integral(value, form.rounding);
  }
  Form result = form;
  result.flush = form.flush && form.type == Type::f32;
  return finished(result, format, rounded(value, format, form.rounding));
}

std::uint64_t pack(const Form& form, Words x) {
  const Format format = exact::format_of(form.type);
  const auto half = [&](std::uint64_t bits) {
    return finished(form, format, rounded(source_number(form, bits), format, form.rounding));
  };
  return (half(x[0]) << 16U) | half(x[1]);
}

}  // namespace

ValueFunction conversion_function(const Form& form) {
  if (form.type == Type::f16x2 || form.type == Type::bf16x2) return pack;
  if (is_float(form.source)) return is_float(form.type) ? float_to_float : float_to_integer;
  return is_float(form.type) ? integer_to_float : integer_to_integer;
}

}  // namespace touchstone::ptx
