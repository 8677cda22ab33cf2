#pragma once

#include <mpfr.h>

#include <limits>

namespace touchstone {

/// MPFR's own rounding to binary32, for functions that correctly_rounded() does not know. The range
/// of exponents is put back, for whoever else uses MPFR on this thread.
inline float direct_mpfr(int (*function)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), float x) {
  const mpfr_exp_t least = mpfr_get_emin();
  const mpfr_exp_t greatest = mpfr_get_emax();
  mpfr_t value;
  mpfr_init2(value, 24);
  mpfr_set_flt(value, x, MPFR_RNDN);
  int ternary = function(value, value, MPFR_RNDN);
  mpfr_set_emin(-148);
  mpfr_set_emax(128);
  ternary = mpfr_check_range(value, ternary, MPFR_RNDN);
  mpfr_subnormalize(value, ternary, MPFR_RNDN);
  const float result = mpfr_get_flt(value, MPFR_RNDN);
  mpfr_set_emin(least);
  mpfr_set_emax(greatest);
  mpfr_clear(value);
  return result;
}

inline float expm1_by_mpfr(float x) {
  if (x > 89) return std::numeric_limits<float>::infinity();
  if (x < -18) return -1;  // e^-18 is less than half a unit of −1 towards 0
  return direct_mpfr(mpfr_expm1, x);
}

inline float log1p_by_mpfr(float x) {
  return x < -1 ? std::numeric_limits<float>::quiet_NaN() : direct_mpfr(mpfr_log1p, x);
}

}  // namespace touchstone
