#include "touchstone/reference/execution.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <vector>

#include "touchstone/reference/capsules.h"

namespace touchstone {
namespace {

Tensor floats(std::initializer_list<std::int64_t> shape, std::vector<float> values) {
  return Tensor::of(Shape::of(shape), values);
}

std::vector<float> computed(Op op, const Attributes& given, const std::vector<Tensor>& operands,
                            unsigned threads = 1) {
  const Attributes attributes = *complete(operation(op), given);
  std::vector<TensorType> types;
  for (const Tensor& operand : operands) types.push_back(operand.type());
  const TensorType type = *infer(operation(op), attributes, types);
  const Tensor result =
      *execute(native_kernels(), op, attributes, Pass::forward(), type, operands, threads);
  return {result.floats().begin(), result.floats().end()};
}

using Values = std::vector<float>;

TEST(ReferenceKernels, Elementwise) {
  EXPECT_EQ(computed(Op::add, {}, {floats({2, 1}, {1, 2}), floats({3}, {10, 20, 30})}),
            (Values{11, 21, 31, 12, 22, 32}));
  EXPECT_EQ(computed(Op::sub, {}, {floats({2}, {1, 2}), floats({}, {10})}), (Values{-9, -8}));
  EXPECT_EQ(computed(Op::mul, {}, {floats({2}, {3, 4}), floats({2}, {5, -6})}), (Values{15, -24}));
}

TEST(ReferenceKernels, ReluKeepsNanAndGivesPlusZero) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Values y = computed(Op::relu, {}, {floats({4}, {-1, 2, -0.0F, nan})});
  EXPECT_EQ(std::bit_cast<std::uint32_t>(y[0]), 0U);
  EXPECT_EQ(y[1], 2);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(y[2]), 0U);
  EXPECT_NE(y[3], y[3]);
}

TEST(ReferenceKernels, ProductsFuseEachStepAndAddTheBiasLast) {
  // 1 + 2^-24 is not representable: fused, (1 + 2^-12)^2 − 1 keeps its 2^-24.
  const float x = 1 + 0x1p-12F;
  EXPECT_EQ(computed(Op::matmul, {}, {floats({1, 2}, {-1, x}), floats({2, 1}, {1, x})}),
            (Values{0x1p-11F + 0x1p-24F}));
  EXPECT_EQ(computed(Op::linear, {},
                     {floats({1, 2}, {1, 2}), floats({3, 2}, {1, 0, 0, 1, 1, 1}),
                      floats({3}, {10, 20, 30})}),
            (Values{11, 22, 33}));
  EXPECT_EQ(computed(Op::matmul, {}, {floats({1, 0}, {}), floats({0, 2}, {})}), (Values{0, 0}));
}

TEST(ReferenceKernels, ConvolutionReadsZerosInThePadding) {
  const Attributes padded{{"pads_begin", Integers{1}}, {"pads_end", Integers{1}}};
  EXPECT_EQ(
      computed(Op::conv, padded,
               {floats({1, 1, 3}, {1, 2, 3}), floats({1, 1, 2}, {10, 1}), floats({1}, {0.5F})}),
      (Values{1.5F, 12.5F, 23.5F, 30.5F}));
  const Attributes strided{{"strides", Integers{2}}, {"dilations", Integers{2}}};
  EXPECT_EQ(
      computed(Op::conv, strided, {floats({1, 1, 5}, {1, 2, 3, 4, 5}), floats({1, 1, 2}, {10, 1})}),
      (Values{13, 35}));
  const Attributes grouped{{"groups", std::int64_t{2}}};
  EXPECT_EQ(
      computed(Op::conv, grouped, {floats({1, 2, 2}, {1, 2, 3, 4}), floats({2, 1, 1}, {10, 100})}),
      (Values{10, 20, 300, 400}));
}

TEST(ReferenceKernels, Normalizations) {
  EXPECT_EQ(computed(Op::softmax, {}, {floats({1, 2}, {5, 5})}), (Values{0.5F, 0.5F}));
  EXPECT_EQ(computed(Op::softmax, {{"axis", std::int64_t{0}}},
                     {floats({2, 1}, {7, -std::numeric_limits<float>::infinity()})}),
            (Values{1, 0}));
  EXPECT_EQ(computed(Op::reduce_mean, {{"axes", Integers{0}}, {"keepdims", false}},
                     {floats({2, 2}, {1, 2, 3, 6})}),
            (Values{2, 4}));
  const Values empty = computed(Op::reduce_mean, {{"axes", Integers{0}}}, {floats({0, 1}, {})});
  ASSERT_EQ(empty.size(), 1U);
  EXPECT_NE(empty[0], empty[0]);
  EXPECT_EQ(computed(Op::batch_norm, {{"epsilon", 1.0F}},
                     {floats({1, 1, 2}, {5, 7}), floats({1}, {4}), floats({1}, {0.5F}),
                      floats({1}, {3}), floats({1}, {3})}),
            (Values{4.5F, 8.5F}));
}

TEST(ReferenceKernels, Movement) {
  const Tensor m = floats({2, 3}, {1, 2, 3, 4, 5, 6});
  const std::vector<std::int64_t> indices{-1, 0};
  const Tensor chosen = Tensor::of(Shape::of({2}), indices);
  EXPECT_EQ(computed(Op::reshape, {{"shape", Integers{3, 2}}}, {m}), (Values{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(computed(Op::permute, {{"axes", Integers{1, 0}}}, {m}), (Values{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(computed(Op::concat, {{"axis", std::int64_t{1}}}, {m, floats({2, 1}, {7, 8})}),
            (Values{1, 2, 3, 7, 4, 5, 6, 8}));
  EXPECT_EQ(computed(Op::gather, {{"axis", std::int64_t{1}}}, {m, chosen}), (Values{3, 1, 6, 4}));
  EXPECT_EQ(computed(Op::broadcast, {{"shape", Integers{2, 2}}}, {floats({2, 1}, {1, 2})}),
            (Values{1, 1, 2, 2}));
  EXPECT_EQ(computed(Op::slice,
                     {{"axes", Integers{1, 0}},
                      {"starts", Integers{2, 1}},
                      {"steps", Integers{-2, 1}},
                      {"counts", Integers{2, 1}}},
                     {m}),
            (Values{6, 4}));
}

TEST(ReferenceKernels, AnyNumberOfThreadsGivesTheSameBits) {
  std::vector<float> values;
  for (int i = 0; i < 40'000; ++i) values.push_back(static_cast<float>(i % 977) * 0.37F - 100);
  const Tensor x = Tensor::of(Shape::of({200, 200}), values);
  for (const Op op : {Op::matmul, Op::softmax, Op::add, Op::reduce_mean}) {
    const std::vector<Tensor> operands =
        op == Op::matmul || op == Op::add ? std::vector{x, x} : std::vector{x};
    const Values once = computed(op, {}, operands, 1);
    for (const unsigned threads : {2U, 3U, 16U})
      EXPECT_EQ(computed(op, {}, operands, threads), once);
  }
}

TEST(ReferenceCapsules, OnePerOperationWithAllItsClaims) {
  const auto capsules = reference_capsules();
  ASSERT_EQ(capsules.size(), op_count);
  for (const Capsule& capsule : capsules) {
    const bool differentiable = operation(capsule.op).differentiable;
    EXPECT_EQ(capsule.claims.size(), differentiable ? 6U : 3U);
    EXPECT_EQ(capsule.vjp_mode, differentiable ? VjpMode::tape : VjpMode::none);
    EXPECT_FALSE(capsule.artifact.sources.empty());
    EXPECT_NE(capsule.artifact.digest, Digest{});
  }
}

}  // namespace
}  // namespace touchstone
