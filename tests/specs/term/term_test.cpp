#include "touchstone/term/term.h"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(TermArena, EqualTermsHaveEqualIds) {
  TermArena arena;
  const Term x{&arena, arena.make({TermKind::input, 0, 0})};
  const Term y{&arena, arena.make({TermKind::input, 0, 1})};
  EXPECT_EQ((x + y).id, (x + y).id);
  EXPECT_NE((x + y).id, (y + x).id);
  EXPECT_NE((x + y).id, (x - y).id);
  EXPECT_EQ(arena.nodes().size(), 5U);
}

TEST(TermArena, StaysConsistentWhileItGrows) {
  TermArena arena;
  for (TermId i = 0; i < 10'000; ++i) ASSERT_EQ(arena.make({TermKind::input, 0, i}), i);
  for (TermId i = 0; i < 10'000; ++i) ASSERT_EQ(arena.make({TermKind::input, 0, i}), i);
}

TEST(TermArena, FoldsNothing) {
  TermArena arena;
  const Term zero{&arena, arena.make({TermKind::constant, 0})};
  const Term x{&arena, arena.make({TermKind::input, 0, 0})};
  EXPECT_NE((x + zero).id, x.id);
  EXPECT_NE((zero * x).id, zero.id);
}

}  // namespace
}  // namespace touchstone
