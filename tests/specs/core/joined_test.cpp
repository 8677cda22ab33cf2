#include "touchstone/core/joined.h"

#include <gtest/gtest.h>

#include <vector>

namespace touchstone {
namespace {

TEST(Joined, HasWhatStandsBetweenOnlyBetween) {
  const std::vector<std::string> texts{"a", "", "c"};
  EXPECT_EQ(joined(texts, ", "), "a, , c");
  EXPECT_EQ(joined(std::span(texts).first(1), ", "), "a");
  EXPECT_EQ(joined({}, ", "), "");
}

}  // namespace
}  // namespace touchstone
