#include "touchstone/term/term.h"

#include <gtest/gtest.h>

#include <vector>

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

TEST(TermArena, FindsTermsThatShareAnOperand) {
  TermArena arena;
  std::vector<TermId> inputs;
  for (TermId i = 0; i < 100'000; ++i) inputs.push_back(arena.make({TermKind::input, 0, i}));
  const TermId shared = arena.make({TermKind::input, 1, 0});
  std::vector<TermId> products;
  for (const TermId x : inputs) products.push_back(arena.make({TermKind::mul, x, shared}));
  EXPECT_EQ(arena.nodes().size(), 200'001U);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    ASSERT_EQ(arena.make({TermKind::mul, inputs[i], shared}), products[i]);
    ASSERT_EQ(arena.nodes()[products[i]], (TermNode{TermKind::mul, inputs[i], shared}));
  }
  std::size_t visited = 0;
  for (const TermNode& node : arena.nodes()) visited += node.kind == TermKind::mul ? 1 : 0;
  EXPECT_EQ(visited, products.size());
}

TEST(TermArena, OrdersOperandsWhereAsked) {
  TermArena arena(TermOrder::commutative);
  const Term x{&arena, arena.make({TermKind::input, 0, 0})};
  const Term y{&arena, arena.make({TermKind::input, 0, 1})};
  EXPECT_EQ((x + y).id, (y + x).id);
  EXPECT_EQ(fma(x, y, x).id, fma(y, x, x).id);
  EXPECT_NE((x - y).id, (y - x).id);
  EXPECT_NE(fma(x, x, y).id, fma(x, y, x).id);
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
