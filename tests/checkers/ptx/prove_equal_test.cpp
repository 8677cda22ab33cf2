#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernel_fixture.h"

namespace touchstone::ptx {
namespace {

using ::testing::HasSubstr;

constexpr std::uint32_t count = 32;

std::vector<Buffer> buffers_of(int operands) {
  std::vector<Buffer> out;
  for (int i = 0; i <= operands; ++i) {
    Buffer buffer;
    buffer.name = i < operands ? "x" + std::to_string(i) : "out";
    buffer.bytes = 4 * count;
    buffer.writable = i == operands;
    if (i < operands) buffer.symbol = static_cast<std::uint32_t>(i);
    out.push_back(buffer);
  }
  return out;
}

Result<Proof> compared(std::string_view body, std::string_view reference,
                       std::uint32_t threads = count, std::uint32_t reference_threads = count) {
  const Program program = program_from(pointwise_text(2, body));
  const Program other = program_from(pointwise_text(2, reference));
  return prove_equal(program, launch_of(3, threads), other, launch_of(3, reference_threads),
                     buffers_of(2), {}, {});
}

TEST(ProveEqual, KernelsOfTheSameTermsAreEqual) {
  const auto equal = compared("fma.rn.f32 %f0, %f1, %f2, %f2;", "fma.rn.f32 %f0, %f2, %f1, %f2;");
  ASSERT_TRUE(equal);
  EXPECT_EQ(equal->verdict, Verdict::proved) << told(*equal);
  EXPECT_EQ(equal->elements, count);

  const auto unequal = compared("fma.rn.f32 %f0, %f1, %f2, %f2;", "fma.rn.f32 %f0, %f1, %f2, %f1;");
  ASSERT_TRUE(unequal);
  ASSERT_EQ(unequal->verdict, Verdict::refuted) << told(*unequal);
  EXPECT_TRUE(unequal->counterexample);
  EXPECT_THAT(unequal->defects.front().what, HasSubstr("the reference"));
}

TEST(ProveEqual, OneBoundedFormIsOneFunctionOfItsOperands) {
  const auto equal = compared("ex2.approx.ftz.f32 %f3, %f1;\nmul.rn.f32 %f0, %f3, %f2;",
                              "ex2.approx.ftz.f32 %f3, %f1;\nmul.rn.f32 %f0, %f2, %f3;");
  ASSERT_TRUE(equal);
  EXPECT_EQ(equal->verdict, Verdict::proved) << told(*equal);
  const auto other = compared("ex2.approx.ftz.f32 %f3, %f1;\nmul.rn.f32 %f0, %f3, %f2;",
                              "ex2.approx.f32 %f3, %f1;\nmul.rn.f32 %f0, %f2, %f3;");
  ASSERT_TRUE(other);
  EXPECT_EQ(other->verdict, Verdict::undecided) << told(*other);
}

TEST(ProveEqual, FusableFormsAreNotEvenEqualToThemselves) {
  const auto equal = compared("add.f32 %f0, %f1, %f2;", "add.f32 %f0, %f1, %f2;");
  ASSERT_TRUE(equal);
  EXPECT_EQ(equal->verdict, Verdict::undecided);
  EXPECT_THAT(equal->reason, HasSubstr("-fmad=false"));
}

TEST(ProveEqual, BothWriteTheSameWords) {
  const std::string_view body = "add.rn.f32 %f0, %f1, %f2;";
  const auto fewer = compared(body, body, 16, count);
  ASSERT_TRUE(fewer);
  ASSERT_EQ(fewer->verdict, Verdict::refuted);
  EXPECT_EQ(fewer->defects.front().kind, DefectKind::unwritten_output);
  const auto more = compared(body, body, count, 16);
  ASSERT_TRUE(more);
  EXPECT_EQ(more->verdict, Verdict::undecided);
  EXPECT_THAT(more->reason, HasSubstr("32 words"));
}

TEST(ProveEqual, ADefectOfTheReferenceIsAnError) {
  const std::string_view body = "add.rn.f32 %f0, %f1, %f2;";
  const auto proof = compared(body, body, count, count + 1);
  ASSERT_FALSE(proof);
  EXPECT_EQ(proof.error().kind, Failure::rejected);
  const auto own = compared(body, body, count + 1, count);
  ASSERT_TRUE(own);
  EXPECT_EQ(own->verdict, Verdict::refuted);
}

TEST(ProveEqual, WhatTheReferenceWritesInPartIsNotCompared) {
  const auto same = [](const std::string& body) {
    const Program program = program_from(kernel_text(3, body));
    return prove_equal(program, launch_of(3, 1), program, launch_of(3, 1), buffers_of(2), {}, {});
  };
  const auto half = same("mov.u32 %r2, 7;\nst.global.u16 [%rd3], %r2;\n");
  ASSERT_TRUE(half);
  EXPECT_EQ(half->verdict, Verdict::undecided);
  EXPECT_THAT(half->reason, HasSubstr("parts of words"));
  const auto perhaps = same(
      "ld.global.f32 %f1, [%rd1];\nsetp.gt.f32 %p1, %f1, 0f00000000;\n@!%p1 bra MEET;\n"
      "st.global.f32 [%rd3], %f1;\nMEET:\n");
  ASSERT_TRUE(perhaps);
  EXPECT_EQ(perhaps->verdict, Verdict::undecided);
  const auto nothing = same("");
  ASSERT_TRUE(nothing);
  EXPECT_EQ(nothing->verdict, Verdict::undecided);
  const auto whole = same("ld.global.f32 %f1, [%rd1];\nst.global.f32 [%rd3], %f1;\n");
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->verdict, Verdict::proved) << told(*whole);
}

}  // namespace
}  // namespace touchstone::ptx
