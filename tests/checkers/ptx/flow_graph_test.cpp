#include "touchstone/ptx/flow_graph.h"

#include <gtest/gtest.h>

namespace touchstone::ptx {
namespace {

Step plain() { return {}; }

Step go(std::uint32_t target, bool conditional) {
  Step out;
  out.kind = StepKind::branch;
  out.target = target;
  out.source_count = conditional ? 1 : 0;
  return out;
}

Step end() {
  Step out;
  out.kind = StepKind::exit;
  return out;
}

Step value() {
  Step out = plain();
  out.kind = StepKind::value;
  return out;
}

TEST(FlowGraph, SidesOfABranchMeet) {
  // 0: if → 3; 1: value; 2: go 4; 3: value; 4: exit
  const std::vector<Step> steps{go(3, true), value(), go(4, false), value(), end()};
  const auto joins = joins_of(steps, {});
  EXPECT_EQ(joins[0], 4U);
  EXPECT_EQ(joins[1], 2U);
  EXPECT_EQ(joins[2], 4U);
}

TEST(FlowGraph, ALoopEndsBehindItsBranch) {
  const std::vector<Step> steps{value(), value(), go(1, true), end()};
  EXPECT_EQ(joins_of(steps, {})[2], 3U);
}

TEST(FlowGraph, SidesThatEndApartMeetNowhere) {
  const std::vector<Step> steps{go(2, true), end(), value(), end()};
  EXPECT_EQ(joins_of(steps, {})[0], no_join);
}

TEST(FlowGraph, FallingOffTheEnd) {
  const std::vector<Step> steps{go(2, true), value()};
  EXPECT_EQ(joins_of(steps, {})[0], no_join);
}

TEST(FlowGraph, IrreducibleLoops) {
  // 0: if → 2; 1: value; 2: value; 3: if → 1; 4: exit. Both 1 and 2 enter the loop.
  const std::vector<Step> steps{go(2, true), value(), value(), go(1, true), end()};
  const auto joins = joins_of(steps, {});
  EXPECT_EQ(joins[0], 2U);
  EXPECT_EQ(joins[3], 4U);
}

TEST(FlowGraph, ALoopWithoutAnEnd) {
  const std::vector<Step> steps{go(2, true), end(), go(2, false)};
  EXPECT_EQ(joins_of(steps, {})[2], no_join);
}

TEST(FlowGraph, JumpTables) {
  Step jump;
  jump.kind = StepKind::jump_table;
  jump.target = 0;
  jump.target_count = 3;
  jump.source_count = 1;
  const std::vector<Step> steps{jump, value(), go(4, false), value(), end()};
  const std::vector<std::uint32_t> targets{1, 3, 4};
  EXPECT_EQ(joins_of(steps, targets)[0], 4U);
}

}  // namespace
}  // namespace touchstone::ptx
