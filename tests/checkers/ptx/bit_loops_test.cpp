#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>

#include "touchstone/ptx/semantics.h"

/// The integer forms against loops over bits and against wider arithmetic.
namespace touchstone::ptx {
namespace {

__extension__ using Wide = __int128;
using Words = std::array<std::uint64_t, 4>;

std::uint64_t modulo(Wide value, unsigned bits) {
  return static_cast<std::uint64_t>(value) &
         (bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1);
}

/// The integer that the lowest bits are.
Wide integer(std::uint64_t word, unsigned bits, bool is_signed_type) {
  const std::uint64_t low = modulo(static_cast<Wide>(word), bits);
  const bool negative = is_signed_type && ((low >> (bits - 1)) & 1U) != 0;
  return static_cast<Wide>(low) - (negative ? Wide{1} << bits : Wide{0});
}

/// Words whose ones cluster, so that carries, signs and edges are met.
std::uint64_t random_word(std::mt19937_64& random) {
  switch (random() % 5) {
    case 0: return random();
    case 1: return random() >> (random() % 64);
    case 2: return ~(random() >> (random() % 64));
    case 3: return std::uint64_t{1} << (random() % 64);
    default: return (std::uint64_t{1} << (random() % 64)) - 1;
  }
}

class Integers : public ::testing::TestWithParam<const char*> {};

TEST_P(Integers, AreThoseOfWiderArithmetic) {
  const std::string type = GetParam();
  const bool sign = type[0] == 's';
  const auto bits = static_cast<unsigned>(std::stoi(type.substr(1)));
  std::mt19937_64 random(bits);
  for (int round = 0; round < 20000; ++round) {
    const Words x = {random_word(random), random_word(random), random_word(random), 0};
    const Wide a = integer(x[0], bits, sign);
    const Wide b = integer(x[1], bits, sign);
    const Wide c = integer(x[2], bits, sign);
    const auto check = [&](const std::string& opcode, Wide expected) {
      ASSERT_EQ(evaluate(*resolve(opcode + type), x), modulo(expected, bits))
          << opcode << type << std::hex << " " << x[0] << " " << x[1] << " " << x[2];
    };
    check("add.", a + b);
    check("sub.", a - b);
    check("mul.lo.", static_cast<Wide>(x[0] * x[1]));
    check("sad.", c + (a < b ? b - a : a - b));
    check("min.", std::min(a, b));
    check("max.", std::max(a, b));
    if (b != 0) check("div.", a / b);
    if (b != 0) check("rem.", a % b);
    if (bits < 64 || sign) {
      check("mul.hi.", (a * b) >> bits);
      check("mad.hi.", ((a * b) >> bits) + c);
    }
    if (sign) check("abs.", a < 0 ? -a : a);
    if (sign) check("neg.", -a);
    for (const auto& [name, holds] :
         {std::pair{"eq", a == b}, std::pair{"ne", a != b}, std::pair{"lt", a < b},
          std::pair{"le", a <= b}, std::pair{"gt", a > b}, std::pair{"ge", a >= b}}) {
      ASSERT_EQ(evaluate(*resolve("setp." + std::string(name) + "." + type), x), holds ? 1U : 0U);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, Integers,
                         ::testing::Values("u16", "s16", "u32", "s32", "u64", "s64"));

bool bit(std::uint64_t word, std::uint64_t index) { return ((word >> index) & 1U) != 0; }

/// 9.7.1.19, bit by bit.
std::uint64_t extracted(std::uint64_t a, std::uint64_t position, std::uint64_t length,
                        unsigned bits, bool sign) {
  const std::uint64_t most = bits - 1;
  const bool fill = sign && length != 0 && bit(a, std::min(position + length - 1, most));
  std::uint64_t result = 0;
  for (std::uint64_t index = 0; index <= most; ++index) {
    const bool inside = index < length && position + index <= most;
    if (inside ? bit(a, position + index) : fill) result |= std::uint64_t{1} << index;
  }
  return result;
}

/// 9.7.1.20, bit by bit.
std::uint64_t inserted(std::uint64_t a, std::uint64_t b, std::uint64_t position,
                       std::uint64_t length, unsigned bits) {
  std::uint64_t result = modulo(static_cast<Wide>(b), bits);
  for (std::uint64_t index = 0; index < length && position + index < bits; ++index) {
    const std::uint64_t at = std::uint64_t{1} << (position + index);
    result = bit(a, index) ? result | at : result & ~at;
  }
  return result;
}

TEST(BitFields, AreThoseOfTheManualsLoops) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 20000; ++round) {
    const Words x = {random_word(random), random() % 80 + 0x100 * (random() % 3), random() % 80, 0};
    const std::uint64_t position = x[1] & 0xFFU;
    for (const auto& [type, bits, sign] :
         {std::tuple{"u32", 32U, false}, std::tuple{"s32", 32U, true},
          std::tuple{"u64", 64U, false}, std::tuple{"s64", 64U, true}}) {
      ASSERT_EQ(evaluate(*resolve(std::string("bfe.") + type), x),
                extracted(x[0], position, x[2], bits, sign))
          << type << std::hex << " " << x[0] << " " << x[1] << " " << x[2];
    }
    const Words y = {x[0], random_word(random), x[1], x[2]};
    for (const unsigned bits : {32U, 64U}) {
      ASSERT_EQ(evaluate(*resolve("bfi.b" + std::to_string(bits)), y),
                inserted(y[0], y[1], position, y[3], bits));
    }
  }
}

TEST(Shifts, MoveOneBitAtATime) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 5000; ++round) {
    const Words x = {random_word(random), random() % 70, 0, 0};
    for (const unsigned bits : {16U, 32U, 64U}) {
      std::uint64_t left = modulo(static_cast<Wide>(x[0]), bits);
      std::uint64_t right = left;
      std::uint64_t arithmetic = left;
      const std::uint64_t top = left & (std::uint64_t{1} << (bits - 1));
      for (std::uint64_t step = 0; step < x[1]; ++step) {
        left = modulo(static_cast<Wide>(left << 1U), bits);
        right >>= 1U;
        arithmetic = (arithmetic >> 1U) | top;
      }
      const std::string width = std::to_string(bits);
      ASSERT_EQ(evaluate(*resolve("shl.b" + width), x), left);
      ASSERT_EQ(evaluate(*resolve("shr.b" + width), x), right);
      ASSERT_EQ(evaluate(*resolve("shr.u" + width), x), right);
      ASSERT_EQ(evaluate(*resolve("shr.s" + width), x), arithmetic);
    }
  }
}

TEST(Shifts, OfTwoWordsAreThoseOfTheirConcatenation) {
  std::mt19937_64 random(6);
  for (int round = 0; round < 20000; ++round) {
    const Words x = {random_word(random), random_word(random), random() % 70, 0};
    const Wide both = (static_cast<Wide>(x[1] & 0xFFFFFFFFU) << 32U) | (x[0] & 0xFFFFFFFFU);
    const auto clamp = static_cast<unsigned>(std::min<std::uint64_t>(x[2], 32));
    const auto wrap = static_cast<unsigned>(x[2] % 32);
    ASSERT_EQ(evaluate(*resolve("shf.l.clamp.b32"), x), modulo((both << clamp) >> 32U, 32));
    ASSERT_EQ(evaluate(*resolve("shf.r.clamp.b32"), x), modulo(both >> clamp, 32));
    ASSERT_EQ(evaluate(*resolve("shf.l.wrap.b32"), x), modulo((both << wrap) >> 32U, 32));
    ASSERT_EQ(evaluate(*resolve("shf.r.wrap.b32"), x), modulo(both >> wrap, 32));
  }
}

TEST(Bits, AreCountedOneByOne) {
  std::mt19937_64 random(8);
  for (int round = 0; round < 20000; ++round) {
    const Words x = {random_word(random), random_word(random), random_word(random), random() % 256};
    for (const unsigned bits : {32U, 64U}) {
      std::uint64_t ones = 0;
      std::uint64_t zeros = bits;
      std::uint64_t reversed = 0;
      std::uint64_t leading = 0xFFFFFFFF;
      std::uint64_t other = 0xFFFFFFFF;
      for (unsigned index = 0; index < bits; ++index) {
        if (bit(x[0], index) != bit(x[0], bits - 1)) other = index;
        if (!bit(x[0], index)) continue;
        ones += 1;
        zeros = bits - 1 - index;
        leading = index;
        reversed |= std::uint64_t{1} << (bits - 1 - index);
      }
      const std::string width = std::to_string(bits);
      ASSERT_EQ(evaluate(*resolve("popc.b" + width), x), ones);
      ASSERT_EQ(evaluate(*resolve("clz.b" + width), x), zeros);
      ASSERT_EQ(evaluate(*resolve("brev.b" + width), x), reversed);
      ASSERT_EQ(evaluate(*resolve("bfind.u" + width), x), leading);
      ASSERT_EQ(evaluate(*resolve("bfind.s" + width), x), other);
      ASSERT_EQ(evaluate(*resolve("bfind.shiftamt.s" + width), x),
                other == 0xFFFFFFFF ? other : bits - 1 - other);
    }
    std::uint64_t logic = 0;
    for (unsigned index = 0; index < 32; ++index) {
      const unsigned entry = (bit(x[0], index) ? 4U : 0U) + (bit(x[1], index) ? 2U : 0U) +
                             (bit(x[2], index) ? 1U : 0U);
      if (bit(x[3], entry)) logic |= std::uint64_t{1} << index;
    }
    ASSERT_EQ(evaluate(*resolve("lop3.b32"), x), logic);
  }
}

TEST(IntegerConversions, KeepOrClampTheValue) {
  std::mt19937_64 random(9);
  for (const std::string target : {"u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"}) {
    for (const std::string source : {"u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"}) {
      const Form plain = *resolve("cvt." + target + "." + source);
      const auto clamped = resolve("cvt.sat." + target + "." + source);
      const unsigned to = bits_of(plain.type);
      const Wide most = (Wide{1} << (to - (is_signed(plain.type) ? 1 : 0))) - 1;
      const Wide least = is_signed(plain.type) ? -most - 1 : Wide{0};
      for (int round = 0; round < 1000; ++round) {
        const Words x = {random_word(random), 0, 0, 0};
        const Wide value = integer(x[0], bits_of(plain.source), is_signed(plain.source));
        ASSERT_EQ(evaluate(plain, x), modulo(value, to)) << text_of(plain);
        if (!clamped.ok()) {
          ASSERT_TRUE(least <= value && value <= most) << text_of(plain);
        } else {
          ASSERT_EQ(evaluate(*clamped, x), modulo(std::clamp(value, least, most), to));
        }
      }
    }
  }
}

}  // namespace
}  // namespace touchstone::ptx
