#include <mpfr.h>

#include "evaluate_float.h"

namespace touchstone::ptx {
namespace {

using exact::Format;
using exact::Kind;
using exact::Number;
using Words = const std::uint64_t*;

/// A number of MPFR with as many bits as this machine's words, so that its digits fit one.
class Real {
 public:
  Real() { mpfr_init2(value_, 64); }
  ~Real() { mpfr_clear(value_); }
  Real(const Real&) = delete;
  Real& operator=(const Real&) = delete;

  [[nodiscard]] mpfr_ptr get() { return value_; }

  void set(const Number& x) {
    mpfr_set_ui_2exp(value_, static_cast<unsigned long>(x.significand), x.exponent, MPFR_RNDZ);
    if (x.negative) mpfr_neg(value_, value_, MPFR_RNDZ);
  }

  /// The value as it was truncated, with what `inexact` says was cut off.
  [[nodiscard]] Number number(bool inexact) {
    const bool negative = mpfr_signbit(value_) != 0;
    if (mpfr_zero_p(value_) != 0) return {Kind::zero, negative, 0, 0, false};
    const auto exponent = static_cast<int>(mpfr_get_exp(value_)) - 64;
    mpfr_mul_2si(value_, value_, -exponent, MPFR_RNDZ);
    mpfr_abs(value_, value_, MPFR_RNDZ);
    return {Kind::finite, negative, exponent, mpfr_get_ui(value_, MPFR_RNDZ), inexact};
  }

 private:
  mpfr_t value_;
};

Number one() { return exact::integer(1, false); }
Number nothing() { return {Kind::nan, false, 0, 0, false}; }
Number infinite(bool negative) { return {Kind::infinite, negative, 0, 0, false}; }

/// f(x) for nonzero finite x in the function's domain, truncated to 64 bits.
Number truncated(Rule rule, const Number& x) {
  Real argument;
  Real result;
  argument.set(x);
  int inexact = 0;
  switch (rule) {
    case Rule::exponential: inexact = mpfr_exp2(result.get(), argument.get(), MPFR_RNDZ); break;
    case Rule::logarithm: inexact = mpfr_log2(result.get(), argument.get(), MPFR_RNDZ); break;
    case Rule::sine: inexact = mpfr_sin(result.get(), argument.get(), MPFR_RNDZ); break;
    case Rule::cosine: inexact = mpfr_cos(result.get(), argument.get(), MPFR_RNDZ); break;
    case Rule::hyperbolic_tangent:
      inexact = mpfr_tanh(result.get(), argument.get(), MPFR_RNDZ);
      break;
    default: inexact = mpfr_rec_sqrt(result.get(), argument.get(), MPFR_RNDZ); break;
  }
  return result.number(inexact != 0);
}

/// The tables of 9.7.3.16 to 9.7.3.22 for ±0 and ±∞.
Number at_edge(Rule rule, const Number& x) {
  const bool zero = x.kind == Kind::zero;
  switch (rule) {
    case Rule::exponential:
      if (zero) return one();
      return x.negative ? Number{} : x;
    case Rule::logarithm:
      if (zero) return infinite(true);
      return x.negative ? nothing() : x;
    case Rule::sine: return zero ? x : nothing();
    case Rule::cosine: return zero ? one() : nothing();
    case Rule::hyperbolic_tangent: return zero ? x : exact::integer(1, x.negative);
    default:
      if (zero) return infinite(x.negative);
      return x.negative ? nothing() : Number{};
  }
}

bool wants_positive(Rule rule) {
  return rule == Rule::logarithm || rule == Rule::reciprocal_square_root;
}

Number applied(Rule rule, const Number& x) {
  if (x.kind == Kind::nan) return x;
  if (x.kind != Kind::finite) return at_edge(rule, x);
  if (x.negative && wants_positive(rule)) return nothing();
  return truncated(rule, x);
}

std::uint64_t function_part(const Form& form, Format format, Words x) {
  return rounded(applied(form.rule, number(x[0], format)), format, Rounding::rn);
}

std::uint64_t reciprocal_part(const Form& /*form*/, Format format, Words x) {
  return rounded(quotient(one(), number(x[0], format)), format, Rounding::rn);
}

std::uint64_t root_part(const Form& /*form*/, Format format, Words x) {
  return rounded(root(number(x[0], format)), format, Rounding::rn);
}

std::uint64_t divide_part(const Form& form, Format format, Words x) {
  const std::uint64_t two_to_126 = std::uint64_t{126 + 127} << 23U;
  const std::uint64_t divisor = x[1] & format.nan();
  if (!form.full_range && divisor > two_to_126 && divisor < format.infinity()) {
    // The reciprocal is subnormal and counts as zero (9.7.3.8).
    const std::uint64_t zero = (x[0] ^ x[1]) & format.sign();
    const bool is_number = (x[0] & format.nan()) < format.infinity();
    return is_number ? zero : format.nan();
  }
  return rounded(quotient(number(x[0], format), number(x[1], format)), format, Rounding::rn);
}

/// 9.7.3.14 and 9.7.3.17 compute in the upper words, a format of 20 fraction bits.
std::uint64_t in_upper_word(const Form& form, Words x) {
  constexpr Format upper{11, 20};
  const Number argument = number(upper.flushed(x[0] >> 32U), upper);
  const Number result =
      form.rule == Rule::reciprocal ? quotient(one(), argument) : applied(form.rule, argument);
  return upper.flushed(rounded(result, upper, Rounding::rn)) << 32U;
}

}  // namespace

ValueFunction approximate_function(const Form& form) {
  if (form.type == Type::f64 && form.flush) return in_upper_word;
  switch (form.rule) {
    case Rule::divide: return each_part<divide_part, 2>;
    case Rule::reciprocal: return each_part<reciprocal_part, 1>;
    case Rule::square_root: return each_part<root_part, 1>;
    default: return each_part<function_part, 1>;
  }
}

}  // namespace touchstone::ptx
