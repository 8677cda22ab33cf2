#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "one_node.h"

namespace touchstone::onnx_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string outcome(const Model& model) {
  const auto graph = model.read();
  return graph ? text_of(*graph) : verdict(graph);
}

struct Lists {
  Extents starts;
  Extents ends;
  std::optional<Extents> axes;
  std::optional<Extents> steps;
};

Model slice(int opset, const Dimensions& x, const Lists& lists) {
  Model model(opset);
  model.input("x", x).output("y").list("starts", lists.starts).list("ends", lists.ends);
  Names inputs{"x", "starts", "ends", "", ""};
  if (lists.axes) model.list(inputs[3] = "axes", *lists.axes);
  if (lists.steps) model.list(inputs[4] = "steps", *lists.steps);
  model.node("Slice", inputs, {"y"});
  return model;
}

TEST(Slice, TakesInputs) {
  EXPECT_EQ(outcome(slice(11, {4, 6}, {{1, -4}, {3, 100}, {}, {}})),
            "y = slice axes=[0,1] counts=[2,4] starts=[1,2] steps=[1,1] (x)\n");
  EXPECT_EQ(outcome(slice(11, {4, 6}, {{5}, {0}, Extents{-1}, Extents{-2}})),
            "y = slice axes=[1] counts=[3] starts=[5] steps=[-2] (x)\n");
  EXPECT_EQ(outcome(slice(13, {4, 6}, {{0}, {2}, {}, Extents{1}})),
            "y = slice axes=[0] counts=[2] starts=[0] steps=[1] (x)\n");
}

/// So that a step that is never made gives no class of attributes of its own.
TEST(Slice, OfFewerThanTwoElementsHasStep1) {
  EXPECT_EQ(outcome(slice(13, {4, 6}, {{3, 2}, {0, 2}, {}, Extents{-7, 5}})),
            "y = slice axes=[0,1] counts=[1,0] starts=[3,0] steps=[1,1] (x)\n");
}

TEST(Slice, TakesAttributesBeforeOpset10) {
  Model model(9);
  model.input("x", {4, 6}).output("y");
  model.node("Slice", {"x"}, {"y"}).set("starts", Extents{1, -4}).set("ends", Extents{3, 100});
  EXPECT_EQ(outcome(model), "y = slice axes=[0,1] counts=[2,4] starts=[1,2] steps=[1,1] (x)\n");
  NodeHandle(*model.graph().mutable_node(0)).set("axes", Extents{1, 0});
  EXPECT_EQ(outcome(model), "y = slice axes=[1,0] counts=[2,4] starts=[1,0] steps=[1,1] (x)\n");
  EXPECT_THAT(outcome(slice(9, {4}, {{0}, {1}, {}, {}})), HasSubstr("it has 3 inputs"));
}

TEST(Slice, RefusesListsThatDoNotFit) {
  EXPECT_EQ(verdict(slice(13, {4, 6}, {{0}, {1}, Extents{0}, Extents{1}})), "ok");
  EXPECT_THAT(outcome(slice(13, {4, 6}, {{0}, {1, 1}, {}, {}})),
              HasSubstr("unreadable: model.onnx: node #0 'y' (Slice): its ends have 2 entries, its "
                        "starts 1"));
  EXPECT_THAT(outcome(slice(13, {4, 6}, {{0}, {1}, Extents{0, 1}, {}})),
              HasSubstr("its axes have 2"));
  EXPECT_THAT(outcome(slice(13, {4, 6}, {{0}, {1}, {}, Extents{}})), HasSubstr("its steps have 0"));
  EXPECT_THAT(outcome(slice(13, {4, 6}, {{0}, {1}, {}, Extents{0}})), HasSubstr("steps contain 0"));
  EXPECT_THAT(outcome(slice(13, {4, 6}, {{0}, {1}, Extents{2}, {}})),
              HasSubstr("axis 2 is outside"));
  EXPECT_THAT(outcome(slice(13, {4, 6}, {{0, 0}, {1, 1}, Extents{1, -1}, {}})),
              HasSubstr("axis 1 is named twice"));
  EXPECT_THAT(outcome(slice(13, {4}, {{0, 0}, {1, 1}, {}, {}})), HasSubstr("2 axes are named"));
  EXPECT_THAT(outcome(slice(10, {4}, {{0}, {1}, Extents{-1}, {}})),
              HasSubstr("axis -1 is negative"));
}

struct OneAxis {
  std::int64_t length;
  std::int64_t start;
  std::int64_t end;
  std::int64_t step;
  std::vector<float> expected;
};

void expect_selection(const OneAxis& given) {
  const Model model =
      slice(13, {given.length}, {{given.start}, {given.end}, {}, Extents{given.step}});
  EXPECT_EQ(output_of(graph_of(model), {counting({given.length})}), given.expected)
      << given.length << " from " << given.start << " to " << given.end << " by " << given.step;
}

constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();

/// The expected elements are those of range(length)[start:end:step] in Python 3.
TEST(Slice, SelectsWhatPythonSelects) {
  const std::vector<OneAxis> cases{
      {0, -100, 1, 3, {}},        {0, 0, 6, -1, {}},
      {0, 2, -6, 1, {}},          {0, 4, -6, 1, {}},
      {0, 4, 3, -3, {}},          {0, 5, 3, -3, {}},
      {0, 7, 0, -1, {}},          {0, 100, -100, -3, {}},
      {0, 100, -2, 3, {}},        {0, highest, -4, -1, {}},
      {0, highest, -1, -3, {}},   {0, highest, 7, 3, {}},
      {1, -2, highest, 3, {0}},   {1, 1, -1, 1, {}},
      {1, 2, -5, lowest, {0}},    {1, 2, 4, -highest, {}},
      {1, 4, 100, 2, {}},         {1, 5, -100, -highest, {0}},
      {1, 5, -2, -3, {0}},        {1, 6, 5, -1, {}},
      {1, 7, 5, lowest, {}},      {1, 100, -5, 3, {}},
      {1, highest, -2, -5, {0}},  {1, highest, 6, highest, {}},
      {2, -100, -2, highest, {}}, {2, -6, 0, highest, {}},
      {2, -5, 4, 5, {0}},         {2, -2, 5, 2, {0}},
      {2, 0, -5, 5, {}},          {2, 1, -2, 2, {}},
      {2, 2, -2, lowest, {1}},    {2, 5, highest, -5, {}},
      {2, 100, -5, 3, {}},        {2, 100, 0, -3, {1}},
      {2, 100, 3, highest, {}},   {2, highest, -6, 3, {}},
      {2, highest, -2, 2, {}},    {2, highest, -2, 3, {}},
      {5, -100, 4, 3, {0, 3}},    {5, -6, 100, 5, {0}},
      {5, -5, lowest, -3, {0}},   {5, -5, -100, 3, {}},
      {5, -5, -6, -highest, {0}}, {5, -5, -4, highest, {0}},
      {5, -5, -2, 1, {0, 1, 2}},  {5, -5, 2, -3, {}},
      {5, -5, 4, -3, {}},         {5, -4, 5, 2, {1, 3}},
      {5, -4, highest, -2, {}},   {5, -2, -1, 1, {3}},
      {5, -2, 0, -3, {3}},        {5, -1, lowest, highest, {}},
      {5, -1, -100, 2, {}},       {5, -1, -5, lowest, {4}},
      {5, -1, -2, -5, {4}},       {5, -1, 5, 5, {4}},
      {5, -1, highest, -2, {}},   {5, 0, -100, -1, {0}},
      {5, 0, -4, 2, {0}},         {5, 0, 3, lowest, {}},
      {5, 1, -2, -3, {}},         {5, 2, 6, -3, {}},
      {5, 2, 6, -1, {}},          {5, 4, -4, lowest, {4}},
      {5, 4, 1, lowest, {4}},     {5, 5, lowest, lowest, {4}},
      {5, 5, lowest, -5, {4}},    {5, 5, 4, -2, {}},
      {5, 6, 3, -1, {4}},         {5, 7, -6, highest, {}},
  };
  for (const OneAxis& given : cases) expect_selection(given);
}

/// Python gives nothing here; ONNX clamps the start into [0, length − 1].
TEST(Slice, StartsBackwardFromTheFirstElement) {
  expect_selection({5, -6, lowest, -1, {0}});
  expect_selection({5, -100, lowest, -3, {0}});
  expect_selection({0, -6, lowest, -1, {}});
}

Model gather(int opset, const Dimensions& x, const onnx::TensorProto& indices, std::int64_t axis) {
  Model model(opset);
  model.input("x", x).output("y").initializer("i", indices);
  model.node("Gather", {"x", "i"}, {"y"}).set("axis", axis);
  return model;
}

TEST(Gather, TakesConstantIndices) {
  const Graph graph = graph_of(gather(11, {3, 4}, integer_tensor({2}, {-1, 0}), -1));
  EXPECT_EQ(text_of(graph), "y = gather axis=1 (x i)\n");
  EXPECT_THAT(output_of(graph, {counting({3, 4})}), ElementsAre(3, 0, 7, 4, 11, 8));
  const Graph scalar = graph_of(gather(9, {3, 4}, integer_tensor({}, {2}), 0));
  EXPECT_EQ(scalar.value(scalar.outputs[0]).type.text(), "float32 [4]");
  EXPECT_EQ(verdict(gather(9, {3}, small_tensor(onnx::TensorProto::INT32, {1}, {2}), 0)), "ok");
}

TEST(Gather, TakesIndicesThatAreModelInputs) {
  Model model(13);
  model.input("x", {3, 4}).input("i", {5}, onnx::TensorProto::INT64).output("y");
  model.node("Gather", {"x", "i"}, {"y"});
  EXPECT_EQ(outcome(model), "y = gather axis=0 (x i)\n");
}

TEST(Gather, ChecksConstantIndices) {
  EXPECT_EQ(verdict(gather(13, {3}, integer_tensor({2}, {-3, 2}), 0)), "ok");
  EXPECT_THAT(verdict(gather(13, {3}, integer_tensor({1}, {3}), 0)), HasSubstr("unreadable: "));
  EXPECT_THAT(verdict(gather(13, {3}, integer_tensor({1}, {-4}), 0)), HasSubstr("unreadable: "));
  EXPECT_THAT(verdict(gather(9, {3}, integer_tensor({1}, {-1}), 0)),
              HasSubstr("its input 'indices' is negative"));
  EXPECT_THAT(verdict(gather(13, {3}, float_tensor({1}, {0}), 0)), HasSubstr("unreadable: "));
  EXPECT_THAT(verdict(gather(13, {3}, integer_tensor({1}, {0}), 1)),
              HasSubstr("axis 1 is outside"));
  EXPECT_THAT(verdict(gather(13, {}, integer_tensor({1}, {0}), 0)), HasSubstr("axis 0 is outside"));
}

TEST(Split, SlicesEachOutput) {
  expect_text(OneNode("Split", 7).in({6, 2}).outputs(2),
              "y = slice axes=[0] counts=[3] starts=[0] steps=[1] (x0)\n"
              "y1 = slice axes=[0] counts=[3] starts=[3] steps=[1] (x0)\n");
  expect_text(OneNode("Split", 7).in({2, 5}).set("axis", 1).set("split", Extents{1, 4}).outputs(2),
              "y = slice axes=[1] counts=[1] starts=[0] steps=[1] (x0)\n"
              "y1 = slice axes=[1] counts=[4] starts=[1] steps=[1] (x0)\n");
  expect_text(OneNode("Split", 13).in({3}).list({0, 3}).outputs(2),
              "y = slice axes=[0] counts=[0] starts=[0] steps=[1] (x0)\n"
              "y1 = slice axes=[0] counts=[3] starts=[0] steps=[1] (x0)\n");
  expect_text(OneNode("Split", 18).in({7}).set("num_outputs", 3).outputs(3),
              "y = slice axes=[0] counts=[3] starts=[0] steps=[1] (x0)\n"
              "y1 = slice axes=[0] counts=[3] starts=[3] steps=[1] (x0)\n"
              "y2 = slice axes=[0] counts=[1] starts=[6] steps=[1] (x0)\n");
}

TEST(Split, RefusesPartsThatAreNotTheAxis) {
  expect_refusal(OneNode("Split", 18).in({1}).outputs(3), "unreadable: 3 equal parts");
  expect_refusal(OneNode("Split", 13).in({7}).outputs(2), "unreadable: 2 equal parts");
  expect_refusal(OneNode("Split", 13).in({7}).list({3, 3}).outputs(2),
                 "unreadable: are not an axis");
  expect_refusal(OneNode("Split", 13).in({7}).list({8, -1}).outputs(2),
                 "unreadable: are not an axis");
  expect_refusal(OneNode("Split", 13).in({7}).list({7}).outputs(2), "unreadable: into 1 parts");
  expect_refusal(OneNode("Split", 13).in({7}).index({2}).outputs(2),
                 "unavailable: 'split' is only");
  expect_refusal(OneNode("Split", 18).in({7}).set("num_outputs", 3).outputs(2),
                 "unreadable: is 3, but");
  expect_refusal(OneNode("Split", 18).in({7}).set("axis", 1).outputs(2), "unreadable: axis 1");
  expect_refusal(OneNode("Split", 7).in({4}).set("axis", -1).outputs(2), "unreadable: is negative");
}

}  // namespace
}  // namespace touchstone::onnx_test
