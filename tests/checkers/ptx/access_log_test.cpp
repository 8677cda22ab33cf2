#include "touchstone/ptx/access_log.h"

#include <gtest/gtest.h>

namespace touchstone::ptx {
namespace {

Access at(std::uint32_t block, std::uint32_t thread, std::uint32_t block_time = 0,
          std::uint32_t warp_time = 0) {
  return {(block << Access::thread_bits) | thread,
          (block_time << Access::warp_time_bits) | warp_time, 7};
}

NewAccess word(Access access, bool same_value = false) { return {access, 4, false, same_value}; }

TEST(AccessLog, BarriersOrder) {
  EXPECT_TRUE(happens_before(at(0, 3), at(0, 3)));
  EXPECT_FALSE(happens_before(at(0, 3), at(0, 4)));
  EXPECT_TRUE(happens_before(at(0, 3, 0), at(0, 40, 1)));
  EXPECT_FALSE(happens_before(at(0, 3, 0), at(1, 3, 1)));
  EXPECT_TRUE(happens_before(at(0, 3, 0, 0), at(0, 4, 0, 1)));
  EXPECT_FALSE(happens_before(at(0, 3, 0, 0), at(0, 32, 0, 1)));
}

TEST(AccessLog, WriteThenReadByAnotherThread) {
  AccessRecord record;
  EXPECT_FALSE(note_write(record, word(at(0, 0))));
  EXPECT_FALSE(note_read(record, word(at(0, 0))));
  const auto conflict = note_read(record, word(at(0, 1)));
  ASSERT_TRUE(conflict);
  EXPECT_TRUE(conflict->is_write);
  AccessRecord ordered;
  EXPECT_FALSE(note_write(ordered, word(at(0, 0))));
  EXPECT_FALSE(note_read(ordered, word(at(0, 1, 1))));
}

TEST(AccessLog, RemembersAReaderOfAnotherWarpBehindOthers) {
  AccessRecord record;
  EXPECT_FALSE(note_read(record, word(at(0, 0))));
  EXPECT_FALSE(note_read(record, word(at(0, 1))));
  EXPECT_FALSE(note_read(record, word(at(0, 2))));
  EXPECT_FALSE(note_read(record, word(at(0, 33))));
  // A warp barrier orders the first warp's reads before this write, but not that of thread 33.
  const auto conflict = note_write(record, word(at(0, 0, 0, 1)));
  ASSERT_TRUE(conflict);
  EXPECT_EQ(conflict->with.thread, 33U);
  AccessRecord one_warp;
  EXPECT_FALSE(note_read(one_warp, word(at(0, 0))));
  EXPECT_FALSE(note_read(one_warp, word(at(0, 1))));
  EXPECT_FALSE(note_write(one_warp, word(at(0, 0, 0, 1))));
}

TEST(AccessLog, TwoWritersOfOneValueAreHarmlessUntilSomeoneReads) {
  AccessRecord record;
  EXPECT_FALSE(note_write(record, word(at(0, 0))));
  EXPECT_FALSE(note_write(record, word(at(0, 1), true)));
  EXPECT_TRUE(note_read(record, word(at(0, 0))));
  AccessRecord later;
  EXPECT_FALSE(note_write(later, word(at(0, 0))));
  EXPECT_FALSE(note_write(later, word(at(0, 1), true)));
  EXPECT_FALSE(note_read(later, word(at(0, 0, 1))));
  AccessRecord other_value;
  EXPECT_FALSE(note_write(other_value, word(at(0, 0))));
  EXPECT_TRUE(note_write(other_value, word(at(0, 1))));
}

TEST(AccessLog, WidthsThatDifferConflictEvenWithOneValue) {
  AccessRecord record;
  EXPECT_FALSE(note_write(record, word(at(0, 0))));
  const auto conflict = note_write(record, {at(0, 1), 8, false, true});
  ASSERT_TRUE(conflict);
  EXPECT_TRUE(conflict->mixed_width);
}

TEST(AccessLog, AtomicsConflictWithPlainAccessesOnly) {
  AccessRecord record;
  EXPECT_FALSE(note_write(record, {at(0, 0), 4, true, false}));
  EXPECT_FALSE(note_write(record, {at(1, 0), 4, true, false}));
  EXPECT_TRUE(note_read(record, word(at(2, 0))));
  AccessRecord plain;
  EXPECT_FALSE(note_write(plain, word(at(0, 0))));
  EXPECT_TRUE(note_write(plain, {at(1, 0), 4, true, false}));
}

}  // namespace
}  // namespace touchstone::ptx
