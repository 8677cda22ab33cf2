#include <gtest/gtest.h>

#include <array>

#include "touchstone/ptx/semantics.h"

namespace touchstone::ptx {
namespace {

std::uint64_t second(std::string_view opcode, std::array<std::uint64_t, 3> operands) {
  return second_predicate(*resolve(opcode), operands);
}

/// 9.7.6.2: the complement of the comparison, which of a NaN is true beside an ordered one.
TEST(SecondPredicate, ComplementsTheComparison) {
  EXPECT_EQ(second("setp.lt.s32", {1, 2, 0}), 0U);
  EXPECT_EQ(second("setp.lt.s32", {2, 1, 0}), 1U);
  EXPECT_EQ(second("setp.lt.f32", {0x7FC00000, 0, 0}), 1U);
  EXPECT_EQ(second("setp.ltu.f32", {0x7FC00000, 0, 0}), 0U);
  EXPECT_EQ(second("setp.gt.ftz.f32", {1, 0, 0}), 1U);
}

TEST(SecondPredicate, IsCombinedAsTheFirstIs) {
  EXPECT_EQ(second("setp.lt.and.s32", {2, 1, 0}), 0U);
  EXPECT_EQ(second("setp.lt.and.s32", {2, 1, 1}), 1U);
  EXPECT_EQ(second("setp.lt.or.s32", {1, 2, 1}), 1U);
  EXPECT_EQ(second("setp.lt.xor.s32", {1, 2, 1}), 1U);
}

/// 9.7.7.2: of packed operands it is that of the upper halves.
TEST(SecondPredicate, OfPackedOperandsIsOfTheUpperHalves) {
  EXPECT_EQ(second("setp.lt.f16x2", {0x3C004000, 0x40003C00, 0}), 1U);
  EXPECT_EQ(
      evaluate(*resolve("setp.lt.f16x2"), std::array<std::uint64_t, 2>{0x3C004000, 0x40003C00}),
      0U);
  EXPECT_EQ(second("setp.lt.bf16x2", {0x40003F80, 0x3F804000, 0}), 0U);
}

TEST(Unspecified, IsDivisionByZeroAlone) {
  const std::array<std::uint64_t, 2> by_zero = {7, 0x100000000};
  const std::array<std::uint64_t, 2> by_one = {7, 1};
  EXPECT_TRUE(is_unspecified(*resolve("div.s32"), by_zero));
  EXPECT_FALSE(is_unspecified(*resolve("div.s64"), by_zero));
  EXPECT_FALSE(is_unspecified(*resolve("div.s32"), by_one));
  EXPECT_TRUE(is_unspecified(*resolve("rem.u32"), by_zero));
  EXPECT_FALSE(is_unspecified(*resolve("div.rn.f32"), by_zero));
  EXPECT_FALSE(is_unspecified(*resolve("mul.lo.s32"), by_zero));
}

/// 9.7.9.4 and the forms that an opcode alone does not tell apart.
TEST(Moves, PackTheirPartsFromTheLowestUp) {
  Form form = *resolve("mov.b64");
  form.vector = 2;
  EXPECT_EQ(evaluate(form, std::array<std::uint64_t, 2>{0x1'2345'6789, 0xABCDEF01}),
            0xABCDEF0123456789U);
  form.vector = 4;
  EXPECT_EQ(evaluate(form, std::array<std::uint64_t, 4>{1, 2, 3, 4}), 0x0004000300020001U);
  form = *resolve("mov.b32");
  form.vector = 4;
  EXPECT_EQ(evaluate(form, std::array<std::uint64_t, 4>{0x11, 0x22, 0x33, 0x144}), 0x44332211U);
}

TEST(Choices, OfThreeCompareTheThirdWithTheFirstTwo) {
  Form form = *resolve("max.f32");
  form.third = true;
  const std::uint64_t one = 0x3F800000;
  EXPECT_EQ(evaluate(form, std::array<std::uint64_t, 3>{0x7FC00000, 0, one}), one);
  EXPECT_EQ(evaluate(form, std::array<std::uint64_t, 3>{one, 0, 0x7FC00000}), one);
  form = *resolve("min.NaN.f32");
  form.third = true;
  EXPECT_EQ(evaluate(form, std::array<std::uint64_t, 3>{one, 0, 0x7FC00000}), 0x7FFFFFFFU);
  EXPECT_EQ(evaluate(form, std::array<std::uint64_t, 3>{one, 0, 0x80000000}), 0x80000000U);
}

}  // namespace
}  // namespace touchstone::ptx
