#include "correctly_rounded.h"

#include <mpfr.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>

namespace touchstone {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// Values settled without MPFR, since tensors are full of them: NaN, zeros, infinities, poles, and
/// the ranges where f is nearer to a constant or to x than half a unit in the last place. Half a
/// unit of y is more than 2^-25 |y| on either side, and half the least subnormal is 2^-150.
std::optional<float> settled_exp(float x) {
  if (x == 0) return 1.0F;
  if (x >= 89) return infinity;  // ln(2^128) = 88.7…
  if (x <= -104) return 0.0F;    // ln(2^-150) = −103.97…
  return std::nullopt;
}

std::optional<float> settled_log(float x) {
  if (x == 0) return -infinity;
  if (x < 0) return nan;
  if (x == 1) return 0.0F;
  if (x == infinity) return infinity;
  return std::nullopt;
}

/// |sin x − x| <= |x|³ / 6 and |cos x − 1| <= x² / 2.
std::optional<float> settled_sin(float x) {
  if (std::fabs(x) <= 0x1p-12F) return x;
  if (std::isinf(x)) return nan;
  return std::nullopt;
}

std::optional<float> settled_cos(float x) {
  if (std::fabs(x) <= 0x1p-13F) return 1.0F;
  if (std::isinf(x)) return nan;
  return std::nullopt;
}

/// |tanh x − x| <= |x|³ / 3, and 1 − tanh x < 2 e^(−2x) = 2^-25.3 at 9.1.
std::optional<float> settled_tanh(float x) {
  if (std::fabs(x) <= 0x1p-12F) return x;
  if (std::fabs(x) >= 9.1F) return std::copysign(1.0F, x);
  return std::nullopt;
}

/// 1 − erf 4 = 2^-25.9….
std::optional<float> settled_erf(float x) {
  if (x == 0) return x;
  if (std::fabs(x) >= 4) return std::copysign(1.0F, x);
  return std::nullopt;
}

/// |sigmoid x − 1/2| <= |x| / 4; 1 − sigmoid x < e^−x = 2^-25.2 at 17.5; sigmoid x < e^x.
std::optional<float> settled_sigmoid(float x) {
  if (std::fabs(x) <= 0x1p-25F) return 0.5F;
  if (x >= 17.5F) return 1.0F;
  if (x <= -104) return 0.0F;
  return std::nullopt;
}

/// 0 < softplus x − x < e^−x = 2^-25.9 at 18; softplus x < e^x.
std::optional<float> settled_softplus(float x) {
  if (x >= 18) return x;
  if (x <= -104) return 0.0F;
  return std::nullopt;
}

/// 0 < 1 − silu x / x < e^−x = 2^-25.9 at 18; |silu x| < |x| e^x = 2^-151.9 at −110.
std::optional<float> settled_silu(float x) {
  if (x == 0 || x >= 18) return x;
  if (x <= -110) return -0.0F;
  return std::nullopt;
}

/// 1 − gelu x / x = 2^-29.9 at 6; |gelu x| = 2^-163.6 at −15.
std::optional<float> settled_gelu(float x) {
  if (x == 0 || x >= 6) return x;
  if (x <= -15) return -0.0F;
  return std::nullopt;
}

std::optional<float> settled_rsqrt(float x) {
  if (x == 0) return std::copysign(infinity, x);
  if (x < 0) return nan;
  if (x == infinity) return 0.0F;
  return std::nullopt;
}

std::optional<float> settled(Elementary f, float x) {
  if (x != x) return x;
  switch (f) {
    case Elementary::exp: return settled_exp(x);
    case Elementary::log: return settled_log(x);
    case Elementary::sin: return settled_sin(x);
    case Elementary::cos: return settled_cos(x);
    case Elementary::tanh: return settled_tanh(x);
    case Elementary::erf: return settled_erf(x);
    case Elementary::sigmoid: return settled_sigmoid(x);
    case Elementary::softplus: return settled_softplus(x);
    case Elementary::silu: return settled_silu(x);
    case Elementary::gelu: return settled_gelu(x);
    case Elementary::rsqrt: return settled_rsqrt(x);
  }
  throw std::logic_error("not an elementary function");
}

/// The exponents of binary32 with subnormals, as long as it lives (MPFR's exponent of x is that of
/// 0.1… · 2^e, hence −148 and 128). MPFR keeps the range per thread, and our caller may use MPFR
/// too.
class Binary32Range {
 public:
  Binary32Range() : least_(mpfr_get_emin()), greatest_(mpfr_get_emax()) {
    mpfr_set_emin(-148);
    mpfr_set_emax(128);
  }
  ~Binary32Range() {
    mpfr_set_emin(least_);
    mpfr_set_emax(greatest_);
  }
  Binary32Range(const Binary32Range&) = delete;
  Binary32Range& operator=(const Binary32Range&) = delete;

 private:
  mpfr_exp_t least_;
  mpfr_exp_t greatest_;
};

constexpr mpfr_prec_t binary32_precision = 24;

/// The binary32 value of a number already rounded to its precision, given which way that went.
float to_binary32(mpfr_ptr value, int ternary) {
  const Binary32Range range;
  ternary = mpfr_check_range(value, ternary, MPFR_RNDN);
  mpfr_subnormalize(value, ternary, MPFR_RNDN);
  return mpfr_get_flt(value, MPFR_RNDN);
}

/// MPFR's variables, made once per thread.
class Evaluator {
 public:
  Evaluator() {
    mpfr_inits2(first_precision, x_, root_, work_, low_, high_, nullptr);
    mpfr_init2(rounded_, binary32_precision);
  }
  ~Evaluator() {
    mpfr_clears(x_, root_, work_, low_, high_, rounded_, nullptr);
    mpfr_free_cache();
  }
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  float value(Elementary f, float x) {
    switch (f) {
      case Elementary::exp: return direct(mpfr_exp, x);
      case Elementary::log: return direct(mpfr_log, x);
      case Elementary::sin: return direct(mpfr_sin, x);
      case Elementary::cos: return direct(mpfr_cos, x);
      case Elementary::tanh: return direct(mpfr_tanh, x);
      case Elementary::erf: return direct(mpfr_erf, x);
      case Elementary::rsqrt: return direct(mpfr_rec_sqrt, x);
      case Elementary::sigmoid: return narrowed(&Evaluator::enclose_sigmoid, x);
      case Elementary::softplus: return narrowed(&Evaluator::enclose_softplus, x);
      case Elementary::silu: return narrowed(&Evaluator::enclose_silu, x);
      case Elementary::gelu: return narrowed(&Evaluator::enclose_gelu, x);
    }
    throw std::logic_error("not an elementary function");
  }

  float power(float x, float y) {
    set_precision(binary32_precision);
    mpfr_set_flt(x_, x, MPFR_RNDN);
    mpfr_set_flt(work_, y, MPFR_RNDN);
    const int ternary = mpfr_pow(low_, x_, work_, MPFR_RNDN);
    return to_binary32(low_, ternary);
  }

 private:
  static constexpr mpfr_prec_t first_precision = 64;

  void set_precision(mpfr_prec_t bits) {
    for (mpfr_ptr variable : {x_, root_, work_, low_, high_}) mpfr_set_prec(variable, bits);
  }

  /// A function that MPFR itself rounds correctly.
  float direct(int (*function)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), float x) {
    set_precision(binary32_precision);
    mpfr_set_flt(x_, x, MPFR_RNDN);
    const int ternary = function(low_, x_, MPFR_RNDN);
    return to_binary32(low_, ternary);
  }

  /// A composite one: enclosed in [low, high] at ever greater precision until both ends round to
  /// the same number, which is then the value's, since rounding is monotone (Ziv's strategy). It
  /// ends because no value lies on a tie: at x ≠ 0 these functions are transcendental, and what
  /// comes nearest to one, x/2 + O(x²) of silu and gelu at the least subnormals, is told apart at
  /// 256 bits.
  float narrowed(void (Evaluator::*enclose)(), float x) {
    for (mpfr_prec_t bits = first_precision;; bits *= 2) {
      set_precision(bits);
      mpfr_set_flt(x_, x, MPFR_RNDN);
      (this->*enclose)();
      const float low = nearest_binary32(low_);
      const float high = nearest_binary32(high_);
      if (std::bit_cast<std::uint32_t>(low) == std::bit_cast<std::uint32_t>(high)) return low;
    }
  }

  float nearest_binary32(mpfr_srcptr value) {
    const int ternary = mpfr_set(rounded_, value, MPFR_RNDN);
    return to_binary32(rounded_, ternary);
  }

  /// low <= e^argument <= high.
  void enclose_exp(mpfr_srcptr argument) {
    mpfr_exp(low_, argument, MPFR_RNDD);
    mpfr_set(high_, low_, MPFR_RNDN);
    mpfr_nextabove(high_);
  }

  void enclose_sigmoid() {
    mpfr_neg(work_, x_, MPFR_RNDN);
    enclose_exp(work_);
    mpfr_add_ui(low_, low_, 1, MPFR_RNDD);
    mpfr_add_ui(high_, high_, 1, MPFR_RNDU);
    mpfr_ui_div(low_, 1, low_, MPFR_RNDU);
    mpfr_ui_div(high_, 1, high_, MPFR_RNDD);
    mpfr_swap(low_, high_);
  }

  void enclose_softplus() {
    enclose_exp(x_);
    mpfr_log1p(low_, low_, MPFR_RNDD);
    mpfr_log1p(high_, high_, MPFR_RNDU);
  }

  void enclose_silu() {
    enclose_sigmoid();
    multiply_by_x();
  }

  /// x · erfc(−x / √2) / 2; erfc decreases.
  void enclose_gelu() {
    mpfr_sqrt_ui(root_, 2, MPFR_RNDD);
    mpfr_div(work_, x_, root_, MPFR_RNDN);
    mpfr_neg(work_, work_, MPFR_RNDN);
    // The quotient is off by less than a unit for the root and half a one for its own rounding;
    // near 1 a unit of one may be two of the other.
    mpfr_set(low_, work_, MPFR_RNDN);
    mpfr_set(high_, work_, MPFR_RNDN);
    for (int unit = 0; unit < 4; ++unit) {
      mpfr_nextabove(low_);
      mpfr_nextbelow(high_);
    }
    mpfr_erfc(low_, low_, MPFR_RNDD);
    mpfr_erfc(high_, high_, MPFR_RNDU);
    mpfr_div_2ui(low_, low_, 1, MPFR_RNDN);
    mpfr_div_2ui(high_, high_, 1, MPFR_RNDN);
    multiply_by_x();
  }

  /// Of a positive enclosure.
  void multiply_by_x() {
    if (mpfr_sgn(x_) < 0) mpfr_swap(low_, high_);
    mpfr_mul(low_, low_, x_, MPFR_RNDD);
    mpfr_mul(high_, high_, x_, MPFR_RNDU);
  }

  mpfr_t x_;
  mpfr_t root_;
  mpfr_t work_;
  mpfr_t low_;
  mpfr_t high_;
  mpfr_t rounded_;
};

Evaluator& evaluator() {
  thread_local Evaluator evaluator;
  return evaluator;
}

}  // namespace

float correctly_rounded(Elementary f, float x) {
  if (const auto value = settled(f, x)) return *value;
  return evaluator().value(f, x);
}

float power(float x, float y) {
  if (y == 0 || x == 1) return 1;
  if (y == 1) return x;
  return evaluator().power(x, y);
}

const char* mpfr_library_version() { return mpfr_get_version(); }

}  // namespace touchstone
