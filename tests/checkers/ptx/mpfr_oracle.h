#pragma once

#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>

#include "touchstone/ptx/form.h"

namespace touchstone::ptx {

/// IEEE arithmetic of one format by MPFR, which shares no code with the evaluator.
class MpfrOracle {
 public:
  MpfrOracle(int exponent_bits, int fraction_bits)
      : exponent_bits_(exponent_bits), fraction_bits_(fraction_bits) {
    for (mpfr_ptr each : {x_, y_, z_, result_}) mpfr_init2(each, 53);
    mpfr_set_prec(result_, fraction_bits + 1);
  }
  ~MpfrOracle() {
    for (mpfr_ptr each : {x_, y_, z_, result_}) mpfr_clear(each);
  }
  MpfrOracle(const MpfrOracle&) = delete;
  MpfrOracle& operator=(const MpfrOracle&) = delete;

  [[nodiscard]] int bits() const { return 1 + exponent_bits_ + fraction_bits_; }

  [[nodiscard]] double value(std::uint64_t bits) const {
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << fraction_bits_) - 1);
    const auto field = static_cast<int>((bits >> fraction_bits_) & ((1U << exponent_bits_) - 1));
    const bool negative = ((bits >> (exponent_bits_ + fraction_bits_)) & 1U) != 0;
    double magnitude = 0;
    if (field == (1 << exponent_bits_) - 1) {
      magnitude = fraction == 0 ? HUGE_VAL : std::nan("");
    } else {
      const double digits =
          static_cast<double>(fraction) + (field == 0 ? 0 : std::ldexp(1.0, fraction_bits_));
      magnitude = std::ldexp(digits, std::max(field, 1) - bias() - fraction_bits_);
    }
    return negative ? -magnitude : magnitude;
  }

  [[nodiscard]] std::uint64_t add(std::uint64_t a, std::uint64_t b, Rounding rounding) {
    set(a, b, 0);
    return operation(rounding, [&](mpfr_rnd_t mode) { return mpfr_add(result_, x_, y_, mode); });
  }
  [[nodiscard]] std::uint64_t subtract(std::uint64_t a, std::uint64_t b, Rounding rounding) {
    set(a, b, 0);
    return operation(rounding, [&](mpfr_rnd_t mode) { return mpfr_sub(result_, x_, y_, mode); });
  }
  [[nodiscard]] std::uint64_t multiply(std::uint64_t a, std::uint64_t b, Rounding rounding) {
    set(a, b, 0);
    return operation(rounding, [&](mpfr_rnd_t mode) { return mpfr_mul(result_, x_, y_, mode); });
  }
  [[nodiscard]] std::uint64_t divide(std::uint64_t a, std::uint64_t b, Rounding rounding) {
    set(a, b, 0);
    return operation(rounding, [&](mpfr_rnd_t mode) { return mpfr_div(result_, x_, y_, mode); });
  }
  [[nodiscard]] std::uint64_t root(std::uint64_t a, Rounding rounding) {
    set(a, 0, 0);
    return operation(rounding, [&](mpfr_rnd_t mode) { return mpfr_sqrt(result_, x_, mode); });
  }
  [[nodiscard]] std::uint64_t fma(std::uint64_t a, std::uint64_t b, std::uint64_t c,
                                  Rounding rounding) {
    set(a, b, c);
    return operation(rounding,
                     [&](mpfr_rnd_t mode) { return mpfr_fma(result_, x_, y_, z_, mode); });
  }
  /// A number of binary64 or narrower, or an integer, in this format.
  [[nodiscard]] std::uint64_t of(double number, Rounding rounding) {
    return operation(rounding, [&](mpfr_rnd_t mode) { return mpfr_set_d(result_, number, mode); });
  }
  [[nodiscard]] std::uint64_t of_unsigned(std::uint64_t number, Rounding rounding) {
    return operation(rounding, [&](mpfr_rnd_t mode) { return mpfr_set_uj(result_, number, mode); });
  }
  [[nodiscard]] std::uint64_t of_signed(std::int64_t number, Rounding rounding) {
    return operation(rounding, [&](mpfr_rnd_t mode) { return mpfr_set_sj(result_, number, mode); });
  }

  static mpfr_rnd_t mode_of(Rounding rounding) {
    switch (rounding) {
      case Rounding::rz:
      case Rounding::rzi: return MPFR_RNDZ;
      case Rounding::rm:
      case Rounding::rmi: return MPFR_RNDD;
      case Rounding::rp:
      case Rounding::rpi: return MPFR_RNDU;
      default: return MPFR_RNDN;
    }
  }

 private:
  [[nodiscard]] int bias() const { return (1 << (exponent_bits_ - 1)) - 1; }

  void set(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    mpfr_set_d(x_, value(a), MPFR_RNDN);
    mpfr_set_d(y_, value(b), MPFR_RNDN);
    mpfr_set_d(z_, value(c), MPFR_RNDN);
  }

  /// The result of a step, rounded once with this format's subnormals and overflow.
  template <class Step>
  std::uint64_t operation(Rounding rounding, Step step) {
    const mpfr_exp_t least = mpfr_get_emin();
    const mpfr_exp_t greatest = mpfr_get_emax();
    const mpfr_rnd_t mode = mode_of(rounding);
    mpfr_set_emin(2 - bias() - fraction_bits_);
    mpfr_set_emax(bias() + 1);
    int ternary = step(mode);
    ternary = mpfr_check_range(result_, ternary, mode);
    mpfr_subnormalize(result_, ternary, mode);
    mpfr_set_emin(least);
    mpfr_set_emax(greatest);
    return encoded();
  }

  [[nodiscard]] std::uint64_t encoded() {
    const std::uint64_t sign = std::uint64_t{1} << (exponent_bits_ + fraction_bits_);
    if (mpfr_nan_p(result_) != 0) return sign - 1;
    const std::uint64_t minus = mpfr_signbit(result_) != 0 ? sign : 0;
    const std::uint64_t infinity = ((std::uint64_t{1} << exponent_bits_) - 1) << fraction_bits_;
    if (mpfr_inf_p(result_) != 0) return minus | infinity;
    const double magnitude = std::fabs(mpfr_get_d(result_, MPFR_RNDN));
    if (magnitude == 0) return minus;
    const int exponent = std::max(std::ilogb(magnitude), 1 - bias());
    const double digits = std::ldexp(magnitude, fraction_bits_ - exponent);
    const auto field = static_cast<std::uint64_t>(exponent + bias() - 1);
    return minus | ((field << fraction_bits_) + static_cast<std::uint64_t>(digits));
  }

  int exponent_bits_;
  int fraction_bits_;
  mpfr_t x_, y_, z_, result_;
};

}  // namespace touchstone::ptx
