// Values of operators whose graphs hold constants that their text does not show, or that ONNX's own
// tests of the version at hand do not cover.

#include <cmath>
#include <limits>

#include "one_node.h"
#include "touchstone/reference/execution.h"

namespace touchstone::onnx_test {
namespace {

using ::testing::ElementsAre;
using Values = std::vector<float>;

constexpr float infinity = std::numeric_limits<float>::infinity();

Tensor tensor(const Extents& extents, const Values& values) {
  return Tensor::of(*Shape::create(extents), values);
}

/// The first output of the reference kernels.
Values values_of(const OneNode& node, const std::vector<Tensor>& inputs) {
  const auto graph = node.read();
  if (!graph) throw std::runtime_error(graph.error().text());
  const auto outputs = evaluate(
      *graph, inputs,
      [](std::size_t, const Node& each, const TensorType& result, std::span<const Tensor> x) {
        return execute(native_kernels(), each.op, each.attributes, Pass::forward(), result, x, 1);
      });
  if (!outputs) throw std::runtime_error(outputs.error().text());
  const auto values = outputs->front().floats();
  return {values.begin(), values.end()};
}

Values padded(const char* mode, const Extents& pads) {
  return values_of(OneNode("Pad").in({3}).list(pads).set("mode", mode), {counting({3})});
}

TEST(Values, OfPadding) {
  EXPECT_THAT(padded("reflect", {2, 1}), ElementsAre(2, 1, 0, 1, 2, 1));
  EXPECT_THAT(padded("reflect", {5, 0}), ElementsAre(1, 0, 1, 2, 1, 0, 1, 2));
  EXPECT_THAT(padded("edge", {2, 1}), ElementsAre(0, 0, 0, 1, 2, 2));
  EXPECT_THAT(padded("wrap", {2, 1}), ElementsAre(1, 2, 0, 1, 2, 0));
  EXPECT_THAT(padded("wrap", {4, 0}), ElementsAre(2, 0, 1, 2, 0, 1, 2));
  EXPECT_THAT(
      values_of(OneNode("Pad").in({2}).list({1, -1}).in({}), {counting({2}), tensor({}, {7})}),
      ElementsAre(7, 0));
}

TEST(Values, OfCentredCroppingAndPadding) {
  EXPECT_THAT(values_of(OneNode("CenterCropPad").in({5}).list({2}), {counting({5})}),
              ElementsAre(1, 2));
  EXPECT_THAT(values_of(OneNode("CenterCropPad").in({2}).list({5}), {counting({2})}),
              ElementsAre(0, 0, 1, 0, 0));
}

TEST(Values, OfTriangles) {
  const auto triangle = [](int upper, std::int64_t k) {
    return values_of(
        OneNode("Trilu").in({3, 3}).constant(integer_tensor({}, {k})).set("upper", upper),
        {counting({3, 3})});
  };
  EXPECT_THAT(triangle(1, 1), ElementsAre(0, 1, 2, 0, 0, 5, 0, 0, 0));
  EXPECT_THAT(triangle(0, -1), ElementsAre(0, 0, 0, 3, 0, 0, 6, 7, 0));
  EXPECT_THAT(triangle(0, 1), ElementsAre(0, 1, 0, 3, 4, 5, 6, 7, 8));
}

TEST(Values, OfEinsteinSums) {
  const auto sum = [](const char* equation, const Extents& a, const Extents& b) {
    return values_of(OneNode("Einsum")
                         .in(Dimensions(a.begin(), a.end()))
                         .in(Dimensions(b.begin(), b.end()))
                         .set("equation", equation),
                     {counting(a), counting(b)});
  };
  EXPECT_THAT(sum("ij,jk->ki", {2, 3}, {3, 2}), ElementsAre(10, 28, 13, 40));
  EXPECT_THAT(sum("bi,bj->bji", {2, 2}, {2, 2}), ElementsAre(0, 0, 0, 1, 4, 6, 6, 9));
  EXPECT_THAT(sum("ij,ij->", {2, 2}, {2, 2}), ElementsAre(14));
  EXPECT_THAT(sum("ia,aj->i", {2, 2}, {2, 2}), ElementsAre(5, 17));
}

TEST(Values, OfPositions) {
  const auto matrix = integer_tensor({2, 2}, {1, 0, -1, 0});
  EXPECT_THAT(values_of(OneNode("GatherElements").in({2, 3}).constant(matrix).set("axis", 1),
                        {counting({2, 3})}),
              ElementsAre(1, 0, 5, 3));
  EXPECT_THAT(values_of(OneNode("GatherND").in({2, 3}).constant(matrix), {counting({2, 3})}),
              ElementsAre(3, 3));
  const Tensor updates = tensor({2}, {10, 20});
  EXPECT_THAT(
      values_of(OneNode("ScatterElements").in({3}).list({2, 2}).in({2}), {counting({3}), updates}),
      ElementsAre(0, 1, 20));
  EXPECT_THAT(
      values_of(OneNode("ScatterElements").in({3}).list({2, 2}).in({2}).set("reduction", "add"),
                {counting({3}), updates}),
      ElementsAre(0, 1, 32));
  EXPECT_THAT(
      values_of(OneNode("ScatterElements").in({3}).list({2, -2}).in({2}).set("reduction", "mul"),
                {counting({3}), updates}),
      ElementsAre(0, 20, 20));
}

/// Blocks [0, 2] and [1, 3] at the first two places of an image of three.
TEST(Values, OfBlocksPutTogether) {
  const OneNode blocks = OneNode("Col2Im").in({1, 2, 2}).list({3}).list({2});
  EXPECT_THAT(values_of(blocks, {counting({1, 2, 2})}), ElementsAre(0, 3, 3));
}

TEST(Values, OfRotations) {
  const auto turned = [](int interleaved) {
    return values_of(
        OneNode("RotaryEmbedding")
            .in({1, 1, 1, 4})
            .in({1, 1, 2})
            .in({1, 1, 2})
            .set("interleaved", interleaved),
        {tensor({1, 1, 1, 4}, {1, 2, 3, 4}), tensor({1, 1, 2}, {1, 0}), tensor({1, 1, 2}, {0, 1})});
  };
  EXPECT_THAT(turned(0), ElementsAre(1, -4, 3, 2));
  EXPECT_THAT(turned(1), ElementsAre(1, 2, -4, 3));
}

/// With one key, every query gets its value: two heads of queries share one of keys.
TEST(Values, OfAttentionToOneKey) {
  const OneNode rows = OneNode("Attention")
                           .in({1, 2, 4})
                           .in({1, 1, 2})
                           .in({1, 1, 2})
                           .set("q_num_heads", 2)
                           .set("kv_num_heads", 1);
  EXPECT_THAT(
      values_of(rows, {counting({1, 2, 4}), counting({1, 1, 2}), tensor({1, 1, 2}, {5, 6})}),
      ElementsAre(5, 6, 5, 6, 5, 6, 5, 6));
}

/// Variance 1 and epsilon 3 make every difference half as large.
TEST(Values, OfNormsOfGroups) {
  const std::vector<Tensor> inputs{tensor({1, 4, 1}, {-1, 1, -1, 1}), tensor({4}, {2, 4, 6, 8}),
                                   tensor({4}, {0, 0, 1, 1})};
  const OneNode groups = OneNode("GroupNormalization")
                             .in({1, 4, 1})
                             .in({4})
                             .in({4})
                             .set("num_groups", 2)
                             .set("epsilon", 3.0F);
  EXPECT_THAT(values_of(groups, inputs), ElementsAre(-1, 2, -2, 5));
}

TEST(Values, OfHyperbolicFunctionsNearTheirLimits) {
  const Tensor small = tensor({2}, {1e-10F, -0.0F});
  EXPECT_THAT(values_of(OneNode("Sinh").in({2}), {small}), ElementsAre(1e-10F, -0.0F));
  const Tensor large = tensor({3}, {89, -89, 90});
  const Values cosh = values_of(OneNode("Cosh").in({3}), {large});
  // exp, whose error counts twice in the square, the square and the sum round: 4 units, and a fifth
  // for their products.
  EXPECT_NEAR(cosh[0] / std::cosh(89.0), 1, 5 * 0x1p-24);
  EXPECT_EQ(cosh[0], cosh[1]);
  EXPECT_EQ(cosh[2], infinity);
}

TEST(Values, OfLogarithmsOfSumsOfLargeAndInfiniteElements) {
  const OneNode sum = OneNode("ReduceLogSumExp").in({4, 2}).list({1}).set("keepdims", 0);
  const Values values =
      values_of(sum, {tensor({4, 2}, {1000, 1000, -infinity, -infinity, infinity, 1, NAN, 0})});
  EXPECT_NEAR(values[0], 1000 + std::log(2.0), 1e-3);
  EXPECT_EQ(values[1], -infinity);
  EXPECT_EQ(values[2], infinity);
  EXPECT_TRUE(std::isnan(values[3]));
}

TEST(Values, OfUnitsAtTheirKinksAndLimits) {
  const Tensor x = tensor({5}, {-infinity, -0.0F, 2, infinity, NAN});
  const Values elu = values_of(OneNode("Elu").in({5}).set("alpha", 0.5F), {x});
  EXPECT_THAT(Values(elu.begin(), elu.end() - 1), ElementsAre(-0.5F, 0, 2, infinity));
  EXPECT_TRUE(std::isnan(elu.back()));
  const Values sign = values_of(OneNode("Sign").in({5}), {x});
  EXPECT_THAT(Values(sign.begin(), sign.end() - 1), ElementsAre(-1, 0, 1, 1));
  EXPECT_TRUE(std::isnan(sign.back()));
}

}  // namespace
}  // namespace touchstone::onnx_test
