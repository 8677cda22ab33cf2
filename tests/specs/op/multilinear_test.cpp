#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "samples.h"
#include "touchstone/op/geometry.h"

/// Movement, indexing, products and convolutions are affine in each value operand. At small whole
/// numbers all their arithmetic is exact, so a gradient must be, exactly, what a step of 1 in one
/// element changes: vjp[e] = Σ cotangent · (f(x + unit e) − f(x)).
namespace touchstone::evaluation {
namespace {

using Choice = std::pair<Op, Attributes>;

Operand sample(Samples& samples, const ClassInstance& instance, std::size_t position) {
  const TensorType& type = instance.operands[position];
  const auto entries = type.shape.extents().entries();
  const std::vector<std::int64_t> extents(entries.begin(), entries.end());
  if (type.element == ElementType::float32) return samples.whole(extents);
  const Shape& indexed = instance.operands[0].shape;
  return samples.indices(extents, indexed[indexed_axis(instance.attributes, indexed)]);
}

void expect_exact_gradient(Op op, const Attributes& attributes, std::vector<Operand> operands,
                           Samples& samples) {
  const Operand result = applied(op, attributes, operands);
  const Operand cotangent = samples.whole(result.extents);
  for (const Pass pass : vjp_passes(operation(op), types_of(operands))) {
    const Floats found = vjp(op, attributes, operands, pass.value(), floats(cotangent));
    Floats& varied = std::get<Floats>(operands[position_of(pass, types_of(operands))].elements);
    ASSERT_EQ(found.size(), varied.size());
    for (std::size_t e = 0; e < varied.size(); ++e) {
      varied[e] += 1;
      const Floats stepped = forward(op, attributes, operands);
      varied[e] -= 1;
      float expected = 0;
      for (std::size_t i = 0; i < stepped.size(); ++i) {
        expected += floats(cotangent)[i] * (stepped[i] - floats(result)[i]);
      }
      ASSERT_EQ(found[e], expected) << operation(op).name << " " << attributes.summary()
                                    << ", operand " << pass.value() << ", element " << e;
    }
    EXPECT_EQ(bits(vjp(op, attributes, operands, pass.value(), floats(cotangent), 3)), bits(found))
        << operation(op).name << " in three shares";
  }
}

void expect_exact_gradients(const std::vector<Choice>& choices) {
  Samples samples(7);
  for (const auto& [op, given] : choices) {
    const Attributes attributes = *complete(operation(op), given);
    for (const ClassInstance& instance : operation(op).class_instances(attributes)) {
      std::vector<Operand> operands;
      for (std::size_t i = 0; i < instance.operands.size(); ++i) {
        operands.push_back(sample(samples, instance, i));
      }
      expect_exact_gradient(op, instance.attributes, operands, samples);
    }
  }
}

TEST(Multilinear, Movement) {
  const auto slice = [](std::int64_t start, std::int64_t step, std::int64_t count) {
    return Attributes{{"axes", Integers{1}},
                      {"starts", Integers{start}},
                      {"steps", Integers{step}},
                      {"counts", Integers{count}}};
  };
  expect_exact_gradients(
      {{Op::broadcast, {{"shape", Integers{3, 2, 3}}}},
       {Op::concat, {{"axis", std::int64_t{1}}}},
       {Op::concat, {{"axis", std::int64_t{-2}}}},
       {Op::flatten, {{"axis", std::int64_t{2}}}},
       {Op::pad,
        {{"pads_begin", Integers{1, 0, 2}}, {"pads_end", Integers{0, 3, 1}}, {"value", 5.0F}}},
       {Op::permute, {{"axes", Integers{2, 0, 1}}}},
       {Op::reshape, {{"shape", Integers{3, 2}}}},
       {Op::slice, slice(1, 2, 2)},
       {Op::slice, slice(3, -2, 2)},
       {Op::slice, slice(0, 1, 0)}});
}

TEST(Multilinear, Indexing) {
  expect_exact_gradients({{Op::embedding, {}},
                          {Op::gather, {}},
                          {Op::gather, {{"axis", std::int64_t{-1}}}},
                          {Op::gather, {{"axis", std::int64_t{1}}}},
                          {Op::scatter_add, {}},
                          {Op::scatter_add, {{"axis", std::int64_t{1}}}}});
}

TEST(Multilinear, Products) {
  expect_exact_gradients({{Op::linear, {}}, {Op::matmul, {}}});
  Samples samples(8);
  const std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>> batched[] = {
      {{2, 1, 3, 2}, {4, 2, 3}}, {{3, 2}, {2, 2, 2, 1}}, {{1, 2, 3}, {3, 3, 2}}, {{2, 3}, {3, 2}}};
  for (const auto& [a, b] : batched) {
    expect_exact_gradient(Op::matmul, {}, {samples.whole(a), samples.whole(b)}, samples);
  }
}

TEST(Multilinear, Convolutions) {
  const Attributes plain;
  const Attributes strided{{"strides", Integers{3, 2}},
                           {"dilations", Integers{2, 1}},
                           {"pads_begin", Integers{1, 2}},
                           {"pads_end", Integers{2, 0}}};
  const Attributes grouped{
      {"groups", std::int64_t{2}}, {"strides", Integers{2}}, {"dilations", Integers{4}}};
  Attributes padded = strided;
  padded.set("output_padding", Integers{2, 1});
  expect_exact_gradients({{Op::conv, plain},
                          {Op::conv, strided},
                          {Op::conv, grouped},
                          {Op::conv_transpose, plain},
                          {Op::conv_transpose, padded},
                          {Op::conv_transpose, grouped}});
}

}  // namespace
}  // namespace touchstone::evaluation
