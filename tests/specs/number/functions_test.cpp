#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ios>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "direct_mpfr.h"
#include "hard_inputs.h"
#include "touchstone/number/binary32.h"
#include "touchstone/number/correctly_rounded.h"
#include "touchstone/number/functions/binary64.h"
#include "touchstone/number/functions/error_function.h"
#include "touchstone/number/functions/exponential.h"
#include "touchstone/number/functions/logarithm.h"
#include "touchstone/number/functions/logistic.h"
#include "touchstone/number/functions/power.h"
#include "touchstone/number/functions/root.h"
#include "touchstone/number/functions/trigonometric.h"

namespace touchstone {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float least = 0x1p-149F;
constexpr float greatest = std::numeric_limits<float>::max();

using Hardware = Binary64<HardwareFma64>;
using Exact = Binary64<ExactFma64>;

template <auto f, class Wide>
float read(float x) {
  return narrow(f(Wide::widen(x)));
}

template <Elementary f>
float known(float x) {
  return correctly_rounded(f, x);
}

struct Function {
  std::string_view name;
  float (*oracle)(float);
  float (*exact)(float);
  float (*hardware)(float);  ///< to be called where has_hardware_fma()
};

constexpr std::array all_functions{
    Function{"exp", known<Elementary::exp>, read<wide::exp<Exact>, Exact>,
             read<wide::exp<Hardware>, Hardware>},
    Function{"log", known<Elementary::log>, read<wide::log<Exact>, Exact>,
             read<wide::log<Hardware>, Hardware>},
    Function{"tanh", known<Elementary::tanh>, read<wide::tanh<Exact>, Exact>,
             read<wide::tanh<Hardware>, Hardware>},
    Function{"erf", known<Elementary::erf>, read<wide::erf<Exact>, Exact>,
             read<wide::erf<Hardware>, Hardware>},
    Function{"expm1", expm1_by_mpfr, read<wide::expm1<Exact>, Exact>,
             read<wide::expm1<Hardware>, Hardware>},
    Function{"log1p", log1p_by_mpfr, read<wide::log1p<Exact>, Exact>,
             read<wide::log1p<Hardware>, Hardware>},
    Function{"sigmoid", known<Elementary::sigmoid>, read<wide::sigmoid<Exact>, Exact>,
             read<wide::sigmoid<Hardware>, Hardware>},
    Function{"softplus", known<Elementary::softplus>, read<wide::softplus<Exact>, Exact>,
             read<wide::softplus<Hardware>, Hardware>},
    Function{"silu", known<Elementary::silu>, read<wide::silu<Exact>, Exact>,
             read<wide::silu<Hardware>, Hardware>},
    Function{"gelu", known<Elementary::gelu>, read<wide::gelu<Exact>, Exact>,
             read<wide::gelu<Hardware>, Hardware>},
    Function{"rsqrt", known<Elementary::rsqrt>, read<wide::rsqrt<Exact>, Exact>,
             read<wide::rsqrt<Hardware>, Hardware>},
    Function{"sin", known<Elementary::sin>, read<wide::sin<Exact>, Exact>,
             read<wide::sin<Hardware>, Hardware>},
    Function{"cos", known<Elementary::cos>, read<wide::cos<Exact>, Exact>,
             read<wide::cos<Hardware>, Hardware>},
};

void expect_value(const Function& f, float x, float value) {
  ASSERT_EQ(canonical_bits(f.exact(x)), canonical_bits(value))
      << f.name << " at " << std::hexfloat << x << ": " << f.exact(x) << ", expected " << value;
  if (!has_hardware_fma()) return;
  ASSERT_EQ(canonical_bits(f.hardware(x)), canonical_bits(value))
      << f.name << " at " << std::hexfloat << x << " with the instruction: " << f.hardware(x)
      << ", expected " << value;
}

void expect_nearest(const Function& f, float x) { expect_value(f, x, f.oracle(x)); }

const Function& named(std::string_view name) {
  for (const Function& f : all_functions) {
    if (f.name == name) return f;
  }
  throw std::logic_error("no such function");
}

TEST(WideFunctions, LimitsAndPoles) {
  for (const Function& f : all_functions) {
    for (const float x : {nan, inf, -inf, 0.0F, -0.0F, 1.0F, -1.0F, least, -least, greatest,
                          -greatest, 0x1p-126F, -0x1p-126F}) {
      expect_nearest(f, x);
    }
  }
  expect_value(named("expm1"), -inf, -1);
  expect_value(named("expm1"), -0.0F, -0.0F);
  expect_value(named("expm1"), inf, inf);
  expect_value(named("log1p"), -1, -inf);
  expect_value(named("log1p"), -0.0F, -0.0F);
  expect_value(named("log1p"), std::nextafter(-1.0F, -2.0F), nan);
  expect_value(named("log1p"), inf, inf);
}

TEST(WideFunctions, EveryExponent) {
  for (const Function& f : all_functions) {
    for (std::uint32_t exponent = 0; exponent < 256; ++exponent) {
      for (const std::uint32_t fraction : {0x0U, 0x1U, 0x2AAAAAU, 0x490FDBU, 0x7FFFFFU}) {
        const float x = std::bit_cast<float>(exponent << 23U | fraction);
        expect_nearest(f, x);
        expect_nearest(f, -x);
      }
    }
  }
}

/// Where pieces of tables meet, arguments are clamped or one formula takes over from another.
TEST(WideFunctions, Boundaries) {
  std::vector<float> boundaries{0x1p-6F, 0.78125F, 0x1.921fb6p-1F, 1,  2,     3.75F,  3.875F, 4,
                                7,       10,       14.875F,        40, 60,    100,    120,    104,
                                88.75F,  103.97F,  0x1.62e42ep+6F, 18, 17.5F, 9.125F, 89,     15};
  for (int i = 0; i < 34; ++i) {
    boundaries.push_back(static_cast<float>(i) / 8);                             // erf
    boundaries.push_back(0.6875F + static_cast<float>(i) / 64);                  // log
    boundaries.push_back(static_cast<float>(i) * 0x1.62e42fp-7F);                // exp
    boundaries.push_back(static_cast<float>(i) * 0x1.921fb6p-1F);                // sin, cos
    boundaries.push_back(static_cast<float>(i) / 4 + (i < 9 ? 0.125F : 0.25F));  // gelu
  }
  for (const Function& f : all_functions) {
    for (const float at : boundaries) {
      for (const float x : {std::nextafter(at, -inf), at, std::nextafter(at, inf)}) {
        expect_nearest(f, x);
        expect_nearest(f, -x);
      }
    }
  }
}

/// Values that lie just off a tie, or off one of binary64's midpoints between them.
TEST(WideFunctions, NextToTies) {
  for (const std::string_view name : {"silu", "gelu"}) {
    for (const float unit : {1.0F, 2.0F, 3.0F, 5.0F, 7.0F, 8388607.0F, 8388609.0F}) {
      expect_nearest(named(name), unit * least);
      expect_nearest(named(name), -unit * least);
    }
  }
  for (const std::string_view name : {"sigmoid", "softplus", "expm1", "log1p"}) {
    for (int exponent = -30; exponent < -4; ++exponent) {
      for (int i = 1; i < 64; ++i) {
        expect_nearest(named(name), std::ldexp(static_cast<float>(i), exponent));
        expect_nearest(named(name), -std::ldexp(static_cast<float>(i), exponent));
      }
    }
  }
  expect_nearest(named("tanh"), 0x1.916c0ap-8F);
  expect_nearest(named("tanh"), -0x1.916c0ap-8F);
}

TEST(WideFunctions, InputsWhoseValuesLieNextToTies) {
  for (const HardInput& input : hard_inputs) expect_nearest(named(input.function), input.x);
}

class SeededInputs : public testing::TestWithParam<std::size_t> {};

TEST_P(SeededInputs, OfEveryFunction) {
  const Function& f = all_functions[GetParam()];
  std::mt19937 random(7);
  std::uniform_real_distribution<float> wide(-110.0F, 90.0F);
  std::uniform_real_distribution<float> near(-10.0F, 10.0F);
  for (int i = 0; i < 100'000; ++i) {
    const auto any = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    expect_nearest(f, i % 4 == 0 ? any : i % 4 == 1 ? wide(random) : near(random));
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(WideFunctions, SeededInputs,
                         testing::Range(std::size_t{0}, all_functions.size()),
                         [](const auto& test) {
                           return std::string(all_functions[test.param].name);
                         });

float exact_pow(float x, float y) { return narrow(wide::pow(Exact::widen(x), Exact::widen(y))); }

float hardware_pow(float x, float y) {
  return narrow(wide::pow(Hardware::widen(x), Hardware::widen(y)));
}

void expect_power(float x, float y, float value) {
  ASSERT_EQ(canonical_bits(exact_pow(x, y)), canonical_bits(value))
      << std::hexfloat << x << " ^ " << y << ": " << exact_pow(x, y) << ", expected " << value;
  if (!has_hardware_fma()) return;
  ASSERT_EQ(canonical_bits(hardware_pow(x, y)), canonical_bits(value))
      << std::hexfloat << x << " ^ " << y << " with the instruction: " << hardware_pow(x, y)
      << ", expected " << value;
}

TEST(WidePower, SpecialCases) {
  const std::vector<float> values{
      0.0F,  -0.0F, 1,      -1,       inf,       -inf,     nan,
      0.5F,  -0.5F, 2,      -2,       3,         -3,       2.5F,
      -2.5F, least, -least, greatest, -greatest, 0x1p+24F, 0x1.fffffep+23F,
      1e10F};
  for (const float x : values) {
    for (const float y : values) expect_power(x, y, power(x, y));
  }
  for (const float x : {std::nextafter(1.0F, 0.0F), std::nextafter(1.0F, 2.0F)}) {
    for (const float y : {inf, -inf, 0x1p+41F, -0x1p+41F, 0x1p+30F, -0x1p+30F, 0x1p+24F, least}) {
      expect_power(x, y, power(x, y));
      expect_power(-x, y, power(-x, y));
    }
  }
}

/// All powers of positive numbers whose values have at most 25 bits, and so those that are binary32
/// numbers or ties between two. With x = m 2^e, m odd, and y = q / 2^s, q odd or s = 0, the value
/// has finitely many bits only if m = r^(2^s) for some odd r, 2^s divides e q, and q > 0 unless m =
/// 1; it is r^q 2^(e y). Each is a binary64 number, whose conversion is its rounding.
TEST(WidePower, AllExactValuesAndTies) {
  std::size_t cases = 0;
  for (int s = 0; s <= 3; ++s) {
    for (int q = 1; q <= 15; q += s == 0 ? 1 : 2) {
      const float y = std::ldexp(static_cast<float>(q), -s);
      const int roots = 1 << s;
      for (double r = 3; std::pow(r, q) < 0x1p+25 && std::pow(r, roots) < 0x1p+24; r += 2) {
        // x¹ with every fraction is a test of its own.
        if (q == 1 && s == 0) break;
        double base = 1;
        for (int i = 0; i < roots; ++i) base *= r;
        double value = 1;
        for (int i = 0; i < q; ++i) value *= r;
        for (int e = -149 / roots * roots; e <= 127; e += roots) {
          const auto x = static_cast<float>(std::ldexp(base, e));
          if (static_cast<double>(x) != std::ldexp(base, e)) continue;  // beyond the greatest
          expect_power(x, y, static_cast<float>(std::ldexp(value, e / roots * q)));
          ++cases;
        }
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(cases, 400'000U);
}

TEST(WidePower, PowersOfTwo) {
  std::size_t cases = 0;
  for (int e = -149; e <= 127; ++e) {
    const float x = std::ldexp(1.0F, e);
    for (int f = -160; f <= 140; ++f) {
      const float y = static_cast<float>(f) / static_cast<float>(e == 0 ? 1 : e);
      if (static_cast<double>(y) * e != f) continue;
      expect_power(x, y, static_cast<float>(std::ldexp(1.0, f)));
      ++cases;
    }
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(cases, 5'000U);
}

TEST(WidePower, FirstPowers) {
  for (std::uint32_t fraction = 0; fraction < 0x800000U; fraction += 41) {
    const float x = std::bit_cast<float>(0x3F800000U | fraction);
    expect_power(x, 1, x);
    expect_power(-x, 1, -x);
    if (HasFatalFailure()) return;
  }
}

TEST(WidePower, SeededInputs) {
  std::mt19937 random(11);
  std::uniform_real_distribution<float> bases(0.001F, 100.0F);
  std::uniform_real_distribution<float> exponents(-20.0F, 20.0F);
  std::uniform_real_distribution<float> near_one(0.999F, 1.001F);
  for (int i = 0; i < 100'000; ++i) {
    const auto any = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    const float x = i % 3 == 0 ? std::fabs(any) : i % 3 == 1 ? bases(random) : near_one(random);
    const float y = i % 3 == 2 ? 4000 * exponents(random) : exponents(random);
    // power() is correctly rounded; nothing among these lies so near a tie that this is not.
    expect_power(x, y, power(x, y));
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace touchstone
