#include "touchstone/number/integer64.h"

#include <gtest/gtest.h>

#include <limits>

namespace touchstone {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

TEST(Integer64, ComputesExactly) {
  const Integer64 x{6, true};
  const Integer64 y{-7, true};
  EXPECT_EQ((x + y).value, -1);
  EXPECT_EQ((x - y).value, 13);
  EXPECT_EQ((x * y).value, -42);
  EXPECT_EQ((-y).value, 7);
  EXPECT_TRUE((x * y).exact);
}

TEST(Integer64, RemembersAnOverflow) {
  const Integer64 big{most, true};
  const Integer64 one{1, true};
  EXPECT_FALSE((big + one).exact);
  EXPECT_FALSE(((big * big) - one).exact);
  EXPECT_TRUE((big - one).exact);
  EXPECT_TRUE((-big).exact);
  EXPECT_FALSE((-(-big - one)).exact);
}

}  // namespace
}  // namespace touchstone
