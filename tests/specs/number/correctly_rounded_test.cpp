#include "touchstone/number/correctly_rounded.h"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "touchstone/number/binary32.h"

namespace touchstone {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float least = 0x1p-149F;
constexpr float greatest = std::numeric_limits<float>::max();

constexpr std::array functions{Elementary::exp,     Elementary::log,      Elementary::sin,
                               Elementary::cos,     Elementary::tanh,     Elementary::erf,
                               Elementary::sigmoid, Elementary::softplus, Elementary::silu,
                               Elementary::gelu,    Elementary::rsqrt};

struct Wide {
  mpfr_t value;
  Wide() { mpfr_init2(value, 512); }
  ~Wide() { mpfr_clear(value); }
  Wide(const Wide&) = delete;
  Wide& operator=(const Wide&) = delete;
};

/// The binary32 number nearest to an exact value, found among neighbours: the midpoint of two is
/// exact in binary64.
float nearest(const Wide& exact) {
  if (mpfr_nan_p(exact.value) != 0) return nan;
  constexpr double overflow = 0x1.ffffffp+127;
  const bool negative = mpfr_signbit(exact.value) != 0;
  if (mpfr_cmpabs_ui(exact.value, 0) == 0) return negative ? -0.0F : 0.0F;
  if (mpfr_cmp_d(exact.value, overflow) >= 0) return inf;
  if (mpfr_cmp_d(exact.value, -overflow) <= 0) return -inf;
  auto below = static_cast<float>(mpfr_get_d(exact.value, MPFR_RNDD));
  if (std::isinf(below)) below = std::copysign(greatest, below);
  while (mpfr_cmp_d(exact.value, static_cast<double>(below)) < 0)
    below = std::nextafter(below, -inf);
  while (below < greatest &&
         mpfr_cmp_d(exact.value, static_cast<double>(std::nextafter(below, inf))) >= 0) {
    below = std::nextafter(below, inf);
  }
  if (below == greatest) return greatest;
  const float above = std::nextafter(below, inf);
  const double middle = (static_cast<double>(below) + static_cast<double>(above)) / 2;
  const int side = mpfr_cmp_d(exact.value, middle);
  const bool below_is_even = (std::bit_cast<std::uint32_t>(below) & 1U) == 0;
  const float result = side < 0 || (side == 0 && below_is_even) ? below : above;
  return result == 0 ? std::copysign(0.0F, negative ? -1.0F : 1.0F) : result;
}

/// f(x) at 512 bits, rounded once by `nearest`.
float expected(Elementary f, float x) {
  Wide v;
  Wide t;
  mpfr_set_flt(v.value, x, MPFR_RNDN);
  mpfr_set_flt(t.value, x, MPFR_RNDN);
  switch (f) {
    case Elementary::exp: mpfr_exp(v.value, v.value, MPFR_RNDN); break;
    case Elementary::log: mpfr_log(v.value, v.value, MPFR_RNDN); break;
    case Elementary::sin: mpfr_sin(v.value, v.value, MPFR_RNDN); break;
    case Elementary::cos: mpfr_cos(v.value, v.value, MPFR_RNDN); break;
    case Elementary::tanh: mpfr_tanh(v.value, v.value, MPFR_RNDN); break;
    case Elementary::erf: mpfr_erf(v.value, v.value, MPFR_RNDN); break;
    case Elementary::rsqrt:
      mpfr_sqrt(v.value, v.value, MPFR_RNDN);
      mpfr_ui_div(v.value, 1, v.value, MPFR_RNDN);
      break;
    case Elementary::softplus:
      mpfr_exp(v.value, v.value, MPFR_RNDN);
      mpfr_log1p(v.value, v.value, MPFR_RNDN);
      break;
    case Elementary::sigmoid:
    case Elementary::silu:
      mpfr_neg(v.value, v.value, MPFR_RNDN);
      mpfr_exp(v.value, v.value, MPFR_RNDN);
      mpfr_add_ui(v.value, v.value, 1, MPFR_RNDN);
      mpfr_ui_div(v.value, 1, v.value, MPFR_RNDN);
      if (f == Elementary::silu) mpfr_mul(v.value, v.value, t.value, MPFR_RNDN);
      break;
    case Elementary::gelu:
      mpfr_sqrt_ui(v.value, 2, MPFR_RNDN);
      mpfr_div(v.value, t.value, v.value, MPFR_RNDN);
      mpfr_neg(v.value, v.value, MPFR_RNDN);
      mpfr_erfc(v.value, v.value, MPFR_RNDN);
      mpfr_mul(v.value, v.value, t.value, MPFR_RNDN);
      mpfr_div_2ui(v.value, v.value, 1, MPFR_RNDN);
      break;
  }
  return nearest(v);
}

void expect_nearest(Elementary f, float x) {
  ASSERT_EQ(canonical_bits(correctly_rounded(f, x)), canonical_bits(expected(f, x)))
      << "function " << static_cast<int>(f) << " at " << std::hexfloat << x << ": "
      << correctly_rounded(f, x) << ", expected " << expected(f, x);
}

struct Special {
  Elementary f;
  float x;
  float value;
};

void expect_special(const std::vector<Special>& table) {
  for (const Special& row : table) {
    EXPECT_EQ(canonical_bits(correctly_rounded(row.f, row.x)), canonical_bits(row.value))
        << "function " << static_cast<int>(row.f) << " at " << row.x;
  }
}

TEST(CorrectlyRounded, NanGivesNan) {
  for (const Elementary f : functions) EXPECT_TRUE(std::isnan(correctly_rounded(f, nan)));
}

TEST(CorrectlyRounded, LimitsAndPoles) {
  expect_special({{Elementary::exp, -inf, 0.0F},    {Elementary::exp, inf, inf},
                  {Elementary::log, inf, inf},      {Elementary::log, 0.0F, -inf},
                  {Elementary::log, -0.0F, -inf},   {Elementary::log, -least, nan},
                  {Elementary::log, -1.0F, nan},    {Elementary::log, -inf, nan},
                  {Elementary::sin, inf, nan},      {Elementary::sin, -inf, nan},
                  {Elementary::cos, inf, nan},      {Elementary::cos, -inf, nan},
                  {Elementary::tanh, inf, 1.0F},    {Elementary::tanh, -inf, -1.0F},
                  {Elementary::erf, inf, 1.0F},     {Elementary::erf, -inf, -1.0F},
                  {Elementary::sigmoid, inf, 1.0F}, {Elementary::sigmoid, -inf, 0.0F},
                  {Elementary::softplus, inf, inf}, {Elementary::softplus, -inf, 0.0F},
                  {Elementary::silu, inf, inf},     {Elementary::silu, -inf, -0.0F},
                  {Elementary::gelu, inf, inf},     {Elementary::gelu, -inf, -0.0F},
                  {Elementary::rsqrt, inf, 0.0F},   {Elementary::rsqrt, 0.0F, inf},
                  {Elementary::rsqrt, -0.0F, -inf}, {Elementary::rsqrt, -1.0F, nan},
                  {Elementary::rsqrt, -least, nan}, {Elementary::rsqrt, -inf, nan}});
}

TEST(CorrectlyRounded, ExactValuesAndZeros) {
  expect_special({{Elementary::exp, 0.0F, 1.0F},
                  {Elementary::exp, -0.0F, 1.0F},
                  {Elementary::log, 1.0F, 0.0F},
                  {Elementary::cos, -0.0F, 1.0F},
                  {Elementary::sin, 0.0F, 0.0F},
                  {Elementary::sin, -0.0F, -0.0F},
                  {Elementary::tanh, 0.0F, 0.0F},
                  {Elementary::tanh, -0.0F, -0.0F},
                  {Elementary::erf, 0.0F, 0.0F},
                  {Elementary::erf, -0.0F, -0.0F},
                  {Elementary::silu, 0.0F, 0.0F},
                  {Elementary::silu, -0.0F, -0.0F},
                  {Elementary::gelu, 0.0F, 0.0F},
                  {Elementary::gelu, -0.0F, -0.0F},
                  {Elementary::sigmoid, 0.0F, 0.5F},
                  {Elementary::sigmoid, -0.0F, 0.5F},
                  {Elementary::rsqrt, 0.25F, 2.0F},
                  {Elementary::rsqrt, 4.0F, 0.5F},
                  {Elementary::rsqrt, 0x1p-148F, 0x1p+74F},
                  {Elementary::exp, 1.0F, 0x1.5bf0a8p+1F},
                  {Elementary::softplus, 0.0F, 0x1.62e43p-1F}});
}

TEST(CorrectlyRounded, UnderflowKeepsTheSign) {
  expect_special({{Elementary::exp, -104.0F, 0.0F},
                  {Elementary::exp, -103.9F, least},
                  {Elementary::exp, -greatest, 0.0F},
                  {Elementary::sigmoid, -103.9F, least},
                  {Elementary::softplus, -103.9F, least},
                  {Elementary::softplus, -greatest, 0.0F},
                  {Elementary::silu, -109.0F, -0.0F},
                  {Elementary::silu, -108.0F, -least},
                  {Elementary::silu, -greatest, -0.0F},
                  {Elementary::gelu, -14.5F, -0.0F},
                  {Elementary::gelu, -greatest, -0.0F},
                  {Elementary::sin, -least, -least},
                  {Elementary::tanh, least, least},
                  {Elementary::erf, -least, -least}});
}

TEST(CorrectlyRounded, ExpOverflowsWhereIeeeSays) {
  const float last_finite = 0x1.62e42ep+6F;
  EXPECT_TRUE(std::isfinite(correctly_rounded(Elementary::exp, last_finite)));
  EXPECT_EQ(correctly_rounded(Elementary::exp, std::nextafter(last_finite, inf)), inf);
}

/// x/2 + O(x²) lies just off a tie where x is an odd multiple of the least subnormal.
TEST(CorrectlyRounded, SubnormalsNextToTies) {
  for (const Elementary f : {Elementary::silu, Elementary::gelu}) {
    for (const float unit : {1.0F, 3.0F, 5.0F, 7.0F, 8388607.0F, 8388609.0F}) {
      EXPECT_EQ(correctly_rounded(f, unit * least), (unit + 1) / 2 * least) << unit;
      EXPECT_EQ(correctly_rounded(f, -unit * least), (1 - unit) / 2 * least) << unit;
      EXPECT_TRUE(std::signbit(correctly_rounded(f, -unit * least)));
    }
    EXPECT_EQ(correctly_rounded(f, 2 * least), least);
  }
}

TEST(CorrectlyRounded, SpecialInputsOfEveryFunction) {
  for (const Elementary f : functions) {
    for (std::uint32_t exponent = 0; exponent < 256; ++exponent) {
      for (const std::uint32_t fraction : {0x0U, 0x1U, 0x2AAAAAU, 0x490FDBU, 0x7FFFFFU}) {
        const float x = std::bit_cast<float>(exponent << 23U | fraction);
        // From 2^20 on, e^x is out of MPFR's own range; those answers are in the tables above.
        const bool everywhere = f == Elementary::sin || f == Elementary::cos ||
                                f == Elementary::log || f == Elementary::rsqrt;
        if (x == 0 || !std::isfinite(x) || (x > 0x1p+20F && !everywhere)) continue;
        expect_nearest(f, x);
        if (f != Elementary::log && f != Elementary::rsqrt) expect_nearest(f, -x);
      }
    }
  }
}

TEST(CorrectlyRounded, SeededInputsOfEveryFunction) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> wide(-110.0F, 90.0F);
  std::uniform_real_distribution<float> near(-10.0F, 10.0F);
  for (const Elementary f : functions) {
    const bool positive = f == Elementary::log || f == Elementary::rsqrt;
    for (int i = 0; i < 2'000; ++i) {
      const float x = i % 2 == 0 ? near(random) : wide(random);
      expect_nearest(f, positive ? std::fabs(x) : x);
    }
  }
}

TEST(CorrectlyRounded, ThresholdsOfTheShortcuts) {
  const std::vector<std::pair<Elementary, float>> thresholds{
      {Elementary::exp, 89.0F},        {Elementary::exp, -104.0F},
      {Elementary::log, 1.0F},         {Elementary::sin, 0x1p-12F},
      {Elementary::cos, 0x1p-13F},     {Elementary::tanh, 0x1p-12F},
      {Elementary::tanh, 9.1F},        {Elementary::erf, 4.0F},
      {Elementary::sigmoid, 0x1p-25F}, {Elementary::sigmoid, 17.5F},
      {Elementary::sigmoid, -104.0F},  {Elementary::softplus, 18.0F},
      {Elementary::softplus, -104.0F}, {Elementary::silu, 18.0F},
      {Elementary::silu, -110.0F},     {Elementary::gelu, 6.0F},
      {Elementary::gelu, -15.0F}};
  for (const auto& [f, at] : thresholds) {
    for (const float x : {std::nextafter(at, -inf), at, std::nextafter(at, inf)}) {
      expect_nearest(f, x);
      if (f == Elementary::sin || f == Elementary::cos || f == Elementary::tanh ||
          f == Elementary::erf || (f == Elementary::sigmoid && at < 1 && at > 0)) {
        expect_nearest(f, -x);
      }
    }
  }
}

/// Those of 12 million seeded inputs to each function whose values come nearest to a tie: within
/// 2^-21 to 2^-29 units in the last place and less.
TEST(CorrectlyRounded, InputsWhoseValuesLieNextToTies) {
  const std::vector<std::pair<Elementary, float>> hard{
      {Elementary::exp, 0x1.cce332p+0F},        {Elementary::exp, -0x1.60c0e6p+2F},
      {Elementary::exp, 0x1.4aff2ap-16F},       {Elementary::exp, 0x1.8053eep-11F},
      {Elementary::log, 0x1.6609acp-37F},       {Elementary::log, 0x1.9f3a46p+94F},
      {Elementary::log, 0x1.0be824p+30F},       {Elementary::log, 0x1.9b84ap+1F},
      {Elementary::sin, 0x1.928f56p+11F},       {Elementary::sin, 0x1.b1dc68p+14F},
      {Elementary::sin, 0x1.34ac6p+12F},        {Elementary::sin, 0x1.27993p+0F},
      {Elementary::cos, 0x1.fa2cc2p+1F},        {Elementary::cos, 0x1.9e614ep+7F},
      {Elementary::cos, 0x1.01a84cp-1F},        {Elementary::cos, 0x1.58a68cp-10F},
      {Elementary::tanh, 0x1.a7dd4ep+1F},       {Elementary::tanh, 0x1.3c9de6p+0F},
      {Elementary::tanh, 0x1.ed5fdcp-2F},       {Elementary::tanh, 0x1.90a994p-6F},
      {Elementary::erf, 0x1.4b808cp-69F},       {Elementary::erf, 0x1.4b473ap-9F},
      {Elementary::erf, 0x1.3f98cp-3F},         {Elementary::erf, 0x1.4b808cp-63F},
      {Elementary::sigmoid, 0x1.aap-16F},       {Elementary::sigmoid, -0x1.18p-19F},
      {Elementary::sigmoid, -0x1.6ep-17F},      {Elementary::sigmoid, 0x1.a4p-17F},
      {Elementary::softplus, 0x1.441718p-22F},  {Elementary::softplus, 0x1.529a84p-11F},
      {Elementary::softplus, -0x1.6d3df2p-14F}, {Elementary::softplus, 0x1.3a286p-5F},
      {Elementary::silu, 0x1.55aaap-18F},       {Elementary::silu, -0x1.2dfe4ep-13F},
      {Elementary::silu, 0x1.2adc5ap-2F},       {Elementary::silu, 0x1.ap-17F},
      {Elementary::gelu, -0x1.a579bp-6F},       {Elementary::gelu, -0x1.1ce0c4p-2F},
      {Elementary::gelu, -0x1.cf20aap-15F},     {Elementary::gelu, 0x1.def6dp-16F},
      {Elementary::rsqrt, 0x1.14b90cp-52F},     {Elementary::rsqrt, 0x1.14b90cp-12F},
      {Elementary::rsqrt, 0x1.fbc3c2p+7F},      {Elementary::rsqrt, 0x1.7431c6p-109F}};
  for (const auto& [f, x] : hard) expect_nearest(f, x);
  // What decides here is the term after x/2 or 1/2 + x/4, far below binary64's last place.
  for (const float x :
       {0x1p-24F, 0x1.8p-24F, 0x1.8p-23F, 0x1.4p-22F, -0x1.8p-24F, 0x1.000002p-24F}) {
    for (const Elementary f : {Elementary::sigmoid, Elementary::softplus}) expect_nearest(f, x);
  }
}
void expect_power(float x, float y, float value) {
  EXPECT_EQ(canonical_bits(power(x, y)), canonical_bits(value)) << x << " ^ " << y;
}

/// IEEE 754-2019, 9.2.1.
TEST(Power, SpecialCases) {
  for (const float x : {0.0F, -0.0F, 1.0F, -2.0F, inf, -inf, nan}) {
    expect_power(x, 0.0F, 1);
    expect_power(x, -0.0F, 1);
  }
  for (const float y : {-3.0F, 0.5F, inf, -inf, nan}) expect_power(1, y, 1);
  for (const float y : {inf, -inf}) expect_power(-1, y, 1);
  for (const float y : {1.0F, 3.0F, 5.0F}) {
    expect_power(0.0F, -y, inf);
    expect_power(-0.0F, -y, -inf);
    expect_power(0.0F, y, 0.0F);
    expect_power(-0.0F, y, -0.0F);
    expect_power(-inf, y, -inf);
    expect_power(-inf, -y, -0.0F);
  }
  for (const float y : {2.0F, 0.5F, 2.5F, 0x1p+24F, greatest}) {
    expect_power(0.0F, -y, inf);
    expect_power(-0.0F, -y, inf);
    expect_power(0.0F, y, 0.0F);
    expect_power(-0.0F, y, 0.0F);
    expect_power(-inf, y, inf);
    expect_power(-inf, -y, 0.0F);
  }
  for (const float x : {0.0F, -0.0F, 0.5F, -0.5F}) {
    expect_power(x, inf, 0.0F);
    expect_power(x, -inf, inf);
  }
  for (const float x : {2.0F, -2.0F, inf, -inf}) {
    expect_power(x, inf, inf);
    expect_power(x, -inf, 0.0F);
  }
  for (const float y : {0.5F, 3.0F}) {
    expect_power(inf, y, inf);
    expect_power(inf, -y, 0.0F);
  }
  expect_power(-2, 0.5F, nan);
  expect_power(nan, 1, nan);
  expect_power(2, nan, nan);
  expect_power(nan, inf, nan);
}

TEST(Power, ExactValuesTiesAndRange) {
  expect_power(2, 3, 8);
  expect_power(-2, 3, -8);
  expect_power(4, 0.5F, 2);
  expect_power(9, -1, 0x1.c71c72p-4F);
  expect_power(2, -149, least);
  expect_power(2, -150, 0);  // a tie, to even
  expect_power(3, -94.6F, least);
  expect_power(-2, -151, -0.0F);
  expect_power(-2, 129, -inf);
  expect_power(0x1.001p+12F, 2, 0x1.002p+24F);     // 4097² = 2^24 + 2^13 + 1, a tie
  expect_power(0x1.003p+12F, 2, 0x1.006008p+24F);  // 4099² = 2^24 + 3 · 2^13 + 9
  expect_power(greatest, 1, greatest);
}

TEST(Power, SeededInputs) {
  std::mt19937 random(11);
  std::uniform_real_distribution<float> bases(0.001F, 100.0F);
  std::uniform_real_distribution<float> exponents(-20.0F, 20.0F);
  for (int i = 0; i < 20'000; ++i) {
    const float x = bases(random);
    const float y = exponents(random);
    Wide base;
    Wide exponent;
    mpfr_set_flt(base.value, x, MPFR_RNDN);
    mpfr_set_flt(exponent.value, y, MPFR_RNDN);
    mpfr_log(base.value, base.value, MPFR_RNDN);
    mpfr_mul(base.value, base.value, exponent.value, MPFR_RNDN);
    mpfr_exp(base.value, base.value, MPFR_RNDN);
    ASSERT_EQ(power(x, y), nearest(base)) << std::hexfloat << x << " ^ " << y;
  }
}

}  // namespace
}  // namespace touchstone
