#include "interval.h"

#include <utility>

#include "touchstone/number/soft_binary32.h"

namespace touchstone {

namespace {

constexpr std::uint32_t sign_bit = 0x80000000U;

/// A finite MPFR number to binary32: 62 bits of its significand as an integer, whether anything
/// lies below them, and the rest by integer operations.
std::uint32_t to_binary32(mpfr_srcptr value) {
  const std::uint32_t sign = mpfr_signbit(value) != 0 ? sign_bit : 0;
  if (mpfr_zero_p(value) != 0) return sign;
  mpfr_t scaled;
  mpfr_init2(scaled, mpfr_get_prec(value));
  mpfr_abs(scaled, value, MPFR_RNDN);
  const mpfr_exp_t exponent = mpfr_get_exp(scaled) - 62;
  mpfr_set_exp(scaled, 62);
  const unsigned long significand = mpfr_get_ui(scaled, MPFR_RNDZ);
  const bool sticky = mpfr_cmp_ui(scaled, significand) != 0;
  mpfr_clear(scaled);
  return sign | soft::round_scaled(significand, static_cast<int>(exponent), sticky);
}

}  // namespace

Interval::Interval(mpfr_prec_t bits) { mpfr_inits2(bits, low_, high_, nullptr); }
Interval::~Interval() { mpfr_clears(low_, high_, nullptr); }

void Interval::set(std::uint32_t bits) {
  const std::uint32_t biased = (bits >> 23U) & 0xFFU;
  const long significand = static_cast<long>(bits & 0x7FFFFFU) + (biased == 0 ? 0 : 0x800000);
  const long exponent = (biased == 0 ? 1 : static_cast<long>(biased)) - 150;
  mpfr_set_si_2exp(low_, (bits & sign_bit) != 0 ? -significand : significand, exponent, MPFR_RNDD);
  mpfr_set(high_, low_, MPFR_RNDU);
}

void Interval::apply(Function function) {
  function(low_, low_, MPFR_RNDD);
  function(high_, high_, MPFR_RNDU);
}

void Interval::add(long value) {
  mpfr_add_si(low_, low_, value, MPFR_RNDD);
  mpfr_add_si(high_, high_, value, MPFR_RNDU);
  if (mpfr_zero_p(low_) != 0) mpfr_set_zero(low_, 1);  // rounded down, 1 − 1 is −0
}

void Interval::negate() {
  mpfr_neg(low_, low_, MPFR_RNDN);
  mpfr_neg(high_, high_, MPFR_RNDN);
  mpfr_swap(low_, high_);
}

void Interval::halve() {
  mpfr_div_2ui(low_, low_, 1, MPFR_RNDD);
  mpfr_div_2ui(high_, high_, 1, MPFR_RNDU);
}

void Interval::multiply(const Interval& other) {
  mpfr_t product;
  mpfr_t least;
  mpfr_t most;
  mpfr_inits2(mpfr_get_prec(low_), product, least, most, nullptr);
  bool first = true;
  for (const mpfr_srcptr x : {mpfr_srcptr(low_), mpfr_srcptr(high_)}) {
    for (const mpfr_srcptr y : {mpfr_srcptr(other.low_), mpfr_srcptr(other.high_)}) {
      mpfr_mul(product, x, y, MPFR_RNDD);
      if (first || mpfr_cmp(product, least) < 0) mpfr_set(least, product, MPFR_RNDD);
      mpfr_mul(product, x, y, MPFR_RNDU);
      if (first || mpfr_cmp(product, most) > 0) mpfr_set(most, product, MPFR_RNDU);
      first = false;
    }
  }
  mpfr_swap(low_, least);
  mpfr_swap(high_, most);
  mpfr_clears(product, least, most, nullptr);
}

void Interval::divide_into(long numerator) {
  mpfr_si_div(low_, numerator, low_, MPFR_RNDU);
  mpfr_si_div(high_, numerator, high_, MPFR_RNDD);
  mpfr_swap(low_, high_);
}

std::optional<std::uint32_t> Interval::rounded() const {
  const std::uint32_t low = to_binary32(low_);
  if (low != to_binary32(high_)) return std::nullopt;
  return low;
}

}  // namespace touchstone
