#pragma once

#include <mpfr.h>

#include <cstdint>
#include <optional>

namespace touchstone {

/// A real number known to lie between two MPFR numbers. Every operation rounds the ends outwards.
/// MPFR's own exponents must suffice: callers keep arguments of exponentials small.
class Interval {
 public:
  explicit Interval(mpfr_prec_t bits);
  ~Interval();
  Interval(const Interval&) = delete;
  Interval& operator=(const Interval&) = delete;

  /// The number with these binary32 bits, which must be finite.
  void set(std::uint32_t bits);

  using Function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  /// A function that grows throughout the interval, or any function where it is one point.
  void apply(Function function);

  void add(long value);
  void negate();
  void halve();
  void multiply(const Interval& other);
  void divide_into(long numerator);  ///< numerator / this, for a positive interval

  /// Whether all of it lies above `value`, or below.
  [[nodiscard]] bool above(long value) const { return mpfr_cmp_si(low_, value) > 0; }
  [[nodiscard]] bool below(long value) const { return mpfr_cmp_si(high_, value) < 0; }

  /// The binary32 bits to which every number in it rounds, if they all round alike.
  [[nodiscard]] std::optional<std::uint32_t> rounded() const;

 private:
  mpfr_t low_;
  mpfr_t high_;
};

}  // namespace touchstone
