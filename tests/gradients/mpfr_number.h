#pragma once

#include <mpfr.h>

#include <array>
#include <cstdint>

#include "term_watch.h"
#include "touchstone/number/truth.h"

namespace touchstone::gradients {

/// A scalar of the definitions that hardly rounds: MPFR at a fixed precision, to nearest, its
/// digits inside the object, so that a copy allocates nothing. Operations that read a number with a
/// watch ask it, and hand it on to their result. Signed zeros and NaNs are MPFR's, not IEEE 754's:
/// the inputs of this test meet neither.
class MpfrNumber {
 public:
  static constexpr mpfr_prec_t precision = 256;

  MpfrNumber() { mpfr_custom_init_set(x_, MPFR_ZERO_KIND, 0, precision, digits_.data()); }
  explicit MpfrNumber(double value) : MpfrNumber() { mpfr_set_d(x_, value, rounding); }
  MpfrNumber(const MpfrNumber& other) : digits_(other.digits_), watch_(other.watch_) {
    x_[0] = other.x_[0];
    mpfr_custom_move(x_, digits_.data());
  }
  MpfrNumber& operator=(const MpfrNumber& other) {
    digits_ = other.digits_;
    watch_ = other.watch_;
    x_[0] = other.x_[0];
    mpfr_custom_move(x_, digits_.data());
    return *this;
  }
  ~MpfrNumber() = default;

  [[nodiscard]] MpfrNumber watched_by(TermWatch* watch) const {
    MpfrNumber out = *this;
    out.watch_ = watch;
    return out;
  }
  [[nodiscard]] float nearest_float() const { return mpfr_get_flt(x_, rounding); }
  [[nodiscard]] double nearest_double() const { return mpfr_get_d(x_, rounding); }

  friend MpfrNumber operator+(const MpfrNumber& x, const MpfrNumber& y);
  friend MpfrNumber operator-(const MpfrNumber& x, const MpfrNumber& y);
  friend MpfrNumber operator*(const MpfrNumber& x, const MpfrNumber& y);
  friend MpfrNumber operator/(const MpfrNumber& x, const MpfrNumber& y);
  friend MpfrNumber fma(const MpfrNumber& x, const MpfrNumber& y, const MpfrNumber& z);
  friend MpfrNumber pow(const MpfrNumber& x, const MpfrNumber& y);
  friend MpfrNumber maximum(const MpfrNumber& x, const MpfrNumber& y);
  friend MpfrNumber minimum(const MpfrNumber& x, const MpfrNumber& y);
  friend MpfrNumber operator-(const MpfrNumber& x);
  friend MpfrNumber abs(const MpfrNumber& x);
  friend MpfrNumber sqrt(const MpfrNumber& x);
  friend MpfrNumber rsqrt(const MpfrNumber& x);
  friend MpfrNumber exp(const MpfrNumber& x);
  friend MpfrNumber log(const MpfrNumber& x);
  friend MpfrNumber sin(const MpfrNumber& x);
  friend MpfrNumber cos(const MpfrNumber& x);
  friend MpfrNumber cosh(const MpfrNumber& x);
  friend MpfrNumber tanh(const MpfrNumber& x);
  friend MpfrNumber erf(const MpfrNumber& x);
  friend MpfrNumber sigmoid(const MpfrNumber& x);
  friend MpfrNumber softplus(const MpfrNumber& x);
  friend MpfrNumber silu(const MpfrNumber& x);
  friend MpfrNumber gelu(const MpfrNumber& x);
  friend Truth less(const MpfrNumber& x, const MpfrNumber& y) {
    return {mpfr_less_p(x.x_, y.x_) != 0};
  }
  friend Truth equal(const MpfrNumber& x, const MpfrNumber& y) {
    return {mpfr_equal_p(x.x_, y.x_) != 0};
  }
  friend Truth exceeds(const MpfrNumber& x, const MpfrNumber& y) {
    return {mpfr_greater_p(x.x_, y.x_) != 0};
  }
  friend MpfrNumber select(Truth which, const MpfrNumber& x, const MpfrNumber& y) {
    return which.value ? x : y;
  }

  /// cos(2πk/n) and sin(2πk/n).
  static MpfrNumber turn_cosine(std::int64_t k, std::int64_t n);
  static MpfrNumber turn_sine(std::int64_t k, std::int64_t n);
  static MpfrNumber pi();

 private:
  static constexpr mpfr_rnd_t rounding = MPFR_RNDN;

  /// Zero, with the watch of x or else of y.
  static MpfrNumber from(const MpfrNumber& x) { return MpfrNumber(x.watch_); }
  static MpfrNumber from(const MpfrNumber& x, const MpfrNumber& y) {
    return MpfrNumber(x.watch_ != nullptr ? x.watch_ : y.watch_);
  }
  explicit MpfrNumber(TermWatch* watch) : MpfrNumber() { watch_ = watch; }
  [[nodiscard]] bool loses_term(bool is_addition) const {
    return watch_ != nullptr && watch_->loses_term(is_addition);
  }

  std::array<mp_limb_t, precision / GMP_NUMB_BITS> digits_{};
  mpfr_t x_;
  TermWatch* watch_ = nullptr;
};

}  // namespace touchstone::gradients
