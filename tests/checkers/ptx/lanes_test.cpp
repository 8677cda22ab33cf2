#include "touchstone/ptx/lanes.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "touchstone/number/environment.h"
#include "touchstone/ptx/lanes_variants.h"
#include "touchstone/ptx/semantics.h"

namespace touchstone::ptx {
namespace {

const std::vector<std::string> opcodes{
    "mov.b32",      "mov.u64",      "add.s32",      "sub.u32",      "neg.s32",      "min.s32",
    "min.u32",      "max.s32",      "max.u32",      "mul.lo.s32",   "mul.wide.s32", "mul.wide.u32",
    "mad.lo.s32",   "mad.wide.u32", "mad.wide.s32", "and.b32",      "or.b32",       "xor.b32",
    "not.b32",      "shl.b32",      "shr.u32",      "shr.s32",      "add.s64",      "sub.s64",
    "min.s64",      "max.u64",      "mul.lo.s64",   "mad.lo.u64",   "and.b64",      "or.b64",
    "xor.b64",      "not.b64",      "shl.b64",      "shr.u64",      "shr.s64",      "cvt.u64.u32",
    "cvt.s64.s32",  "cvt.u32.u64",  "setp.eq.s32",  "setp.ne.b32",  "setp.lt.s32",  "setp.le.u32",
    "setp.gt.s32",  "setp.ge.u32",  "setp.lt.s64",  "setp.ge.u64",  "setp.eq.b64",  "setp.eq.f32",
    "setp.ne.f32",  "setp.lt.f32",  "setp.le.f32",  "setp.gt.f32",  "setp.ge.f32",  "setp.equ.f32",
    "setp.neu.f32", "setp.ltu.f32", "setp.leu.f32", "setp.gtu.f32", "setp.geu.f32", "setp.num.f32",
    "setp.nan.f32", "selp.b32",     "selp.f32",     "selp.b64",     "add.rn.f32",   "add.f32",
    "sub.rn.f32",   "mul.rn.f32",   "mul.f32",      "fma.rn.f32",   "max.f32",      "min.f32",
    "max.NaN.f32",  "min.NaN.f32"};

class Draw {
 public:
  std::uint64_t of(Type type) {
    const unsigned bits = bits_of(type);
    if (bits == 1) return random_() & 1U;
    if (is_float(type) || random_() % 2 == 0) {
      static constexpr std::array<std::uint32_t, 16> special{
          0,          0x80000000, 1,          0x80000001, 0x007FFFFF, 0x00800000,
          0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001,
          0xFFFFFFFF, 0x7F7FFFFF, 31,         64};
      const std::uint64_t low = random_() % 3 == 0 ? static_cast<std::uint32_t>(random_())
                                                   : special[random_() % special.size()];
      return bits == 64 ? low | (random_() % 2 == 0 ? random_() << 32U : 0) : low;
    }
    return bits == 64 ? random_() : static_cast<std::uint32_t>(random_());
  }

 private:
  std::mt19937_64 random_{1};
};

/// 32 values of one operand as a register holds them.
struct Column {
  alignas(64) std::array<std::byte, 8 * lane_count> bytes{};
  void set(Type type, unsigned lane, std::uint64_t bits) {
    if (bits_of(type) == 1) {
      std::uint32_t word = 0;
      std::memcpy(&word, bytes.data(), 4);
      word |= static_cast<std::uint32_t>(bits) << lane;
      std::memcpy(bytes.data(), &word, 4);
    } else {
      const std::size_t size = bits_of(type) == 64 ? 8 : 4;
      std::memcpy(bytes.data() + size * lane, &bits, size);
    }
  }
  [[nodiscard]] std::uint64_t get(Type type, unsigned lane) const {
    std::uint64_t out = 0;
    if (bits_of(type) == 1) {
      std::memcpy(&out, bytes.data(), 4);
      return (out >> lane) & 1U;
    }
    const std::size_t size = bits_of(type) == 64 ? 8 : 4;
    std::memcpy(&out, bytes.data() + size * lane, size);
    return out;
  }
};

class LaneLoops : public testing::TestWithParam<std::string> {};

void compare(LaneFunction loop, const Form& form) {
  ASSERT_NE(loop, nullptr);
  const FloatEnvironment environment;
  const Signature signature = signature_of(form);
  Draw draw;
  for (int round = 0; round < 200; ++round) {
    std::array<Column, 3> columns;
    std::array<std::array<std::uint64_t, 3>, lane_count> operands{};
    for (std::size_t i = 1; i < signature.size() && i <= 3; ++i) {
      if (signature[i].optional) continue;
      for (unsigned l = 0; l < lane_count; ++l) {
        operands[l][i - 1] = draw.of(signature[i].type);
        columns[i - 1].set(signature[i].type, l, operands[l][i - 1]);
      }
    }
    Column out;
    loop(out.bytes.data(), columns[0].bytes.data(), columns[1].bytes.data(),
         columns[2].bytes.data());
    for (unsigned l = 0; l < lane_count; ++l) {
      const std::uint64_t expected = function_of(form)(form, operands[l].data());
      ASSERT_EQ(out.get(signature[0].type, l), expected)
          << text_of(form) << std::hex << " " << operands[l][0] << " " << operands[l][1] << " "
          << operands[l][2];
    }
  }
}

TEST_P(LaneLoops, GiveWhatTheTableGives) {
  const auto form = resolve(GetParam());
  ASSERT_TRUE(form) << form.error().text();
  compare(lanes_of(*form), *form);
  compare(baseline_lanes_of(*form), *form);
}

INSTANTIATE_TEST_SUITE_P(Forms, LaneLoops, testing::ValuesIn(opcodes), [](const auto& form) {
  std::string name = form.param;
  for (char& c : name) c = c == '.' ? '_' : c;
  return name;
});

TEST(LaneLoops, RareFormsHaveNone) {
  for (const std::string opcode : {"fma.rz.f32", "add.rn.ftz.f32", "mul.hi.s32", "cvt.rni.s32.f32",
                                   "add.rn.f64", "shf.l.wrap.b32", "add.s16"}) {
    const auto form = resolve(opcode);
    ASSERT_TRUE(form) << opcode;
    EXPECT_EQ(lanes_of(*form), nullptr) << opcode;
  }
}

}  // namespace
}  // namespace touchstone::ptx
