#include "touchstone/interpreter/folding.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace touchstone {
namespace {

Tensor ints(std::vector<std::int64_t> values) {
  return Tensor::of(Shape::of({static_cast<std::int64_t>(values.size())}), values);
}

Result<Tensor> folded(Op op, const Attributes& given, std::vector<Tensor> operands) {
  return fold(op, *complete(operation(op), given), operands);
}

std::vector<std::int64_t> values(const Result<Tensor>& tensor) {
  if (!tensor) return {};
  return {tensor->integers().begin(), tensor->integers().end()};
}

using Values = std::vector<std::int64_t>;

TEST(Folding, ReadsTheDefinitionsAtInt64) {
  EXPECT_EQ(values(folded(Op::add, {}, {ints({1, 2}), ints({10})})), (Values{11, 12}));
  EXPECT_EQ(values(folded(Op::mul, {}, {ints({3, -2}), ints({4, 5})})), (Values{12, -10}));
  EXPECT_EQ(values(folded(Op::sub, {}, {ints({3}), ints({4})})), (Values{-1}));
  EXPECT_EQ(values(folded(Op::neg, {}, {ints({3, -4})})), (Values{-3, 4}));
  EXPECT_EQ(values(folded(Op::concat, {}, {ints({1, 2}), ints({3})})), (Values{1, 2, 3}));
  EXPECT_EQ(values(folded(Op::gather, {}, {ints({7, 8, 9}), ints({-1, 0})})), (Values{9, 7}));
  EXPECT_EQ(values(folded(Op::slice,
                          {{"axes", Integers{0}},
                           {"starts", Integers{2}},
                           {"steps", Integers{-2}},
                           {"counts", Integers{2}}},
                          {ints({7, 8, 9})})),
            (Values{9, 7}));
  EXPECT_EQ(values(folded(Op::broadcast, {{"shape", Integers{2, 2}}}, {ints({1, 2})})),
            (Values{1, 2, 1, 2}));
}

TEST(Folding, RefusesOverflowIndicesOutsideAndRealArithmetic) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_TRUE(folded(Op::add, {}, {ints({most - 1}), ints({1})}).ok());
  EXPECT_EQ(folded(Op::add, {}, {ints({most}), ints({1})}).error().kind, Failure::unreadable);
  EXPECT_EQ(folded(Op::mul, {}, {ints({most}), ints({2})}).error().kind, Failure::unreadable);
  EXPECT_TRUE(folded(Op::neg, {}, {ints({-most})}).ok());
  EXPECT_EQ(folded(Op::neg, {}, {ints({-most - 1})}).error().kind, Failure::unreadable);
  EXPECT_EQ(folded(Op::gather, {}, {ints({7, 8}), ints({2})}).error().kind, Failure::unreadable);
  EXPECT_EQ(folded(Op::gather, {}, {ints({7, 8}), ints({-3})}).error().kind, Failure::unreadable);
  EXPECT_EQ(folded(Op::softmax, {}, {ints({7, 8})}).error().kind, Failure::unavailable);
  const std::vector<float> floats{1};
  EXPECT_EQ(folded(Op::relu, {}, {Tensor::of(Shape::of({1}), floats)}).error().kind,
            Failure::unavailable);
}

}  // namespace
}  // namespace touchstone
