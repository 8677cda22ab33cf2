#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "touchstone/ptx/semantics.h"

namespace touchstone::ptx {
namespace {

struct UpdateCase {
  std::string_view opcode;
  std::uint64_t old = 0;
  std::uint64_t operand = 0;
  std::uint64_t expected = 0;
  std::uint64_t second = 0;
  Space space = Space::global;
};

TEST(Updates, GiveWhatTheManualSays) {
  const std::vector<UpdateCase> cases = {
      {"atom.global.add.u32", 0xFFFFFFFF, 2, 1},
      {"atom.global.add.s32", 0x7FFFFFFF, 1, 0x80000000},
      {"atom.global.add.u64", 0xFFFFFFFFFFFFFFFF, 2, 1},
      {"atom.global.min.s32", 0xFFFFFFFF, 1, 0xFFFFFFFF},
      {"atom.global.min.u32", 0xFFFFFFFF, 1, 1},
      {"atom.global.max.s64", 0x8000000000000000, 0, 0},
      {"atom.global.max.u64", 0x8000000000000000, 0, 0x8000000000000000},
      {"atom.global.inc.u32", 4, 5, 5},
      {"atom.global.inc.u32", 5, 5, 0},
      {"atom.global.inc.u32", 9, 5, 0},
      {"atom.global.dec.u32", 5, 5, 4},
      {"atom.global.dec.u32", 0, 5, 5},
      {"atom.global.dec.u32", 6, 5, 5},
      {"atom.shared.and.b32", 0xF0, 0x3C, 0x30},
      {"atom.shared.or.b32", 0xF0, 0x3C, 0xFC},
      {"atom.shared.xor.b64", 0xF0, 0x3C, 0xCC},
      {"atom.global.exch.b32", 1, 2, 2},
      {"atom.global.cas.b32", 1, 1, 7, 7},
      {"atom.global.cas.b32", 2, 1, 2, 7},
      {"atom.global.cas.b16", 0x10001, 1, 7, 7},
      {"atom.global.cas.b64", 0x100000001, 1, 0x100000001, 7},
      // 9.7.13.5: in global memory subnormal numbers count as zeros, in shared memory not.
      {"atom.global.add.f32", 0x3F800000, 0x40000000, 0x40400000},
      {"atom.global.add.f32", 1, 1, 0},
      {"atom.global.add.f32", 0x80000001, 0x80000001, 0x80000000},
      {"atom.global.add.f32", 0x00800000, 0x80C00000, 0x80000000},
      {"atom.shared.add.f32", 1, 1, 2, 0, Space::shared},
      {"atom.add.f32", 1, 1, 2, 0, Space::shared},
      {"atom.add.f32", 1, 1, 0, 0, Space::global},
      {"atom.global.add.f32", 0x3F800000, 0x33800000, 0x3F800000},
      {"atom.global.add.f32", 0x7F800000, 0xFF800000, 0x7FFFFFFF},
      {"atom.global.add.f64", 1, 1, 2},
      {"atom.global.add.f64", 0x3FF0000000000000, 0x3FF0000000000000, 0x4000000000000000},
      {"atom.global.add.noftz.f16", 1, 1, 2},
      {"atom.global.add.noftz.f16x2", 0x3C000001, 0x3C000001, 0x40000002},
      {"atom.global.add.noftz.bf16x2", 0x3F800001, 0x3F800001, 0x40000002},
      {"atom.global.add.noftz.bf16", 0x3F80, 0x3F80, 0x4000},
      {"red.global.add.f32", 1, 1, 0},
      {"red.shared.add.f32", 1, 1, 2, 0, Space::shared},
      {"red.global.max.s32", 0xFFFFFFFF, 1, 1},
      {"red.global.and.b64", 0xF0, 0x3C, 0x30},
      {"red.global.inc.u32", 5, 5, 0},
      {"red.global.dec.u32", 0, 5, 5},
      {"red.global.add.u32", 1, 2, 3},
      {"red.global.add.f64", 1, 1, 2},
      {"red.global.add.noftz.f16", 1, 1, 2},
      {"redux.sync.add.u32", 0xFFFFFFFF, 2, 1},
      {"redux.sync.min.s32", 0xFFFFFFFF, 2, 0xFFFFFFFF},
      {"redux.sync.max.u32", 0xFFFFFFFF, 2, 0xFFFFFFFF},
      {"redux.sync.xor.b32", 0xFF, 0x0F, 0xF0},
      {"redux.sync.min.f32", 0x80000000, 0, 0x80000000},
      {"redux.sync.max.f32", 0x80000000, 0, 0},
      {"redux.sync.max.f32", 0x7FC00000, 0xFF800000, 0xFF800000},
      {"redux.sync.max.NaN.f32", 0x7FC00000, 0x3F800000, 0x7FFFFFFF},
      {"redux.sync.max.abs.f32", 0xC0000000, 0x3F800000, 0x40000000},
  };
  for (const UpdateCase& one : cases) {
    const auto form = resolve(one.opcode);
    ASSERT_TRUE(form.ok()) << one.opcode;
    EXPECT_EQ(updated(*form, one.old, one.operand, one.second, one.space), one.expected)
        << one.opcode << " of " << one.old << " and " << one.operand;
  }
}

}  // namespace
}  // namespace touchstone::ptx
