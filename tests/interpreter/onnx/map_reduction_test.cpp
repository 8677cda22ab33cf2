#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "one_node.h"

namespace touchstone::onnx_test {
namespace {

using ::testing::HasSubstr;

std::string outcome(const Model& model) {
  const auto graph = model.read();
  return graph ? text_of(*graph) : verdict(graph);
}

TEST(ReduceMean, TakesAxesAsAnAttributeBeforeOpset18) {
  const auto with = [](int opset, std::optional<Extents> axes, std::optional<int> keepdims) {
    Model model(opset);
    model.input("x", {2, 3, 4}).output("y");
    NodeHandle node = model.node("ReduceMean", {"x"}, {"y"});
    if (axes) node.set("axes", *axes);
    if (keepdims) node.set("keepdims", *keepdims);
    return outcome(model);
  };
  EXPECT_EQ(with(9, Extents{1}, 0), "y = reduce_mean axes=[1] keepdims=false (x)\n");
  EXPECT_EQ(with(11, Extents{-1, 0}, {}), "y = reduce_mean axes=[0,2] keepdims=true (x)\n");
  EXPECT_EQ(with(9, {}, 1), "y = reduce_mean axes=[] keepdims=true (x)\n");
  EXPECT_THAT(with(9, Extents{-1}, {}), HasSubstr("axis -1 is negative"));
  EXPECT_THAT(with(11, Extents{1, -2}, {}), HasSubstr("axis 1 is named twice"));
  EXPECT_THAT(with(11, Extents{3}, {}), HasSubstr("axis 3 is outside"));
  EXPECT_THAT(with(11, {}, 2), HasSubstr("attribute 'keepdims' is 2"));
  EXPECT_THAT(with(18, Extents{1}, {}), HasSubstr("attribute 'axes' is not one"));
}

TEST(ReduceMean, TakesAxesAsAnInputFromOpset18) {
  const auto with = [](std::optional<Extents> axes, int none_if_empty) {
    Model model(18);
    model.input("x", {2, 3, 4}).output("y");
    Names inputs{"x"};
    if (axes) model.list(inputs.emplace_back("a"), *axes);
    model.node("ReduceMean", inputs, {"y"}).set("noop_with_empty_axes", none_if_empty);
    return outcome(model);
  };
  EXPECT_EQ(with(Extents{-1}, 0), "y = reduce_mean axes=[2] keepdims=true (x)\n");
  EXPECT_EQ(with({}, 0), "y = reduce_mean axes=[] keepdims=true (x)\n");
  EXPECT_EQ(with(Extents{}, 0), "y = reduce_mean axes=[] keepdims=true (x)\n");
  EXPECT_EQ(with({}, 1), "y = reshape shape=[2,3,4] (x)\n");
  EXPECT_EQ(with(Extents{}, 1), "y = reshape shape=[2,3,4] (x)\n");
  EXPECT_EQ(with(Extents{1}, 1), "y = reduce_mean axes=[1] keepdims=true (x)\n");
}

TEST(Reductions, OfOneOperation) {
  expect_text(OneNode("ReduceMax", 13).in({2, 3}).set("axes", Extents{1}),
              "y = reduce_max axes=[1] keepdims=true (x0)\n");
  expect_text(OneNode("ReduceSum", 11).in({2, 3}).set("axes", Extents{-1}),
              "y = reduce_sum axes=[1] keepdims=true (x0)\n");
  expect_text(OneNode("ReduceSum", 13).in({2, 3}).list({0}).set("keepdims", 0),
              "y = reduce_sum axes=[0] keepdims=false (x0)\n");
  expect_refusal(OneNode("ReduceSum", 13).in({2, 3}).set("axes", Extents{1}), "unreadable: 'axes'");
  expect_refusal(OneNode("ReduceMax", 13).in({2, 3}).list({0}), "unreadable: it has 2 inputs");
  expect_refusal(OneNode("ReduceMax").in({2, 3}).index({1}), "unavailable: 'axes' is only known");
  expect_refusal(OneNode("ReduceMax").in({2, 0}), "unreadable: ");
  expect_refusal(OneNode("ReduceMax").mask({2}), "unavailable: BOOL");
}

TEST(Reductions, ThatAreComposed) {
  const auto reduce = [](const char* type) {
    return OneNode(type, 13).in({2, 3}).set("axes", Extents{1}).set("keepdims", 0);
  };
  expect_text(reduce("ReduceMin"),
              "y/negated = neg (x0)\n"
              "y/max = reduce_max axes=[1] keepdims=false (y/negated)\n"
              "y = neg (y/max)\n");
  expect_text(reduce("ReduceL1"),
              "y/abs = abs (x0)\n"
              "y = reduce_sum axes=[1] keepdims=false (y/abs)\n");
  expect_text(reduce("ReduceL2"),
              "y/squares = mul (x0 x0)\n"
              "y/sum = reduce_sum axes=[1] keepdims=false (y/squares)\n"
              "y = sqrt (y/sum)\n");
  expect_text(reduce("ReduceSumSquare"),
              "y/squares = mul (x0 x0)\n"
              "y = reduce_sum axes=[1] keepdims=false (y/squares)\n");
  expect_text(reduce("ReduceLogSum"),
              "y/sum = reduce_sum axes=[1] keepdims=false (x0)\n"
              "y = log (y/sum)\n");
  expect_text(reduce("ReduceLogSumExp"),
              "y/max = reduce_max axes=[1] keepdims=true (x0)\n"
              "y/size = abs (y/max)\n"
              "y/finite = less (y/size y/infinity)\n"
              "y/shift = where (y/finite y/max y/zero)\n"
              "y/shifted = sub (x0 y/shift)\n"
              "y/exp = exp (y/shifted)\n"
              "y/sum = reduce_sum axes=[1] keepdims=false (y/exp)\n"
              "y/log = log (y/sum)\n"
              "y/max_of_result = reduce_max axes=[1] keepdims=false (x0)\n"
              "y/size_of_result = abs (y/max_of_result)\n"
              "y/finite_of_result = less (y/size_of_result y/infinity)\n"
              "y/shift_of_result = where (y/finite_of_result y/max_of_result y/zero)\n"
              "y = add (y/shift_of_result y/log)\n");
  expect_text(OneNode("ReduceLogSumExp", 13).in({2, 3}),
              "y/max = reduce_max axes=[] keepdims=true (x0)\n"
              "y/size = abs (y/max)\n"
              "y/finite = less (y/size y/infinity)\n"
              "y/shift = where (y/finite y/max y/zero)\n"
              "y/shifted = sub (x0 y/shift)\n"
              "y/exp = exp (y/shifted)\n"
              "y/sum = reduce_sum axes=[] keepdims=true (y/exp)\n"
              "y/log = log (y/sum)\n"
              "y = add (y/shift y/log)\n");
}

TEST(Reductions, OfNoAxesThatAreComposedAreAmbiguous) {
  expect_text(OneNode("ReduceMin").in({2}).set("noop_with_empty_axes", 1),
              "y = reshape shape=[2] (x0)\n");
  for (const char* const type :
       {"ReduceL1", "ReduceL2", "ReduceSumSquare", "ReduceLogSum", "ReduceLogSumExp"}) {
    expect_refusal(OneNode(type).in({2}).set("noop_with_empty_axes", 1),
                   "unavailable: runtimes read");
    expect_refusal(OneNode(type).list({2}), "unavailable: ");
  }
}

TEST(GlobalPooling, ReducesThePositions) {
  expect_text(OneNode("GlobalAveragePool").in({1, 2, 3, 4}),
              "y = reduce_mean axes=[2,3] keepdims=true (x0)\n");
  expect_text(OneNode("GlobalMaxPool").in({1, 2, 3}),
              "y = reduce_max axes=[2] keepdims=true (x0)\n");
  expect_text(OneNode("GlobalLpPool").in({1, 2, 3}),
              "y/squares = mul (x0 x0)\n"
              "y/sum = reduce_sum axes=[2] keepdims=true (y/squares)\n"
              "y/norm = sqrt (y/sum)\n"
              "y = reshape shape=[1,2,1] (y/norm)\n");
  expect_text(OneNode("GlobalLpPool").in({1, 2, 3}).set("p", 1),
              "y/abs = abs (x0)\n"
              "y/norm = reduce_sum axes=[2] keepdims=true (y/abs)\n"
              "y = reshape shape=[1,2,1] (y/norm)\n");
  expect_refusal(OneNode("GlobalMaxPool").in({1, 2}), "unreadable: at least 3 axes");
  expect_refusal(OneNode("GlobalLpPool").in({1, 2, 3}).set("p", 3), "unavailable: 'p' is 3");
}

TEST(LpNormalization, DividesByTheNorm) {
  expect_text(OneNode("LpNormalization").in({2, 3}),
              "y/squares = mul (x0 x0)\n"
              "y/sum = reduce_sum axes=[1] keepdims=true (y/squares)\n"
              "y/norm = sqrt (y/sum)\n"
              "y = div (x0 y/norm)\n");
  expect_refusal(OneNode("LpNormalization").in({2, 3}).set("p", 0), "unavailable: 'p' is 0");
  expect_refusal(OneNode("LpNormalization").in({2, 3}).set("axis", 2), "unreadable: axis 2");
}

}  // namespace
}  // namespace touchstone::onnx_test
