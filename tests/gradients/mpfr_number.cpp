#include "mpfr_number.h"

namespace touchstone::gradients {

MpfrNumber operator+(const MpfrNumber& x, const MpfrNumber& y) {
  MpfrNumber out = MpfrNumber::from(x, y);
  mpfr_add(out.x_, x.x_, y.x_, MpfrNumber::rounding);
  return out.loses_term(true) ? x.watched_by(out.watch_) : out;
}

MpfrNumber operator-(const MpfrNumber& x, const MpfrNumber& y) {
  MpfrNumber out = MpfrNumber::from(x, y);
  mpfr_sub(out.x_, x.x_, y.x_, MpfrNumber::rounding);
  return out.loses_term(false) ? x.watched_by(out.watch_) : out;
}

MpfrNumber fma(const MpfrNumber& x, const MpfrNumber& y, const MpfrNumber& z) {
  MpfrNumber out = MpfrNumber::from(MpfrNumber::from(x, y), z);
  mpfr_fma(out.x_, x.x_, y.x_, z.x_, MpfrNumber::rounding);
  return out.loses_term(false) ? z.watched_by(out.watch_) : out;
}

MpfrNumber operator*(const MpfrNumber& x, const MpfrNumber& y) {
  MpfrNumber out = MpfrNumber::from(x, y);
  mpfr_mul(out.x_, x.x_, y.x_, MpfrNumber::rounding);
  return out;
}

MpfrNumber operator/(const MpfrNumber& x, const MpfrNumber& y) {
  MpfrNumber out = MpfrNumber::from(x, y);
  mpfr_div(out.x_, x.x_, y.x_, MpfrNumber::rounding);
  return out;
}

MpfrNumber pow(const MpfrNumber& x, const MpfrNumber& y) {
  MpfrNumber out = MpfrNumber::from(x, y);
  mpfr_pow(out.x_, x.x_, y.x_, MpfrNumber::rounding);
  return out;
}

MpfrNumber maximum(const MpfrNumber& x, const MpfrNumber& y) {
  MpfrNumber out = MpfrNumber::from(x, y);
  mpfr_max(out.x_, x.x_, y.x_, MpfrNumber::rounding);
  return out;
}

MpfrNumber minimum(const MpfrNumber& x, const MpfrNumber& y) {
  MpfrNumber out = MpfrNumber::from(x, y);
  mpfr_min(out.x_, x.x_, y.x_, MpfrNumber::rounding);
  return out;
}

MpfrNumber operator-(const MpfrNumber& x) {
  MpfrNumber out = MpfrNumber::from(x);
  mpfr_neg(out.x_, x.x_, MpfrNumber::rounding);
  return out;
}

MpfrNumber abs(const MpfrNumber& x) {
  MpfrNumber out = MpfrNumber::from(x);
  mpfr_abs(out.x_, x.x_, MpfrNumber::rounding);
  return out;
}

MpfrNumber sqrt(const MpfrNumber& x) {
  MpfrNumber out = MpfrNumber::from(x);
  mpfr_sqrt(out.x_, x.x_, MpfrNumber::rounding);
  return out;
}

MpfrNumber rsqrt(const MpfrNumber& x) {
  MpfrNumber out = MpfrNumber::from(x);
  mpfr_rec_sqrt(out.x_, x.x_, MpfrNumber::rounding);
  return out;
}

MpfrNumber exp(const MpfrNumber& x) {
  MpfrNumber out = MpfrNumber::from(x);
  mpfr_exp(out.x_, x.x_, MpfrNumber::rounding);
  return out;
}

MpfrNumber log(const MpfrNumber& x) {
  MpfrNumber out = MpfrNumber::from(x);
  mpfr_log(out.x_, x.x_, MpfrNumber::rounding);
  return out;
}

MpfrNumber sin(const MpfrNumber& x) {
  MpfrNumber out = MpfrNumber::from(x);
  mpfr_sin(out.x_, x.x_, MpfrNumber::rounding);
  return out;
}

MpfrNumber cos(const MpfrNumber& x) {
  MpfrNumber out = MpfrNumber::from(x);
  mpfr_cos(out.x_, x.x_, MpfrNumber::rounding);
  return out;
}

MpfrNumber cosh(const MpfrNumber& x) {
  MpfrNumber out = MpfrNumber::from(x);
  mpfr_cosh(out.x_, x.x_, MpfrNumber::rounding);
  return out;
}

MpfrNumber tanh(const MpfrNumber& x) {
  MpfrNumber out = MpfrNumber::from(x);
  mpfr_tanh(out.x_, x.x_, MpfrNumber::rounding);
  return out;
}

MpfrNumber erf(const MpfrNumber& x) {
  MpfrNumber out = MpfrNumber::from(x);
  mpfr_erf(out.x_, x.x_, MpfrNumber::rounding);
  return out;
}

// The composed ones lose a few of the 256 bits at the inputs of this test. Their own sums are not
// sums of a definition, so the watch does not see them.
MpfrNumber sigmoid(const MpfrNumber& x) {
  const MpfrNumber one(1.0);
  return (one / (one + exp(-x.watched_by(nullptr)))).watched_by(x.watch_);
}

MpfrNumber softplus(const MpfrNumber& x) {
  MpfrNumber out = exp(x);
  mpfr_log1p(out.x_, out.x_, MpfrNumber::rounding);
  return out;
}

MpfrNumber silu(const MpfrNumber& x) { return x * sigmoid(x); }

MpfrNumber gelu(const MpfrNumber& x) {
  const MpfrNumber half(0.5);
  const MpfrNumber unwatched = x.watched_by(nullptr);
  return (half * unwatched * (MpfrNumber(1.0) + erf(unwatched * sqrt(half)))).watched_by(x.watch_);
}

MpfrNumber MpfrNumber::turn_cosine(std::int64_t k, std::int64_t n) {
  MpfrNumber out(static_cast<double>(k));
  mpfr_cosu(out.x_, out.x_, static_cast<unsigned long>(n), rounding);
  return out;
}

MpfrNumber MpfrNumber::turn_sine(std::int64_t k, std::int64_t n) {
  MpfrNumber out(static_cast<double>(k));
  mpfr_sinu(out.x_, out.x_, static_cast<unsigned long>(n), rounding);
  return out;
}

MpfrNumber MpfrNumber::pi() {
  MpfrNumber out;
  mpfr_const_pi(out.x_, rounding);
  return out;
}

}  // namespace touchstone::gradients
