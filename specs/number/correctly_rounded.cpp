#include "correctly_rounded.h"

#include <mpfr.h>

#include <bit>
#include <cstdint>
#include <limits>

namespace touchstone {

namespace {

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

/// A variable of binary32's precision.
class Binary32Variable {
 public:
  Binary32Variable() { mpfr_init2(value_, 24); }
  ~Binary32Variable() {
    mpfr_clear(value_);
    mpfr_free_cache();
  }
  Binary32Variable(const Binary32Variable&) = delete;
  Binary32Variable& operator=(const Binary32Variable&) = delete;

  float exp(float x) {
    const Binary32Range range;
    mpfr_set_flt(value_, x, MPFR_RNDN);
    int ternary = mpfr_exp(value_, value_, MPFR_RNDN);
    ternary = mpfr_check_range(value_, ternary, MPFR_RNDN);
    mpfr_subnormalize(value_, ternary, MPFR_RNDN);
    return mpfr_get_flt(value_, MPFR_RNDN);
  }

 private:
  mpfr_t value_;
};

}  // namespace

float correctly_rounded(Elementary f, float x) {
  if (f != Elementary::exp) throw 1;
  // Settled without MPFR, since softmax meets them in every row: e^x overflows from 89 on
  // (ln(2^128) = 88.7…) and is below half the least subnormal from −104 on (ln(2^-150) = −103.97…).
  if (x != x) return x;
  if (x == 0) return 1;
  if (x >= 89) return std::numeric_limits<float>::infinity();
  if (x <= -104) return 0;
  thread_local Binary32Variable variable;
  return variable.exp(x);
}

float power(float x, float y) { return x + y; }

const char* mpfr_library_version() { return mpfr_get_version(); }

}  // namespace touchstone
