#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "one_node.h"

namespace touchstone::onnx_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string outcome(const Model& model) {
  const auto graph = model.read();
  return graph ? text_of(*graph) : verdict(graph);
}

Model with_list(int opset, const std::string& type, const Dimensions& x, const Extents& list) {
  Model model(opset);
  model.input("x", x).output("y").list("l", list);
  model.node(type, {"x", "l"}, {"y"});
  return model;
}

Model with_axes(int opset, const std::string& type, const Dimensions& x, const Extents& axes) {
  Model model(opset);
  model.input("x", x).output("y");
  model.node(type, {"x"}, {"y"}).set("axes", axes);
  return model;
}

TEST(Reshape, CopiesZerosAndPassesMinusOne) {
  EXPECT_EQ(outcome(with_list(13, "Reshape", {2, 3, 4}, {0, -1})),
            "y = reshape shape=[2,-1] (x)\n");
  EXPECT_EQ(outcome(with_list(13, "Reshape", {2, 3}, {6})), "y = reshape shape=[6] (x)\n");
  EXPECT_THAT(outcome(with_list(13, "Reshape", {2, 3}, {2, 3, 0})),
              HasSubstr("unreadable: model.onnx: node #0 'y' (Reshape): its input 'shape' copies "
                        "axis 2"));
  EXPECT_THAT(outcome(with_list(13, "Reshape", {2, 3}, {-1, -1})), HasSubstr("unreadable: "));
  EXPECT_THAT(outcome(with_list(13, "Reshape", {2, 3}, {5})), HasSubstr("unreadable: "));
}

TEST(Reshape, MayMeanZeros) {
  const auto with = [](const Dimensions& x, const Extents& target, int allowzero) {
    Model model = with_list(14, "Reshape", x, target);
    NodeHandle(*model.graph().mutable_node(0)).set("allowzero", allowzero);
    return outcome(model);
  };
  EXPECT_EQ(with({0, 3}, {3, 0}, 1), "y = reshape shape=[3,0] (x)\n");
  EXPECT_EQ(with({2, 3}, {0, 3}, 0), "y = reshape shape=[2,3] (x)\n");
  EXPECT_THAT(with({2, 3}, {0, 3}, 1), HasSubstr("unreadable: "));
  EXPECT_THAT(with({0, 3}, {-1, 0}, 1), HasSubstr("holds both 0 and -1"));
  EXPECT_THAT(with({0, 3}, {3, 0}, 2), HasSubstr("attribute 'allowzero' is 2"));
}

TEST(Reshape, NeedsAConstantListOfIntegers) {
  Model unknown(13);
  unknown.input("x", {2}).input("s", {1}, onnx::TensorProto::INT64).output("y");
  unknown.node("Reshape", {"x", "s"}, {"y"});
  EXPECT_THAT(outcome(unknown),
              HasSubstr("unavailable: model.onnx: node #0 'y' (Reshape): its input "
                        "'shape' is only known when the model runs"));
  Model real(13);
  real.input("x", {2}).initializer("s", float_tensor({1}, {2})).output("y");
  real.node("Reshape", {"x", "s"}, {"y"});
  EXPECT_THAT(outcome(real), HasSubstr("unreadable: "));
  Model scalar(13);
  scalar.input("x", {2}).initializer("s", integer_tensor({}, {2})).output("y");
  scalar.node("Reshape", {"x", "s"}, {"y"});
  EXPECT_THAT(outcome(scalar), HasSubstr("must have one axis"));
}

TEST(Flatten, SplitsAtItsAxis) {
  const auto with = [](int opset, std::int64_t axis) {
    Model model(opset);
    model.input("x", {2, 3, 4}).output("y");
    model.node("Flatten", {"x"}, {"y"}).set("axis", axis);
    return outcome(model);
  };
  EXPECT_EQ(with(9, 0), "y = flatten axis=0 (x)\n");
  EXPECT_EQ(with(9, 3), "y = flatten axis=3 (x)\n");
  EXPECT_EQ(with(11, -1), "y = flatten axis=2 (x)\n");
  EXPECT_THAT(with(9, -1), HasSubstr("unreadable: model.onnx: node #0 'y' (Flatten).attribute "
                                     "'axis': axis -1 is negative"));
  EXPECT_THAT(with(11, 4), HasSubstr("axis 4 is outside a tensor of 3 axes"));
  EXPECT_THAT(with(11, -4), HasSubstr("axis -4 is outside"));
}

TEST(Squeeze, DropsAxesOfLength1) {
  EXPECT_EQ(outcome(with_axes(11, "Squeeze", {1, 2, 1}, {-1, 0})), "y = reshape shape=[2] (x)\n");
  EXPECT_EQ(outcome(with_list(13, "Squeeze", {1, 2, 1}, {2})), "y = reshape shape=[1,2] (x)\n");
  Model all(13);
  all.input("x", {1, 2, 1}).output("y");
  all.node("Squeeze", {"x"}, {"y"});
  EXPECT_EQ(outcome(all), "y = reshape shape=[2] (x)\n");
}

TEST(Squeeze, RefusesOtherAxes) {
  EXPECT_THAT(outcome(with_list(13, "Squeeze", {1, 2}, {1})),
              HasSubstr("unreadable: model.onnx: node #0 'y' (Squeeze): it drops axis 1 of [1,2]"));
  EXPECT_THAT(outcome(with_list(13, "Squeeze", {1, 2}, {2})), HasSubstr("axis 2 is outside"));
  EXPECT_THAT(outcome(with_list(13, "Squeeze", {1, 1}, {0, -2})),
              HasSubstr("axis 0 is named twice"));
  EXPECT_THAT(outcome(with_list(13, "Squeeze", {1, 1}, {})),
              HasSubstr("unavailable: model.onnx: node #0 'y' (Squeeze): it names an empty list"));
  EXPECT_THAT(outcome(with_axes(9, "Squeeze", {1, 2}, {-2})), HasSubstr("axis -2 is negative"));
  EXPECT_THAT(outcome(with_axes(13, "Squeeze", {1, 2}, {0})),
              HasSubstr("attribute 'axes' is not one the operator has at this opset"));
}

TEST(Unsqueeze, AddsAxesOfTheResult) {
  EXPECT_EQ(outcome(with_axes(11, "Unsqueeze", {3, 4, 5}, {0, 4})),
            "y = reshape shape=[1,3,4,5,1] (x)\n");
  EXPECT_EQ(outcome(with_list(13, "Unsqueeze", {3, 4}, {-1, 1})),
            "y = reshape shape=[3,1,4,1] (x)\n");
  EXPECT_EQ(outcome(with_list(13, "Unsqueeze", {3}, {})), "y = reshape shape=[3] (x)\n");
}

TEST(Unsqueeze, RefusesAxesOutsideTheResult) {
  EXPECT_THAT(outcome(with_list(13, "Unsqueeze", {3}, {2})), HasSubstr("axis 2 is outside"));
  EXPECT_THAT(outcome(with_list(13, "Unsqueeze", {3}, {0, 0})), HasSubstr("named twice"));
  EXPECT_THAT(outcome(with_list(13, "Unsqueeze", {3}, {0, 1, 2, 3, 4, 5, 6, 7})),
              HasSubstr("unavailable: "));
  EXPECT_THAT(outcome(with_list(13, "Unsqueeze", {3}, Extents(9, 0))), HasSubstr("unavailable: "));
  Model none(11);
  none.input("x", {3}).output("y");
  none.node("Unsqueeze", {"x"}, {"y"});
  EXPECT_THAT(outcome(none), HasSubstr("attribute 'axes' is missing"));
}

TEST(Transpose, PermutesOrReverses) {
  const auto with = [](std::optional<Extents> perm) {
    Model model(13);
    model.input("x", {2, 3, 4}).output("y");
    NodeHandle node = model.node("Transpose", {"x"}, {"y"});
    if (perm) node.set("perm", *perm);
    return outcome(model);
  };
  EXPECT_EQ(with({}), "y = permute axes=[2,1,0] (x)\n");
  EXPECT_EQ(with(Extents{1, 2, 0}), "y = permute axes=[1,2,0] (x)\n");
  EXPECT_THAT(with(Extents{1, 1, 0}), HasSubstr("unreadable: "));
  EXPECT_THAT(with(Extents{1, 0}), HasSubstr("unreadable: "));
}

TEST(Transpose, MovesElements) {
  Model model(13);
  model.input("x", {2, 3}).output("y");
  model.node("Transpose", {"x"}, {"y"});
  EXPECT_THAT(output_of(graph_of(model), {counting({2, 3})}), ElementsAre(0, 3, 1, 4, 2, 5));
}

TEST(Expand, BroadcastsBothWays) {
  EXPECT_EQ(outcome(with_list(13, "Expand", {3, 1}, {2, 1, 6})),
            "y = broadcast shape=[2,3,6] (x)\n");
  EXPECT_EQ(outcome(with_list(13, "Expand", {2, 3}, {1})), "y = broadcast shape=[2,3] (x)\n");
  EXPECT_EQ(outcome(with_list(13, "Expand", {1}, {0})), "y = broadcast shape=[0] (x)\n");
  EXPECT_THAT(outcome(with_list(13, "Expand", {3}, {2})), HasSubstr("unreadable: "));
  EXPECT_THAT(outcome(with_list(13, "Expand", {3}, {-1})), HasSubstr("unreadable: "));
  EXPECT_THAT(outcome(with_list(7, "Expand", {3}, {3})),
              HasSubstr("operator Expand is not in opset 7; it came with opset 8"));
}

TEST(Concat, JoinsAlongItsAxis) {
  const auto with = [](int opset, std::int64_t axis) {
    Model model(opset);
    model.input("a", {2, 3}).input("b", {2, 1}).output("y");
    model.node("Concat", {"a", "b", "a"}, {"y"}).set("axis", axis);
    return outcome(model);
  };
  EXPECT_EQ(with(9, 1), "y = concat axis=1 (a b a)\n");
  EXPECT_EQ(with(11, -1), "y = concat axis=1 (a b a)\n");
  EXPECT_THAT(with(9, -1), HasSubstr("axis -1 is negative"));
  EXPECT_THAT(with(11, 2), HasSubstr("axis 2 is outside"));
  EXPECT_THAT(with(11, 0), HasSubstr("unreadable: model.onnx: node #0 'y' (Concat): "));
}

TEST(Tile, RepeatsAxisByAxis) {
  expect_text(OneNode("Tile").in({2, 3}).list({1, 2}),
              "y/rows_1 = reshape shape=[2,1,3] (x0)\n"
              "y/repeated_1 = broadcast shape=[2,2,3] (y/rows_1)\n"
              "y/tiled_1 = reshape shape=[2,6] (y/repeated_1)\n"
              "y = reshape shape=[2,6] (y/tiled_1)\n");
  expect_text(OneNode("Tile").in({2, 3}).list({3, 2}),
              "y/rows_0 = reshape shape=[1,1,6] (x0)\n"
              "y/repeated_0 = broadcast shape=[1,3,6] (y/rows_0)\n"
              "y/tiled_0 = reshape shape=[6,3] (y/repeated_0)\n"
              "y/rows_1 = reshape shape=[6,1,3] (y/tiled_0)\n"
              "y/repeated_1 = broadcast shape=[6,2,3] (y/rows_1)\n"
              "y/tiled_1 = reshape shape=[6,6] (y/repeated_1)\n"
              "y = reshape shape=[6,6] (y/tiled_1)\n");
  expect_text(OneNode("Tile").in({}).list({}), "y = reshape shape=[] (x0)\n");
  expect_text(OneNode("Tile").in({2}).list({0}),
              "y/rows_0 = reshape shape=[1,1,2] (x0)\n"
              "y/repeated_0 = broadcast shape=[1,0,2] (y/rows_0)\n"
              "y/tiled_0 = reshape shape=[0] (y/repeated_0)\n"
              "y = reshape shape=[0] (y/tiled_0)\n");
  expect_refusal(OneNode("Tile").in({2, 3}).list({1}), "unreadable: 'repeats' has 1 entries");
  expect_refusal(OneNode("Tile").in({2}).list({-1}), "unreadable: a negative number");
  expect_refusal(OneNode("Tile").in({2}).list({std::int64_t{1} << 62}), "unreadable: too many");
  expect_refusal(OneNode("Tile").in({2}).index({1}), "unavailable: 'repeats' is only known");
  expect_refusal(OneNode("Tile").list({2}).list({2}), "unavailable: only FLOAT");
}

TEST(DepthToSpace, PermutesBlocks) {
  const OneNode blocks = OneNode("DepthToSpace").in({1, 8, 2, 3}).set("blocksize", 2);
  expect_text(blocks,
              "y/split = reshape shape=[1,2,2,2,2,3] (x0)\n"
              "y/turned = permute axes=[0,3,4,1,5,2] (y/split)\n"
              "y = reshape shape=[1,2,4,6] (y/turned)\n");
  expect_text(OneNode(blocks).set("mode", "CRD"),
              "y/split = reshape shape=[1,2,2,2,2,3] (x0)\n"
              "y/turned = permute axes=[0,1,4,2,5,3] (y/split)\n"
              "y = reshape shape=[1,2,4,6] (y/turned)\n");
  expect_refusal(OneNode(blocks).set("mode", "RCD"), "unreadable: neither DCR nor CRD");
  expect_refusal(OneNode("DepthToSpace").in({1, 8, 2, 3}).set("blocksize", 3), "unreadable: of 9");
  expect_refusal(OneNode("DepthToSpace").in({8, 2, 3}).set("blocksize", 2), "unreadable: 4 axes");
  expect_refusal(OneNode("DepthToSpace").in({1, 8, 2, 3}).set("blocksize", 0), "unreadable: is 0");
}

TEST(SpaceToDepth, PermutesBlocks) {
  expect_text(OneNode("SpaceToDepth").in({1, 2, 4, 6}).set("blocksize", 2),
              "y/split = reshape shape=[1,2,2,2,3,2] (x0)\n"
              "y/turned = permute axes=[0,3,5,1,2,4] (y/split)\n"
              "y = reshape shape=[1,8,2,3] (y/turned)\n");
  expect_refusal(OneNode("SpaceToDepth").in({1, 2, 4, 5}).set("blocksize", 2), "unreadable: of 2");
  expect_refusal(OneNode("SpaceToDepth").in({1, 2, 4, 6}).set("blocksize", std::int64_t{1} << 40),
                 "unreadable: 'blocksize'");
}

}  // namespace
}  // namespace touchstone::onnx_test
