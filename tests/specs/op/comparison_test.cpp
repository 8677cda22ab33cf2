#include <gtest/gtest.h>

#include <limits>

#include "evaluate.h"

namespace touchstone::evaluation {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

Operand list(const Floats& x) { return {{static_cast<std::int64_t>(x.size())}, x}; }

TEST(Comparison, FollowsIeee) {
  const Operand x = list({1, 2, 3, -0.0F, nan, nan, -inf, inf});
  const Operand y = list({2, 2, 2, 0.0F, 1, nan, inf, inf});
  EXPECT_EQ(forward(Op::equal, {}, {x, y}), (Floats{0, 1, 0, 1, 0, 0, 0, 1}));
  EXPECT_EQ(forward(Op::less, {}, {x, y}), (Floats{1, 0, 0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(forward(Op::less_equal, {}, {x, y}), (Floats{1, 1, 0, 1, 0, 0, 1, 1}));
  EXPECT_EQ(forward(Op::greater, {}, {x, y}), (Floats{0, 0, 1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(forward(Op::greater_equal, {}, {x, y}, 3), (Floats{0, 1, 1, 1, 0, 0, 0, 1}));
}

TEST(Comparison, BroadcastsAndGivesMasks) {
  const Operand column{{2, 1}, Floats{1, 3}};
  EXPECT_EQ(forward(Op::less, {}, {column, list({2, 4})}), (Floats{1, 1, 0, 1}));
  EXPECT_EQ(inferred(Op::less, {}, {column, column}).element, ElementType::boolean);
}

TEST(Where, ChoosesByBroadcasting) {
  const Operand mask{{2, 1}, Masks{true, false}};
  const Operand y{{}, Floats{9}};
  EXPECT_EQ(forward(Op::where, {}, {mask, list({1, 2, 3}), y}), (Floats{1, 2, 3, 9, 9, 9}));
  EXPECT_EQ(vjp(Op::where, {}, {mask, list({1, 2, 3}), y}, 0, {1, 2, 3, 4, 5, 6}),
            (Floats{1, 2, 3}));
  EXPECT_EQ(vjp(Op::where, {}, {mask, list({1, 2, 3}), y}, 1, {1, 2, 3, 4, 5, 6}), (Floats{15}));
}

TEST(Where, NothingLeaksFromTheBranchNotTaken) {
  const Operand mask{{2}, Masks{true, false}};
  const Floats chosen = forward(Op::where, {}, {mask, list({1, nan}), list({nan, 2})});
  EXPECT_EQ(chosen, (Floats{1, 2}));
  // In the gradient neither the operands nor the other branch's gradient matter.
  for (const float g : {nan, inf, -1.0F}) {
    const Floats by_x = vjp(Op::where, {}, {mask, list({nan, inf}), list({inf, nan})}, 0, {3, g});
    EXPECT_EQ(by_x[0], 3);
    EXPECT_EQ(canonical_bits(by_x[1]), 0U);
    const Floats by_y = vjp(Op::where, {}, {mask, list({nan, inf}), list({inf, nan})}, 1, {g, 3});
    EXPECT_EQ(canonical_bits(by_y[0]), 0U);
    EXPECT_EQ(by_y[1], 3);
  }
}

}  // namespace
}  // namespace touchstone::evaluation
