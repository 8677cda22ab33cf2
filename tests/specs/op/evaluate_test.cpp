#include "evaluate.h"

#include <gtest/gtest.h>

namespace touchstone::evaluation {
namespace {

TEST(Evaluation, ReadsADefinitionAndItsGradient) {
  const Operand x{{2}, Floats{1, 2}};
  const Operand y{{2, 1}, Floats{10, 20}};
  EXPECT_EQ(forward(Op::add, {}, {x, y}), (Floats{11, 12, 21, 22}));
  EXPECT_EQ(forward(Op::add, {}, {x, y}, 3), (Floats{11, 12, 21, 22}));
  EXPECT_EQ(vjp(Op::mul, {}, {x, y}, 1, {1, 1, 1, 1}), (Floats{3, 3}));
  EXPECT_THROW((void)forward(Op::add, {}, {x, Operand{{3}, Floats{1, 2, 3}}}),
               std::invalid_argument);
}

TEST(Evaluation, TakesIndices) {
  const Operand x{{3}, Floats{1, 2, 3}};
  EXPECT_EQ(forward(Op::gather, {}, {x, Operand{{2}, Ints{-1, 0}}}), (Floats{3, 1}));
}

}  // namespace
}  // namespace touchstone::evaluation
