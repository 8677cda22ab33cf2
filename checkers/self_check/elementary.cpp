#include "elementary.h"

#include <mpfr.h>

#include <bit>
#include <optional>
#include <stdexcept>

#include "touchstone/number/soft_binary32.h"

namespace touchstone {

namespace {

using Bits = std::uint32_t;

constexpr Bits sign_bit = 0x80000000U;
constexpr Bits infinity = 0x7F800000U;
constexpr Bits nan = 0x7FC00000U;
constexpr Bits one = 0x3F800000U;
constexpr Bits half = 0x3F000000U;
constexpr mpfr_prec_t first_precision = 96;

bool is_nan(Bits x) { return (x & ~sign_bit) > infinity; }
bool is_negative(Bits x) { return (x & sign_bit) != 0; }

/// Values that need no computation.
struct Ends {
  Bits at_zero;  ///< at +0
  Bits at_minus_infinity;
  Bits at_infinity;
  bool odd_at_zero;  ///< whether −0 gives the value at +0 with the other sign
};

Ends ends(Elementary f) {
  switch (f) {
    case Elementary::exp: return {one, 0, infinity, false};
    case Elementary::log: return {sign_bit | infinity, nan, infinity, false};
    case Elementary::sin: return {0, nan, nan, true};
    case Elementary::cos: return {one, nan, nan, false};
    case Elementary::tanh:
    case Elementary::erf: return {0, sign_bit | one, one, true};
    case Elementary::sigmoid: return {half, 0, one, false};
    case Elementary::softplus: return {0x3F317218U, 0, infinity, false};
    case Elementary::silu:
    case Elementary::gelu: return {0, sign_bit, infinity, true};
    case Elementary::rsqrt: return {infinity, nan, 0, true};
  }
  throw std::logic_error("not an elementary function");
}

/// Whether f is monotone with the limits of `ends` reached, to binary32, long before |x| = 2^8, so
/// that no exponential of a greater number need be enclosed. Above there softplus, silu and gelu
/// are x itself.
bool settles(Elementary f) {
  return f != Elementary::log && f != Elementary::sin && f != Elementary::cos &&
         f != Elementary::rsqrt;
}

Bits settled(Elementary f, Bits x) {
  if (is_negative(x)) return ends(f).at_minus_infinity;
  const bool grows = f == Elementary::softplus || f == Elementary::silu || f == Elementary::gelu;
  return grows ? x : ends(f).at_infinity;
}

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

/// (1 + tanh(x / 2)) / 2.
void enclose_sigmoid(Interval& x) {
  x.halve();
  x.apply(mpfr_tanh);
  x.add(1);
  x.halve();
}

/// (1 + erf(x / √2)) / 2, the division as a multiplication by √½.
void enclose_normal(Interval& x, mpfr_prec_t bits) {
  Interval root(bits);
  root.set(half);
  root.apply(mpfr_sqrt);
  x.multiply(root);
  x.apply(mpfr_erf);
  x.add(1);
  x.halve();
}

/// f(x) for finite x ≠ 0, in place of x.
void enclose(Elementary f, Interval& value, const Interval& x, mpfr_prec_t bits) {
  switch (f) {
    case Elementary::exp: return value.apply(mpfr_exp);
    case Elementary::log: return value.apply(mpfr_log);
    case Elementary::sin: return value.apply(mpfr_sin);
    case Elementary::cos: return value.apply(mpfr_cos);
    case Elementary::tanh: return value.apply(mpfr_tanh);
    case Elementary::erf: return value.apply(mpfr_erf);
    case Elementary::rsqrt: value.apply(mpfr_sqrt); return value.divide_into(1);
    case Elementary::softplus:
      value.apply(mpfr_exp);
      value.add(1);
      return value.apply(mpfr_log);
    case Elementary::sigmoid: return enclose_sigmoid(value);
    case Elementary::silu: enclose_sigmoid(value); return value.multiply(x);
    case Elementary::gelu: enclose_normal(value, bits); return value.multiply(x);
  }
}

/// What the thread's MPFR keeps between calls, released with the thread.
void release_caches_with_thread() {
  struct Caches {
    Caches() = default;
    Caches(const Caches&) = delete;
    Caches& operator=(const Caches&) = delete;
    ~Caches() { mpfr_free_cache(); }
  };
  thread_local Caches caches;
  (void)caches;
}

/// A finite non-zero number as (−1)^negative · odd · 2^exponent.
struct Parts {
  bool negative;
  std::uint64_t odd;
  int exponent;
};

Parts parts(Bits x) {
  const Bits biased = (x >> 23U) & 0xFFU;
  std::uint64_t significand = (x & 0x7FFFFFU) | (biased == 0 ? 0 : 0x800000U);
  const int zeros = std::countr_zero(significand);
  significand >>= static_cast<unsigned>(zeros);
  return {is_negative(x), significand, static_cast<int>(biased == 0 ? 1 : biased) - 150 + zeros};
}

bool is_integer(Bits y) { return (y & ~sign_bit) == 0 || parts(y).exponent >= 0; }
bool is_odd_integer(Bits y) { return (y & ~sign_bit) != 0 && parts(y).exponent == 0; }

/// √n where it is an integer.
std::optional<std::uint64_t> exact_root(std::uint64_t n) {
  std::uint64_t root = 0;
  while (root * root < n) ++root;
  if (root * root != n) return std::nullopt;
  return root;
}

/// |x|^y where it has at most 26 significant bits, rounded: all that can lie on a tie. x = m · 2^e
/// and y = ±a · 2^b with m and a odd. Roots are taken while b < 0; a root that is not exact is
/// irrational. What is left is m^(a · 2^b), which for m > 1 has a factor log2 m more bits each
/// time.
std::optional<Bits> exact_power(Bits x, Bits y) {
  const Parts base = parts(x);
  const Parts exponent = parts(y);
  std::uint64_t m = base.odd;
  std::int64_t e = base.exponent;
  int b = exponent.exponent;
  for (; b < 0; ++b) {
    const auto root = exact_root(m);
    if (!root || e % 2 != 0) return std::nullopt;
    m = *root;
    e /= 2;
    if (m == 1 && e == 0) return one;
  }
  if (m > 1 && exponent.negative) return std::nullopt;
  if (b > 24) return std::nullopt;
  const auto times = static_cast<std::int64_t>(exponent.odd << static_cast<unsigned>(b));
  std::uint64_t product = 1;
  for (std::int64_t i = 0; m > 1 && i < times; ++i) {
    product *= m;
    if (product >> 26U != 0) return std::nullopt;
  }
  const std::int64_t scale = e * (exponent.negative ? -times : times);
  if (scale > 200) return infinity;
  if (scale < -400) return Bits{0};
  return soft::round_scaled(product, static_cast<int>(scale), false);
}

/// |x|^y for finite non-zero x and y.
Bits magnitude_of_power(Bits x, Bits y) {
  if (const auto exact = exact_power(x, y)) return *exact;
  for (mpfr_prec_t bits = first_precision;; bits *= 2) {
    Interval value(bits);
    Interval exponent(bits);
    value.set(x & ~sign_bit);
    exponent.set(y);
    value.apply(mpfr_log);
    value.multiply(exponent);
    if (value.above(90)) return infinity;
    if (value.below(-110)) return 0;
    value.apply(mpfr_exp);
    if (const auto result = value.rounded()) return *result;
  }
}

/// x^y where one of them is zero or infinite: 0, 1 or ∞ with the sign of x for odd y.
Bits limit_of_power(Bits x, Bits y) {
  const Bits size = x & ~sign_bit;
  const bool y_infinite = (y & ~sign_bit) == infinity;
  if (y_infinite && size == one) return one;
  const Bits sign = !y_infinite && is_odd_integer(y) ? x & sign_bit : 0;
  const bool grows = (size > one) != is_negative(y);
  return sign | (grows ? infinity : 0);
}

}  // namespace

Bits elementary_bits(Elementary f, Bits x) {
  release_caches_with_thread();
  const Bits size = x & ~sign_bit;
  if (is_nan(x)) return nan;
  if (size == 0) return ends(f).at_zero | (ends(f).odd_at_zero ? x : 0);
  if (size == infinity) return is_negative(x) ? ends(f).at_minus_infinity : ends(f).at_infinity;
  if (is_negative(x) && (f == Elementary::log || f == Elementary::rsqrt)) return nan;
  constexpr Bits far = 0x43800000U;  // 2^8
  if (settles(f) && size >= far) return settled(f, x);
  for (mpfr_prec_t bits = first_precision;; bits *= 2) {
    Interval point(bits);
    Interval value(bits);
    point.set(x);
    value.set(x);
    enclose(f, value, point, bits);
    if (const auto result = value.rounded()) return *result;
  }
}

Bits power_bits(Bits x, Bits y) {
  release_caches_with_thread();
  const Bits size = x & ~sign_bit;
  const Bits exponent = y & ~sign_bit;
  if (exponent == 0 || x == one) return one;
  if (is_nan(x) || is_nan(y)) return nan;
  if (size == 0 || size == infinity || exponent == infinity) return limit_of_power(x, y);
  if (!is_negative(x)) return magnitude_of_power(x, y);
  if (!is_integer(y)) return nan;
  return magnitude_of_power(x, y) | (is_odd_integer(y) ? sign_bit : 0);
}

}  // namespace touchstone
