#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "touchstone/ptx/pattern.h"
#include "touchstone/ptx/semantics.h"

namespace touchstone::ptx {
namespace {

/// "r:u32 v:s32 a p?": roles, types, and what is special of them.
std::string written(const Signature& signature) {
  std::string text;
  for (const OperandRule& rule : signature) {
    if (!text.empty()) text += " ";
    text += std::string_view("rvpalf")[static_cast<std::size_t>(rule.role)];
    const bool typed = rule.role == OperandRole::result || rule.role == OperandRole::value;
    if (typed) text.append(":").append(name_of(rule.type));
    if (rule.vector > 1) text.append("x").append(std::to_string(rule.vector));
    if (rule.wider) text += "+";
    if (rule.immediate_only) text += "!";
    if (rule.optional) text += "?";
  }
  return text;
}

TEST(Signatures, AreThoseOfTheManual) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"add.s32", "r:s32 v:s32 v:s32"},
      {"mul.wide.u16", "r:u32 v:u16 v:u16"},
      {"mad.wide.s32", "r:s64 v:s32 v:s32 v:s64"},
      {"mad.lo.u64", "r:u64 v:u64 v:u64 v:u64"},
      {"sad.u16", "r:u16 v:u16 v:u16 v:u16"},
      {"popc.b64", "r:u32 v:b64"},
      {"bfind.s64", "r:u32 v:s64"},
      {"bfe.s64", "r:s64 v:s64 v:u32 v:u32"},
      {"bfi.b64", "r:b64 v:b64 v:b64 v:u32 v:u32"},
      {"dp4a.u32.s32", "r:s32 v:b32 v:b32 v:s32"},
      {"dp4a.u32.u32", "r:u32 v:b32 v:b32 v:u32"},
      {"shl.b64", "r:b64 v:b64 v:u32"},
      {"shr.s16", "r:s16 v:s16 v:u32"},
      {"shf.r.clamp.b32", "r:b32 v:b32 v:b32 v:u32"},
      {"lop3.b32", "r:b32 v:b32 v:b32 v:b32 v:b32!"},
      {"and.pred", "r:pred p p"},
      {"not.pred", "r:pred p"},
      {"mov.pred", "r:pred p"},
      {"mov.u64", "r:u64 v:u64"},
      {"fma.rn.f32", "r:f32 v:f32 v:f32 v:f32"},
      {"fma.rn.f32.f16", "r:f32 v:f16 v:f16 v:f32"},
      {"add.f32.bf16", "r:f32 v:bf16 v:f32"},
      {"max.f32", "r:f32 v:f32 v:f32 v:f32?"},
      {"max.abs.f32", "r:f32 v:f32 v:f32 v:f32"},
      {"max.xorsign.abs.f32", "r:f32 v:f32 v:f32"},
      {"max.f64", "r:f64 v:f64 v:f64"},
      {"setp.lt.f32", "r:pred v:f32 v:f32"},
      {"setp.lt.and.f32", "r:pred v:f32 v:f32 p"},
      {"set.lt.u32.f64", "r:u32 v:f64 v:f64"},
      {"selp.b32", "r:b32 v:b32 v:b32 p"},
      {"slct.b64.f32", "r:b64 v:b64 v:b64 v:f32"},
      {"testp.finite.f64", "r:pred v:f64"},
      {"cvt.u8.u32", "r:u8+ v:u32+"},
      {"cvt.rn.bf16.f32", "r:bf16 v:f32+"},
      {"cvt.rn.f16x2.f32", "r:f16x2 v:f32 v:f32"},
      {"prmt.b32", "r:b32 v:b32 v:b32 v:b32"},
      {"isspacep.shared", "r:pred v:u64"},
      {"cvta.to.global.u64", "r:u64 v:u64"},
      {"ld.global.u8", "r:u8+ a"},
      {"ld.global.nc.v4.f32", "r:f32x4+ a"},
      {"ld.global.L2::cache_hint.f32", "r:f32+ a v:b64"},
      {"st.shared.v2.u64", "a v:u64x2+"},
      {"atom.global.add.u32", "r:u32 a v:u32"},
      {"atom.shared.cas.b64", "r:b64 a v:b64 v:b64"},
      {"red.global.add.f32", "a v:f32"},
      {"prefetch.global.L1", "a"},
      {"shfl.sync.idx.b32", "r:b32 v:b32 v:b32 v:b32 v:b32"},
      {"vote.sync.any.pred", "r:pred p v:b32"},
      {"vote.sync.ballot.b32", "r:b32 p v:b32"},
      {"match.any.sync.b64", "r:b32 v:b64 v:b32"},
      {"redux.sync.max.s32", "r:s32 v:s32 v:b32"},
      {"activemask.b32", "r:b32"},
      {"elect.sync", "r:b32 v:b32"},
      {"bar.warp.sync", "v:b32"},
      {"bar.sync", "v:u32 v:u32?"},
      {"bar.arrive", "v:u32 v:u32"},
      {"bar.red.popc.u32", "r:u32 v:u32 v:u32? p"},
      {"bar.red.and.pred", "r:pred v:u32 v:u32? p"},
      {"membar.gl", ""},
      {"bra", "l"},
      {"brx.idx", "v:u32 l"},
      {"call.uni", "f"},
      {"ret", ""},
      {"nanosleep.u32", "v:u32"},
  };
  for (const auto& [opcode, expected] : cases) {
    const auto form = resolve(opcode);
    ASSERT_TRUE(form.ok()) << opcode;
    EXPECT_EQ(written(signature_of(*form)), expected) << opcode;
  }
}

TEST(Signatures, OfValuesBeginWithTheResultAndFitTheEvaluator) {
  for (const Pattern& pattern : patterns()) {
    const auto form = resolve(plainest_opcode(pattern));
    ASSERT_TRUE(form.ok());
    if (!is_value(*form)) continue;
    const Signature signature = signature_of(*form);
    ASSERT_GE(signature.size(), 2U) << text_of(*form);
    EXPECT_LE(signature.size(), 1 + max_value_operands) << text_of(*form);
    EXPECT_EQ(signature.front().role, OperandRole::result) << text_of(*form);
    EXPECT_NE(function_of(*form), nullptr) << text_of(*form);
  }
}

TEST(Signatures, OnlyValueFormsHaveAFunction) {
  EXPECT_NO_THROW(static_cast<void>(function_of(*resolve("add.s32"))));
  EXPECT_THROW(static_cast<void>(function_of(*resolve("ld.global.s32"))), std::logic_error);
  EXPECT_THROW(static_cast<void>(function_of(*resolve("cvta.to.global.u64"))), std::logic_error);
  EXPECT_THROW(static_cast<void>(function_of(*resolve("isspacep.global"))), std::logic_error);
}

TEST(Widened, FollowsTheSign) {
  EXPECT_EQ(widened(Type::s8, 0x180, 32), 0xFFFFFF80U);
  EXPECT_EQ(widened(Type::u8, 0x180, 32), 0x80U);
  EXPECT_EQ(widened(Type::b8, 0xFF, 16), 0xFFU);
  EXPECT_EQ(widened(Type::s16, 0x8000, 64), 0xFFFFFFFFFFFF8000U);
  EXPECT_EQ(widened(Type::s32, 0x7FFFFFFF, 64), 0x7FFFFFFFU);
  EXPECT_EQ(widened(Type::f32, 0x80000000, 64), 0x80000000U);
  EXPECT_EQ(widened(Type::s64, 0x8000000000000000, 64), 0x8000000000000000U);
}

}  // namespace
}  // namespace touchstone::ptx
