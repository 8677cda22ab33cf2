#include "touchstone/ptx/machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "small_kernel.h"

namespace touchstone::ptx {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// %r0 = tid.x, %r1 = n, %d0 = x, %d1 = y, %d2 = 4 · tid
const std::string start =
    "mov.u32 %r0, %tid.x;\nld.param.u64 %d0, [x];\nld.param.u64 %d1, [y];\n"
    "mul.wide.u32 %d2, %r0, 4;\nadd.s64 %d3, %d0, %d2;\nadd.s64 %d4, %d1, %d2;\n";
const std::string shared = ".shared .align 4 .b8 s[256];";

Execution run(const std::string& body, std::uint32_t threads, std::vector<Buffer> buffers,
              const std::string& declarations = {}, std::array<std::uint32_t, 3> grid = {1, 1, 1}) {
  const Program program = small_program(module_text("u64 x, u64 y", body, declarations));
  Launch launch{"k", grid, {threads, 1, 1}, 0, {pointer(0), pointer(1)}};
  auto out = execute(program, launch, buffers, nullptr, {});
  if (!out) throw std::runtime_error(out.error().text());
  return std::move(*out);
}

std::vector<Buffer> in_and_out(std::size_t words) {
  std::vector<std::uint32_t> x(words);
  std::iota(x.begin(), x.end(), 100);
  return {words_buffer("x", x), empty_buffer("y", words)};
}

std::vector<DefectKind> kinds(const Execution& execution) {
  std::vector<DefectKind> out;
  for (const Defect& defect : execution.defects) out.push_back(defect.kind);
  return out;
}

TEST(Machine, CopiesByThreads) {
  const auto out =
      run(start + "ld.global.u32 %r2, [%d3];\nst.global.u32 [%d4], %r2;", 4, in_and_out(4));
  EXPECT_TRUE(out.defects.empty());
  EXPECT_FALSE(out.stop);
  EXPECT_THAT(out.buffers[1].words, ElementsAre(100, 101, 102, 103));
  EXPECT_THAT(out.buffers[1].writers, ElementsAre(1, 1, 1, 1));
}

TEST(Machine, DivergentLanesMeetAgain) {
  // Odd threads add 1, even ones 2; then all add what their neighbour has.
  const std::string body =
      start +
      "and.b32 %r2, %r0, 1;\nsetp.eq.s32 %p1, %r2, 0;\n@%p1 bra EVEN;\nadd.s32 %r3, %r0, 1;\n"
      "bra MEET;\nEVEN:\nadd.s32 %r3, %r0, 2;\nMEET:\n"
      "shfl.sync.bfly.b32 %r4|%p2, %r3, 1, 31, -1;\nadd.s32 %r5, %r3, %r4;\n"
      "st.global.u32 [%d4], %r5;";
  const auto out = run(body, 32, in_and_out(32));
  EXPECT_TRUE(out.defects.empty()) << out.defects[0].what;
  ASSERT_FALSE(out.stop);
  for (std::uint32_t i = 0; i < 32; i += 2) {
    EXPECT_EQ(out.buffers[1].words[i], 2 * i + 4);
    EXPECT_EQ(out.buffers[1].words[i + 1], 2 * i + 4);
  }
}

TEST(Machine, NeighboursInSharedMemoryNeedABarrier) {
  const std::string before = start +
                             "mov.u32 %r5, s;\nshl.b32 %r6, %r0, 2;\nadd.s32 %r7, %r5, %r6;\n"
                             "st.shared.u32 [%r7], %r0;\n";
  const std::string after =
      "xor.b32 %r8, %r6, 128;\nadd.s32 %r9, %r5, %r8;\n"
      "ld.shared.u32 %r2, [%r9];\nst.global.u32 [%d4], %r2;";
  const auto right = run(before + "bar.sync 0;\n" + after, 64, in_and_out(64), shared);
  EXPECT_TRUE(right.defects.empty()) << right.defects[0].what;
  EXPECT_EQ(right.buffers[1].words[0], 32U);
  const auto wrong = run(before + after, 64, in_and_out(64), shared);
  // The first warp reads what the second has not written yet.
  EXPECT_THAT(kinds(wrong), ElementsAre(DefectKind::uninitialised_read));
}

TEST(Machine, ARaceNamesBothSides) {
  const std::string body = start + "mov.u32 %r5, s;\nst.shared.u32 [%r5], %r0;\nret;";
  const auto out = run(body, 2, in_and_out(2), shared);
  ASSERT_THAT(kinds(out), ElementsAre(DefectKind::data_race));
  EXPECT_EQ(out.defects[0].thread.thread[0], 1U);
  ASSERT_TRUE(out.defects[0].other_thread);
  EXPECT_EQ(out.defects[0].other_thread->thread[0], 0U);
  EXPECT_EQ(out.defects[0].place.line, out.defects[0].other->line);
  const auto same =
      run(start + "mov.u32 %r5, s;\nst.shared.u32 [%r5], 7;\nret;", 2, in_and_out(2), shared);
  EXPECT_TRUE(same.defects.empty());
}

TEST(Machine, BlocksAreUnordered) {
  const std::string body = start + "mov.u32 %r2, %ctaid.x;\nst.global.u32 [%d4], %r2;";
  const auto race = run(body, 1, in_and_out(1), {}, {2, 1, 1});
  EXPECT_THAT(kinds(race), ElementsAre(DefectKind::data_race));
  EXPECT_TRUE(run(body, 1, in_and_out(1)).defects.empty());
}

TEST(Machine, EveryAccessIsInsideItsBuffer) {
  const auto out =
      run(start + "ld.global.u32 %r2, [%d3];\nst.global.u32 [%d4], %r2;", 5, in_and_out(4));
  ASSERT_THAT(kinds(out), ElementsAre(DefectKind::out_of_bounds));
  EXPECT_THAT(out.defects[0].what, HasSubstr("byte 16 of x, which has 16"));
  const auto before =
      run(start + "ld.global.u32 %r2, [%d3+-4];\nst.global.u32 [%d4], %r2;", 1, in_and_out(4));
  ASSERT_THAT(kinds(before), ElementsAre(DefectKind::out_of_bounds));
  EXPECT_THAT(before.defects[0].what, HasSubstr("4 bytes before x"));
}

TEST(Machine, AlignmentAndOperandsAreKept) {
  EXPECT_THAT(kinds(run(start + "ld.global.u32 %r2, [%d3+2];\nst.global.u32 [%d4], %r2;", 1,
                        in_and_out(4))),
              ElementsAre(DefectKind::misaligned));
  EXPECT_THAT(kinds(run(start + "ld.global.v2.u32 {%r2, %r3}, [%d3+4];\nst.global.u32 [%d4], %r2;",
                        1, in_and_out(4))),
              ElementsAre(DefectKind::misaligned));
  EXPECT_TRUE(run(start + "ld.global.v2.u32 {%r2, %r3}, [%d3+8];\nst.global.u32 [%d4], %r3;", 1,
                  in_and_out(4))
                  .defects.empty());
  EXPECT_THAT(kinds(run(start + "st.global.u32 [%d3], %r0;", 1, in_and_out(4))),
              ElementsAre(DefectKind::read_only_store));
}

TEST(Machine, WhatNothingHasWrittenIsNotRead) {
  EXPECT_THAT(
      kinds(run(start + "ld.global.u32 %r2, [%d4];\nst.global.u32 [%d4], %r2;", 1, in_and_out(1))),
      ElementsAre(DefectKind::uninitialised_read));
  EXPECT_THAT(kinds(run(start + "st.global.u32 [%d4], %r9;", 1, in_and_out(1))),
              ElementsAre(DefectKind::uninitialised_read));
  EXPECT_TRUE(run(start + "mov.u32 %r8, %r9;\nst.global.u32 [%d4], %r0;", 1, in_and_out(1))
                  .defects.empty());
}

TEST(Machine, BarriersUnderADivergentCondition) {
  const std::string under = start +
                            "setp.gt.u32 %p1, %r0, 15;\n@%p1 bra OTHER;\nbar.sync 0;\nbra "
                            "MEET;\nOTHER:\nbar.sync 0;\nMEET:\n";
  const auto out = run(under, 32, in_and_out(32));
  ASSERT_THAT(kinds(out), ElementsAre(DefectKind::barrier_divergence));
  ASSERT_TRUE(out.defects[0].other);
  EXPECT_NE(out.defects[0].other->line, out.defects[0].place.line);
  const std::string by_warp = start +
                              "setp.gt.u32 %p1, %r0, 31;\n@%p1 bra OTHER;\nbar.sync 0;\nbra "
                              "MEET;\nOTHER:\nbar.sync 0;\nMEET:\n";
  EXPECT_TRUE(run(by_warp, 64, in_and_out(64)).defects.empty());
  const std::string unaligned = start +
                                "setp.gt.u32 %p1, %r0, 15;\n@%p1 bra OTHER;\nbarrier.sync 0;\nbra "
                                "MEET;\nOTHER:\nbarrier.sync 0;\nMEET:\n";
  EXPECT_TRUE(run(unaligned, 32, in_and_out(32)).defects.empty());
}

TEST(Machine, ThreadsThatEndBeforeABarrier) {
  const std::string body = start + "setp.gt.u32 %p1, %r0, 40;\n@%p1 bra END;\nbar.sync 0;\nEND:\n";
  const auto out = run(body, 64, in_and_out(64));
  ASSERT_THAT(kinds(out), ElementsAre(DefectKind::exit_before_barrier));
  EXPECT_EQ(out.defects[0].other_thread->thread[0], 41U);
  EXPECT_TRUE(run(body, 41, in_and_out(64)).defects.empty());
}

TEST(Machine, BarriersThatWaitForEachOther) {
  const std::string body = start +
                           "setp.gt.u32 %p1, %r0, 31;\n@%p1 bra OTHER;\nbar.sync 1;\nbra MEET;\n"
                           "OTHER:\nbar.sync 2;\nMEET:\n";
  EXPECT_THAT(kinds(run(body, 64, in_and_out(64))), ElementsAre(DefectKind::deadlock));
  EXPECT_TRUE(run(body, 32, in_and_out(64)).defects.empty());
}

TEST(Machine, ThreadsOfAWarpNameOneBarrier) {
  const std::string by_lane = start + "and.b32 %r3, %r0, 1;\nbar.sync %r3;";
  EXPECT_TRUE(run(by_lane, 32, in_and_out(32)).stop);
  const auto same = run(start + "mov.u32 %r3, 1;\nbar.sync %r3;", 32, in_and_out(32));
  EXPECT_FALSE(same.stop);
  EXPECT_TRUE(same.defects.empty());
}

TEST(Machine, ShufflesNeedTheirLanes) {
  const std::string gone =
      start +
      "setp.gt.u32 %p1, %r0, 15;\n@%p1 bra END;\n"
      "shfl.sync.down.b32 %r2|%p2, %r0, 1, 31, -1;\nst.global.u32 [%d4], %r2;\nEND:\n";
  EXPECT_THAT(kinds(run(gone, 32, in_and_out(32))), ElementsAre(DefectKind::absent_lane));
  const std::string named =
      start +
      "setp.gt.u32 %p1, %r0, 15;\n@%p1 bra END;\n"
      "shfl.sync.bfly.b32 %r2|%p2, %r0, 1, 31, 0xFFFF;\nst.global.u32 [%d4], %r2;\nEND:\n";
  EXPECT_TRUE(run(named, 32, in_and_out(32)).defects.empty());
  const std::string inactive =
      start +
      "setp.gt.u32 %p1, %r0, 15;\n@%p1 bra END;\n"
      "shfl.sync.bfly.b32 %r2|%p2, %r0, 16, 31, 0xFFFF;\nst.global.u32 [%d4], %r2;\nEND:\n";
  EXPECT_THAT(kinds(run(inactive, 32, in_and_out(32))), ElementsAre(DefectKind::inactive_source));
}

TEST(Machine, WarpBarriersOrderAWarp) {
  const std::string before = start +
                             "mov.u32 %r5, s;\nshl.b32 %r6, %r0, 2;\nadd.s32 %r7, %r5, %r6;\n"
                             "st.shared.u32 [%r7], %r0;\n";
  const std::string after =
      "xor.b32 %r8, %r6, 4;\nadd.s32 %r9, %r5, %r8;\n"
      "ld.shared.u32 %r2, [%r9];\nst.global.u32 [%d4], %r2;";
  EXPECT_TRUE(
      run(before + "bar.warp.sync -1;\n" + after, 32, in_and_out(32), shared).defects.empty());
  EXPECT_THAT(kinds(run(before + after, 32, in_and_out(32), shared)),
              ElementsAre(DefectKind::data_race));
}

TEST(Machine, BytesOfAWordAreApart) {
  // Each thread stores one byte of the same word; then all is read by the word.
  const std::string bytes =
      start + "mov.u32 %r5, s;\nadd.s32 %r7, %r5, %r0;\nst.shared.u8 [%r7], %r0;\n";
  const std::string read = "ld.shared.u32 %r2, [%r5];\nst.global.u32 [%d4], %r2;";
  const auto right = run(bytes + "bar.sync 0;\n" + read, 4, in_and_out(4), shared);
  EXPECT_TRUE(right.defects.empty());
  EXPECT_EQ(right.buffers[1].words[0], 0x03020100U);
  const auto wrong = run(bytes + read, 4, in_and_out(4), shared);
  EXPECT_EQ(wrong.defects.at(0).kind, DefectKind::mixed_width_race);
}

TEST(Machine, AtomicsCountWhateverTheOrder) {
  const std::string body = start + "red.global.add.u32 [%d1], 1;";
  std::vector<Buffer> buffers{words_buffer("x", {0}), words_buffer("y", {5}, true)};
  const auto out = run(body, 32, buffers, {}, {2, 1, 1});
  EXPECT_TRUE(out.defects.empty());
  EXPECT_FALSE(out.order_dependent);
  EXPECT_THAT(out.buffers[1].words, ElementsAre(69));
  const auto floats = run(start + "red.global.add.f32 [%d1], 0f3F800000;", 32, buffers);
  EXPECT_TRUE(floats.order_dependent);
}

TEST(Machine, AStoreBesideAnAtomicIsARaceWhateverItLeaves) {
  std::vector<Buffer> buffers{words_buffer("x", {0}), words_buffer("y", {7}, true)};
  const std::string split =
      "setp.gt.u32 %p1, %r0, 31;\n@%p1 bra OTHER;\nsetp.ne.u32 %p2, %r0, 0;\n"
      "@%p2 bra MEET;\natom.global.exch.b32 %r3, [%d1], 7;\nbra MEET;\nOTHER:\n"
      "setp.ne.u32 %p2, %r0, 32;\n@%p2 bra MEET;\n";
  const auto wrong = run(start + split + "st.global.u32 [%d1], 7;\nMEET:\n", 64, buffers);
  EXPECT_THAT(kinds(wrong), ElementsAre(DefectKind::data_race));
  const auto right = run(start + split + "red.global.add.u32 [%d1], 0;\nMEET:\n", 64, buffers);
  EXPECT_TRUE(right.defects.empty());
}

TEST(Machine, ABarrierOfSomeLanesOrdersNoOthers) {
  // Lanes 16 to 31 store while 0 to 15 pass a barrier of their own and then read.
  const std::string split = start +
                            "mov.u32 %r5, s;\nshl.b32 %r6, %r0, 2;\nadd.s32 %r7, %r5, %r6;\n"
                            "setp.lt.u32 %p1, %r0, 16;\n@%p1 bra LOW;\n"
                            "st.shared.u32 [%r7], %r0;\nbra MEET;\nLOW:\n";
  const auto some = run(split + "bar.warp.sync 0xFFFF;\nld.shared.u32 %r2, [%r7+64];\nMEET:\n", 32,
                        in_and_out(32), shared);
  EXPECT_TRUE(some.stop);
  const auto all = run(split +
                           "MEET:\nbar.warp.sync -1;\n@!%p1 bra END;\n"
                           "ld.shared.u32 %r2, [%r7+64];\nEND:\n",
                       32, in_and_out(32), shared);
  EXPECT_FALSE(all.stop);
  EXPECT_TRUE(all.defects.empty());
}

TEST(Machine, WarpBarriersAreCounted) {
  const std::string loop = start +
                           "mov.u32 %r3, 0;\nL:\nbar.warp.sync -1;\nadd.u32 %r3, %r3, 1;\n"
                           "setp.lt.u32 %p1, %r3, ";
  EXPECT_TRUE(run(loop + "5000;\n@%p1 bra L;", 32, in_and_out(32)).stop);
  EXPECT_FALSE(run(loop + "4000;\n@%p1 bra L;", 32, in_and_out(32)).stop);
}

TEST(Machine, WhatTheKernelMayWriteIsNotReadAsConstant) {
  const std::string body = start + "st.global.u32 [%d4], 1;\n";
  EXPECT_TRUE(run(body + "ld.global.nc.u32 %r2, [%d4];", 1, in_and_out(1)).stop);
  EXPECT_FALSE(run(body + "ld.global.u32 %r2, [%d4];", 1, in_and_out(1)).stop);
}

TEST(Machine, WhereWarpsRunIsNotFixed) {
  auto module = parse(module_text("u64 x, u64 y", "mov.u32 %r0, %warpid;"));
  ASSERT_TRUE(module);
  EXPECT_FALSE(program_of(std::make_shared<const Module>(std::move(*module)), "k"));
  EXPECT_NO_THROW((void)small_program(module_text("u64 x, u64 y", "mov.u32 %r0, %laneid;")));
}

TEST(Machine, ItEndsSomehow) {
  const Program program = small_program(module_text("u64 x, u64 y", "L:\nbra L;"));
  MachineLimits limits;
  limits.lane_instructions = 1000;
  const std::vector<Buffer> buffers = in_and_out(1);
  const auto out = execute(program, {"k", {1, 1, 1}, {1, 1, 1}, 0, {pointer(0), pointer(1)}},
                           buffers, nullptr, limits);
  ASSERT_TRUE(out);
  ASSERT_TRUE(out->stop);
  EXPECT_THAT(out->stop->reason, HasSubstr("no end within 1000"));
}

TEST(Machine, ALoopOfOneThreadEndsAsSoonAsOneOfMany) {
  MachineLimits limits;
  limits.lane_instructions = 8'000;
  const std::vector<Buffer> buffers = in_and_out(32);
  const auto counting = [&](const std::string& trips) {
    const Program program = small_program(module_text(
        "u64 x, u64 y", "mov.u32 %r3, 0;\nL:\nadd.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, " +
                            trips + ";\n@%p1 bra L;"));
    auto out = execute(program, {"k", {1, 1, 1}, {1, 1, 1}, 0, {pointer(0), pointer(1)}}, buffers,
                       nullptr, limits);
    return std::pair{out->stop.has_value(), out->lane_instructions};
  };
  // 8,000 instructions of single threads are 1,000 steps, of which a trip takes three.
  EXPECT_EQ(counting("400"), (std::pair{true, std::uint64_t{1'002}}));
  EXPECT_FALSE(counting("300").first);
}

TEST(Machine, StaticSharedMemoryBeyondWhatPtxasTakes) {
  const std::vector<Buffer> buffers = in_and_out(1);
  const Launch launch{"k", {1, 1, 1}, {1, 1, 1}, 0, {pointer(0), pointer(1)}};
  const auto with = [&](const std::string& bytes) {
    const std::string declared = ".shared .align 4 .b8 s[" + bytes + "];";
    return execute(small_program(module_text("u64 x, u64 y", "", declared)), launch, buffers,
                   nullptr, {})
        .ok();
  };
  EXPECT_TRUE(with("49152"));
  EXPECT_FALSE(with("49156"));
}

TEST(Machine, LaunchesThatPtxRefuses) {
  const Program program = small_program(module_text("u64 x, u64 y", ""));
  const std::vector<Buffer> buffers = in_and_out(1);
  const Launch right{"k", {1, 1, 1}, {32, 1, 1}, 0, {pointer(0), pointer(1)}};
  EXPECT_TRUE(execute(program, right, buffers, nullptr, {}));
  Launch large = right;
  large.block = {1024, 2, 1};
  EXPECT_FALSE(execute(program, large, buffers, nullptr, {}));
  Launch few = right;
  few.arguments.pop_back();
  EXPECT_FALSE(execute(program, few, buffers, nullptr, {}));
  Launch none = right;
  none.arguments[1].buffer = 9;
  EXPECT_FALSE(execute(program, none, buffers, nullptr, {}));
  Launch empty = right;
  empty.grid[1] = 0;
  EXPECT_FALSE(execute(program, empty, buffers, nullptr, {}));
}

}  // namespace
}  // namespace touchstone::ptx
