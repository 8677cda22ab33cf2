#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "mpfr_oracle.h"
#include "touchstone/number/soft_binary32.h"
#include "touchstone/ptx/semantics.h"

namespace touchstone::ptx {
namespace {

struct FormatCase {
  std::string name;
  int exponent_bits;
  int fraction_bits;
};

const std::vector<FormatCase>& formats() {
  static const std::vector<FormatCase> all = {
      {"f16", 5, 10}, {"bf16", 8, 7}, {"f32", 8, 23}, {"f64", 11, 52}};
  return all;
}

struct RoundingCase {
  std::string name;
  Rounding rounding;
};

std::vector<RoundingCase> roundings_of(const std::string& type) {
  if (type == "f16" || type == "bf16") return {{"rn", Rounding::rn}};
  return {{"rn", Rounding::rn}, {"rz", Rounding::rz}, {"rm", Rounding::rm}, {"rp", Rounding::rp}};
}

/// Operands of a format: specials, neighbours of powers of two, and exponents that meet.
class Operands {
 public:
  explicit Operands(const FormatCase& format) : format_(format), random_(7) {}

  std::uint64_t next() {
    const auto fraction_bits = static_cast<unsigned>(format_.fraction_bits);
    const std::uint64_t fields = (std::uint64_t{1} << static_cast<unsigned>(format_.exponent_bits));
    const std::uint64_t sign = (random_() & 1U)
                               << (fraction_bits + static_cast<unsigned>(format_.exponent_bits));
    const std::uint64_t mask = (std::uint64_t{1} << fraction_bits) - 1;
    const std::uint64_t fractions[] = {0, 1, mask, mask - 1, random_() & mask, random_() & mask};
    const std::uint64_t middle = fields / 2;
    const std::uint64_t exponents[] = {0,
                                       0,
                                       1,
                                       fields - 2,
                                       random_() % fields,
                                       random_() % fields,
                                       middle + random_() % 4,
                                       middle - random_() % fraction_bits,
                                       middle / 2,
                                       middle + middle / 2};
    std::uint64_t exponent = exponents[random_() % 10];
    if (random_() % 40 == 0) exponent = fields - 1;
    return sign | (exponent << fraction_bits) | fractions[random_() % 6];
  }

 private:
  FormatCase format_;
  std::mt19937_64 random_;
};

constexpr int rounds = 20000;

TEST(Rounding, OfSumsProductsAndFusedOnesIsThatOfMpfr) {
  for (const FormatCase& format : formats()) {
    MpfrOracle oracle(format.exponent_bits, format.fraction_bits);
    for (const auto& [name, rounding] : roundings_of(format.name)) {
      Operands operands(format);
      const Form add = *resolve("add." + name + "." + format.name);
      const Form subtract = *resolve("sub." + name + "." + format.name);
      const Form multiply = *resolve("mul." + name + "." + format.name);
      const Form fma = *resolve("fma." + name + "." + format.name);
      for (int round = 0; round < rounds; ++round) {
        const std::array<std::uint64_t, 3> x = {operands.next(), operands.next(), operands.next()};
        ASSERT_EQ(evaluate(add, x), oracle.add(x[0], x[1], rounding))
            << text_of(add) << std::hex << " " << x[0] << " " << x[1];
        ASSERT_EQ(evaluate(subtract, x), oracle.subtract(x[0], x[1], rounding))
            << text_of(subtract) << std::hex << " " << x[0] << " " << x[1];
        ASSERT_EQ(evaluate(multiply, x), oracle.multiply(x[0], x[1], rounding))
            << text_of(multiply) << std::hex << " " << x[0] << " " << x[1];
        ASSERT_EQ(evaluate(fma, x), oracle.fma(x[0], x[1], x[2], rounding))
            << text_of(fma) << std::hex << " " << x[0] << " " << x[1] << " " << x[2];
      }
    }
  }
}

TEST(Rounding, OfQuotientsAndRootsIsThatOfMpfr) {
  for (const FormatCase& format : {formats()[2], formats()[3]}) {
    MpfrOracle oracle(format.exponent_bits, format.fraction_bits);
    const std::uint64_t one = format.name == "f32" ? 0x3F800000 : 0x3FF0000000000000;
    for (const auto& [name, rounding] : roundings_of(format.name)) {
      Operands operands(format);
      const Form divide = *resolve("div." + name + "." + format.name);
      const Form reciprocal = *resolve("rcp." + name + "." + format.name);
      const Form root = *resolve("sqrt." + name + "." + format.name);
      for (int round = 0; round < rounds; ++round) {
        const std::array<std::uint64_t, 2> x = {operands.next(), operands.next()};
        ASSERT_EQ(evaluate(divide, x), oracle.divide(x[0], x[1], rounding))
            << text_of(divide) << std::hex << " " << x[0] << " " << x[1];
        ASSERT_EQ(evaluate(reciprocal, x), oracle.divide(one, x[0], rounding))
            << text_of(reciprocal) << std::hex << " " << x[0];
        ASSERT_EQ(evaluate(root, x), oracle.root(x[0], rounding))
            << text_of(root) << std::hex << " " << x[0];
      }
    }
  }
}

/// Forms with a modifier take the way by integers, those without the processor's.
TEST(Rounding, OfTheProcessorIsThatOfIntegers) {
  Operands operands(formats()[2]);
  const Form add = *resolve("add.f32");
  const Form fma = *resolve("fma.rn.f32");
  const Form divide = *resolve("div.rn.f32");
  const auto canonical = [](std::uint32_t bits) {
    return (bits & 0x7FFFFFFFU) > 0x7F800000U ? 0x7FFFFFFFU : bits;
  };
  for (int round = 0; round < rounds; ++round) {
    const std::array<std::uint64_t, 3> x = {operands.next(), operands.next(), operands.next()};
    const auto a = static_cast<std::uint32_t>(x[0]);
    const auto b = static_cast<std::uint32_t>(x[1]);
    const auto c = static_cast<std::uint32_t>(x[2]);
    ASSERT_EQ(evaluate(add, x), canonical(soft::add(a, b)));
    ASSERT_EQ(evaluate(divide, x), canonical(soft::div(a, b)));
    ASSERT_EQ(evaluate(fma, x), canonical(soft::fma(a, b, c)));
  }
}

std::uint64_t flushed(std::uint64_t bits) {
  return (bits & 0x7F800000U) == 0 ? bits & 0x80000000U : bits;
}

std::uint64_t clamped(std::uint64_t bits) {
  if ((bits & 0x7FFFFFFFU) > 0x7F800000U || (bits & 0x80000000U) != 0) return 0;
  return std::min<std::uint64_t>(bits, 0x3F800000);
}

/// .ftz and .sat are what they do to operands and results of the plain form.
TEST(Modifiers, ActOnOperandsAndResults) {
  for (const std::string mode : {"rn", "rz", "rm", "rp"}) {
    Operands operands(formats()[2]);
    for (const std::string name : {"add.", "sub.", "mul.", "fma.", "div.", "sqrt.", "rcp."}) {
      const Form plain = *resolve(name + mode + ".f32");
      const Form flush = *resolve(name + mode + ".ftz.f32");
      const auto both = resolve(name + mode + ".ftz.sat.f32");
      for (int round = 0; round < rounds / 10; ++round) {
        const std::array<std::uint64_t, 3> x = {operands.next(), operands.next(), operands.next()};
        const std::array<std::uint64_t, 3> y = {flushed(x[0]), flushed(x[1]), flushed(x[2])};
        const std::uint64_t expected = flushed(evaluate(plain, y));
        ASSERT_EQ(evaluate(flush, x), expected) << text_of(flush) << std::hex << " " << x[0];
        if (!both.ok()) continue;
        ASSERT_EQ(evaluate(*both, x), clamped(expected)) << text_of(*both);
      }
    }
  }
}

/// Packed forms are their scalar forms on each part.
TEST(Packed, ActOnEachPart) {
  for (const auto& [packed, scalar, width, format] :
       {std::tuple{"f16x2", "f16", 16U, 0U}, std::tuple{"bf16x2", "bf16", 16U, 1U},
        std::tuple{"f32x2", "f32", 32U, 2U}}) {
    Operands operands(formats()[format]);
    for (const std::string name : {"add.rn.", "sub.rn.", "mul.rn.", "fma.rn."}) {
      const Form whole = *resolve(name + packed);
      const Form part = *resolve(name + scalar);
      for (int round = 0; round < rounds / 10; ++round) {
        const std::array<std::uint64_t, 3> low = {operands.next(), operands.next(),
                                                  operands.next()};
        const std::array<std::uint64_t, 3> high = {operands.next(), operands.next(),
                                                   operands.next()};
        std::array<std::uint64_t, 3> x{};
        for (std::size_t index = 0; index < 3; ++index) {
          x[index] = low[index] | (high[index] << width);
        }
        ASSERT_EQ(evaluate(whole, x), evaluate(part, low) | (evaluate(part, high) << width))
            << text_of(whole);
      }
    }
  }
}

TEST(Conversions, OfFloatsAreThoseOfMpfr) {
  for (const FormatCase& source : formats()) {
    MpfrOracle from(source.exponent_bits, source.fraction_bits);
    for (const FormatCase& target : formats()) {
      MpfrOracle to(target.exponent_bits, target.fraction_bits);
      for (const auto& [name, rounding] : roundings_of("f32")) {
        const auto form = resolve("cvt." + name + "." + target.name + "." + source.name);
        if (!form.ok()) continue;
        Operands operands(source);
        for (int round = 0; round < rounds; ++round) {
          const std::array<std::uint64_t, 1> x = {operands.next()};
          ASSERT_EQ(evaluate(*form, x), to.of(from.value(x[0]), rounding))
              << text_of(*form) << std::hex << " " << x[0];
        }
      }
    }
  }
}

TEST(Conversions, OfEveryHalfAreExact) {
  MpfrOracle half(5, 10);
  MpfrOracle single(8, 23);
  const Form widen = *resolve("cvt.f32.f16");
  const Form narrow = *resolve("cvt.rn.f16.f32");
  for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
    const std::array<std::uint64_t, 1> x = {bits};
    const std::array<std::uint64_t, 1> wide = {evaluate(widen, x)};
    const bool nan = (bits & 0x7FFFU) > 0x7C00U;
    ASSERT_EQ(wide[0], single.of(half.value(bits), Rounding::rn)) << bits;
    ASSERT_EQ(evaluate(narrow, wide), nan ? 0x7FFF : bits);
  }
}

TEST(Conversions, OfIntegersAreThoseOfMpfr) {
  std::mt19937_64 random(11);
  for (const FormatCase& target : formats()) {
    MpfrOracle oracle(target.exponent_bits, target.fraction_bits);
    for (const auto& [name, rounding] : roundings_of("f32")) {
      for (const std::string source : {"u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"}) {
        const Form form = *resolve("cvt." + name + "." + target.name + "." + source);
        for (int round = 0; round < rounds / 10; ++round) {
          const std::array<std::uint64_t, 1> x = {random() >> (random() % 64)};
          const std::uint64_t wide = widened(form.source, x[0], 64);
          const std::uint64_t expected =
              is_signed(form.source) ? oracle.of_signed(static_cast<std::int64_t>(wide), rounding)
                                     : oracle.of_unsigned(wide, rounding);
          ASSERT_EQ(evaluate(form, x), expected) << text_of(form) << std::hex << " " << x[0];
        }
      }
    }
  }
}

/// A number rounded to an integer by MPFR and clamped.
std::uint64_t integer_by_mpfr(double number, Type type, Rounding rounding) {
  mpfr_t value;
  mpfr_init2(value, 64);
  mpfr_set_d(value, number, MPFR_RNDN);
  std::uint64_t result = 0;
  if (is_signed(type)) {
    const std::int64_t most =
        static_cast<std::int64_t>((~std::uint64_t{0}) >> (65 - bits_of(type)));
    mpfr_rint(value, value, MpfrOracle::mode_of(rounding));
    const std::int64_t kept =
        std::clamp<std::int64_t>(mpfr_get_sj(value, MPFR_RNDZ), -most - 1, most);
    result = static_cast<std::uint64_t>(kept);
  } else {
    mpfr_rint(value, value, MpfrOracle::mode_of(rounding));
    const std::uint64_t most = (~std::uint64_t{0}) >> (64 - bits_of(type));
    result = std::min<std::uint64_t>(mpfr_sgn(value) < 0 ? 0 : mpfr_get_uj(value, MPFR_RNDZ), most);
  }
  mpfr_clear(value);
  return bits_of(type) == 64 ? result : result & ((std::uint64_t{1} << bits_of(type)) - 1);
}

TEST(Conversions, ToIntegersAreThoseOfMpfr) {
  for (const FormatCase& source : formats()) {
    MpfrOracle oracle(source.exponent_bits, source.fraction_bits);
    for (const auto& [name, rounding] :
         {RoundingCase{"rni", Rounding::rni}, RoundingCase{"rzi", Rounding::rzi},
          RoundingCase{"rmi", Rounding::rmi}, RoundingCase{"rpi", Rounding::rpi}}) {
      for (const std::string target : {"u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"}) {
        const Form form = *resolve("cvt." + name + "." + target + "." + source.name);
        Operands operands(source);
        for (int round = 0; round < rounds / 5; ++round) {
          const std::array<std::uint64_t, 1> x = {operands.next()};
          const double number = oracle.value(x[0]);
          if (std::isnan(number)) continue;
          ASSERT_EQ(evaluate(form, x), integer_by_mpfr(number, form.type, rounding))
              << text_of(form) << std::hex << " " << x[0];
        }
      }
      const Form within = *resolve("cvt." + name + "." + source.name + "." + source.name);
      Operands operands(source);
      for (int round = 0; round < rounds; ++round) {
        const std::array<std::uint64_t, 1> x = {operands.next()};
        const double number = oracle.value(x[0]);
        mpfr_t value;
        mpfr_init2(value, 53);
        mpfr_set_d(value, number, MPFR_RNDN);
        mpfr_rint(value, value, MpfrOracle::mode_of(rounding));
        ASSERT_EQ(evaluate(within, x), oracle.of(mpfr_get_d(value, MPFR_RNDN), Rounding::rn))
            << text_of(within) << std::hex << " " << x[0];
        mpfr_clear(value);
      }
    }
  }
}

/// Within one unit in the last place of what binary64's library functions give.
TEST(Approximations, LieWithinTheDocumentedError) {
  const std::vector<std::pair<std::string, double (*)(double)>> functions = {
      {"ex2.approx.f32", [](double x) { return std::exp2(x); }},
      {"lg2.approx.f32", [](double x) { return std::log2(x); }},
      {"sin.approx.f32", [](double x) { return std::sin(x); }},
      {"cos.approx.f32", [](double x) { return std::cos(x); }},
      {"tanh.approx.f32", [](double x) { return std::tanh(x); }},
      {"rsqrt.approx.f32", [](double x) { return 1 / std::sqrt(x); }},
      {"sqrt.approx.f32", [](double x) { return std::sqrt(x); }},
      {"rcp.approx.f32", [](double x) { return 1 / x; }},
  };
  std::mt19937 random(5);
  for (const auto& [opcode, function] : functions) {
    const Form form = *resolve(opcode);
    for (int round = 0; round < 2000; ++round) {
      const float x = std::ldexp(static_cast<float>(random() % 0x1000000) + 1,
                                 static_cast<int>(random() % 40) - 44) *
                      (random() % 2 == 0 ? 1.0F : -1.0F);
      const std::array<std::uint64_t, 1> operands = {std::bit_cast<std::uint32_t>(x)};
      const auto bits = static_cast<std::uint32_t>(evaluate(form, operands));
      const double exact = function(x);
      if (std::isnan(exact)) {
        ASSERT_EQ(bits, 0x7FFFFFFFU) << opcode << " " << x;
        continue;
      }
      const auto nearest = static_cast<float>(exact);
      const float got = std::bit_cast<float>(bits);
      ASSERT_TRUE(got == nearest || std::nextafter(got, nearest) == nearest)
          << opcode << " " << x << ": " << got << " and not " << nearest;
    }
  }
}

}  // namespace
}  // namespace touchstone::ptx
