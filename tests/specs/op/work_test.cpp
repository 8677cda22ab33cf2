#include "touchstone/op/work.h"

#include <gtest/gtest.h>

#include <vector>

namespace touchstone {
namespace {

std::optional<Work> work(Op op, const Attributes& given, const std::vector<Shape>& operands) {
  const Attributes attributes = *complete(operation(op), given);
  std::vector<TensorType> types;
  for (const Shape& shape : operands) types.push_back({ElementType::float32, shape});
  const auto result = infer(operation(op), attributes, types);
  EXPECT_TRUE(result.ok()) << result.error().text();
  return work_of(operation(op), attributes, Pass::forward(), types, *result);
}

TEST(Work, CountsContractionsAndRows) {
  EXPECT_EQ(work(Op::matmul, {}, {Shape::of({2, 3}), Shape::of({3, 4})})->accesses, 2 * 4 * 3 * 2);
  EXPECT_EQ(work(Op::conv, {}, {Shape::of({1, 2, 6}), Shape::of({3, 2, 2})})->accesses,
            3 * 5 * 4 * 2);
  EXPECT_EQ(work(Op::softmax, {}, {Shape::of({4, 5})})->row, 5);
  EXPECT_EQ(work(Op::reduce_mean, {{"axes", Integers{0, 2}}}, {Shape::of({4, 5, 6})})->row, 24);
  EXPECT_EQ(work(Op::relu, {}, {Shape::of({4, 5})})->row, 0);
}

TEST(Work, CountsConcatsSearchForTheOperand) {
  const std::vector<Shape> many(1000, Shape::of({1}));
  EXPECT_GE(work(Op::concat, {}, many)->accesses, 1'000'000);
}

TEST(Work, CountsColumnsOfIndexedAxes) {
  const Attributes axis{{"axis", std::int64_t{1}}};
  const TensorType x{ElementType::float32, Shape::of({2, 9})};
  const TensorType indices{ElementType::int64, Shape::of({3})};
  const TensorType updates{ElementType::float32, Shape::of({2, 3})};
  const Operation& gather = operation(Op::gather);
  const Operation& scatter_add = operation(Op::scatter_add);
  const std::vector<TensorType> gathered{x, indices};
  const std::vector<TensorType> scattered{x, indices, updates};
  EXPECT_EQ(work_of(gather, axis, Pass::forward(), gathered, updates)->row, 0);
  EXPECT_EQ(work_of(gather, axis, Pass::vjp(0), gathered, updates)->row, 9);
  EXPECT_EQ(work_of(scatter_add, axis, Pass::forward(), scattered, x)->row, 9);
}

TEST(Work, CountsTransposedConvolutionsFromTheirOperand) {
  // 5 positions of 2 channels, each to 3 outputs with a kernel of 2: a product of two reads each.
  EXPECT_EQ(work(Op::conv_transpose, {}, {Shape::of({1, 2, 5}), Shape::of({2, 3, 2})})->accesses,
            5 * 2 * 3 * 2 * 2 + 3 * 6);
}

TEST(Work, SaysWhenItDoesNotFit) {
  constexpr std::int64_t huge = std::int64_t{1} << 62U;
  EXPECT_FALSE(work(Op::linear, {}, {Shape::of({1, huge}), Shape::of({1, huge})}));
  EXPECT_FALSE(work(Op::matmul, {}, {Shape::of({1, huge}), Shape::of({huge, 1})}));
  EXPECT_FALSE(work(Op::conv, {}, {Shape::of({1, 1, huge}), Shape::of({1, 1, huge})}));
  EXPECT_FALSE(work(Op::relu, {}, {Shape::of({huge})}));
  EXPECT_TRUE(work(Op::linear, {}, {Shape::of({1, huge / 4}), Shape::of({1, huge / 4})}));
}

}  // namespace
}  // namespace touchstone
