#include "turns.h"

#include <mpfr.h>

#include <stdexcept>

namespace touchstone {

namespace {

class Variable {
 public:
  explicit Variable(mpfr_prec_t precision) { mpfr_init2(value_, precision); }
  ~Variable() { mpfr_clear(value_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  [[nodiscard]] mpfr_ptr get() { return value_; }

 private:
  mpfr_t value_;
};

/// MPFR keeps π for each thread until told otherwise.
class Caches {
 public:
  Caches() = default;
  ~Caches() { mpfr_free_cache(); }
  Caches(const Caches&) = delete;
  Caches& operator=(const Caches&) = delete;
};

/// A function of φ = (numerator / denominator) · π/4, with 0 <= numerator <= denominator.
struct Eighth {
  bool sine = false;
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;
};

/// The value to `precision` bits in `out`, within 2^(3 − precision) of itself: π, the product and
/// the quotient are off by at most a half unit each, which at such φ no more than these relative
/// errors pass on (φ·tan φ < 1 for the cosine, φ / tan φ <= 1 for the sine), and so is the
/// function.
void approximate(const Eighth& x, mpfr_ptr out) {
  mpfr_const_pi(out, MPFR_RNDN);
  mpfr_mul_si(out, out, static_cast<long>(x.numerator), MPFR_RNDN);
  mpfr_div_si(out, out, static_cast<long>(x.denominator), MPFR_RNDN);
  mpfr_div_2ui(out, out, 2, MPFR_RNDN);
  if (x.sine) {
    mpfr_sin(out, out, MPFR_RNDN);
  } else {
    mpfr_cos(out, out, MPFR_RNDN);
  }
}

/// The values of cosine and sine at rational turns that are rational are 0, ±1/2 and ±1 (Niven).
/// They are answered here; no other value lies on a binary32 number or half-way between two, so
/// enough precision always decides the rounding.
float rounded(const Eighth& x) {
  static_assert(sizeof(long) == sizeof(std::int64_t));
  constexpr mpfr_prec_t wanted = 24;
  if (x.numerator == 0) return x.sine ? 0.0F : 1.0F;
  if (x.sine && 3 * x.numerator == 2 * x.denominator) return 0.5F;
  thread_local const Caches caches;
  (void)caches;
  for (mpfr_prec_t precision = 64;; precision *= 2) {
    Variable value(precision);
    approximate(x, value.get());
    // One bit more than wanted, truncated, tells on which side of the half-way point it lies.
    if (mpfr_can_round(value.get(), precision - 3, MPFR_RNDN, MPFR_RNDZ, wanted + 1) != 0) {
      return mpfr_get_flt(value.get(), MPFR_RNDN);
    }
  }
}

/// cos(2πk/n + shift·π/2)
float cosine(std::int64_t k, std::int64_t n, std::int64_t shift) {
  if (n < 1 || n > (std::int64_t{1} << 60U)) throw std::logic_error("turns of no circle");
  const std::int64_t eighths = 8 * ((k % n + n) % n);
  // 2πk/n = (octant + rest / n) · π/4 = quarter · π/2 ± φ
  const std::int64_t octant = eighths / n;
  const std::int64_t rest = eighths % n;
  const bool below = octant % 2 != 0;  // φ is taken off the quarter turn that follows
  const std::int64_t quarter = ((octant + 1) / 2 + shift) % 4;
  const bool sine = quarter % 2 != 0;
  const float magnitude = rounded({sine, below ? n - rest : rest, n});
  // cos(π/2 + φ) = −sin φ, cos(π + φ) = −cos φ, cos(3π/2 + φ) = sin φ; sin(−φ) = −sin φ.
  const bool negative = (quarter == 1 || quarter == 2) != (sine && below);
  return negative && magnitude > 0 ? -magnitude : magnitude;
}

}  // namespace

float turn_cosine(std::int64_t k, std::int64_t n) { return cosine(k, n, 0); }
float turn_sine(std::int64_t k, std::int64_t n) { return cosine(k, n, 3); }

}  // namespace touchstone
