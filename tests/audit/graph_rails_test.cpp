#include "touchstone/audit/graph_rails.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace touchstone {
namespace {

std::vector<ReportNode> nodes_reading(const std::vector<std::vector<std::uint32_t>>& inputs) {
  std::vector<ReportNode> out;
  for (const auto& read : inputs) out.push_back({"n", 0, read});
  return out;
}

TEST(GraphRails, AChainIsOneStraightLine) {
  const GraphRails rails = rails_of(nodes_reading({{}, {0}, {1}, {2}}));
  EXPECT_EQ(rails.rail, (std::vector<std::uint32_t>{0, 0, 0, 0}));
  EXPECT_EQ(rails.last_use, (std::vector<std::uint32_t>{1, 2, 3, 3}));
  EXPECT_EQ(rails.count, 1U);
}

TEST(GraphRails, AResidualValueKeepsItsRailBesideTheBranch) {
  // 0 is read by 1 and, after the branch 1 → 2, by 3.
  const GraphRails rails = rails_of(nodes_reading({{}, {0}, {1}, {0, 2}, {3}}));
  EXPECT_EQ(rails.rail, (std::vector<std::uint32_t>{0, 1, 1, 0, 0}));
  EXPECT_EQ(rails.count, 2U);
}

TEST(GraphRails, AFreeRailIsTakenAgain) {
  // Nobody reads 0, so that 1 may stand where it stood.
  const GraphRails rails = rails_of(nodes_reading({{}, {}, {1}, {}, {2, 3}}));
  EXPECT_EQ(rails.rail, (std::vector<std::uint32_t>{0, 0, 0, 1, 0}));
  EXPECT_EQ(rails_of({}).count, 0U);
}

TEST(GraphRails, AnInputThatIsNoNodeIsABug) {
  EXPECT_THROW(static_cast<void>(rails_of(nodes_reading({{}, {7}}))), std::out_of_range);
  EXPECT_EQ(rails_of(nodes_reading({{}, {0}})).count, 1U);
}

RC_GTEST_PROP(GraphRails, NoTwoValuesShareARailWhileBothAreNeeded, ()) {
  const auto size = *rc::gen::inRange<std::uint32_t>(1, 60);
  std::vector<std::vector<std::uint32_t>> inputs(size);
  for (std::uint32_t n = 1; n < size; ++n) {
    inputs[n] =
        *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, n));
    std::sort(inputs[n].begin(), inputs[n].end());
    inputs[n].erase(std::unique(inputs[n].begin(), inputs[n].end()), inputs[n].end());
  }
  const GraphRails rails = rails_of(nodes_reading(inputs));
  std::uint32_t most = 0;
  for (std::uint32_t n = 0; n < size; ++n) {
    std::uint32_t needed = 1;
    for (std::uint32_t earlier = 0; earlier < n; ++earlier) {
      if (rails.last_use[earlier] <= n) continue;
      RC_ASSERT(rails.rail[earlier] != rails.rail[n]);
      ++needed;
    }
    most = std::max(most, needed);
  }
  RC_ASSERT(rails.count == most);
}

}  // namespace
}  // namespace touchstone
