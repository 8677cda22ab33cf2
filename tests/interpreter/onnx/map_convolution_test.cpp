#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "one_node.h"

namespace touchstone::onnx_test {
namespace {

using ::testing::HasSubstr;

/// x [1,2,5,6] and a kernel of 3 by 3 without attributes.
Model conv(int opset = 11) {
  Model model(opset);
  model.input("x", {1, 2, 5, 6}).input("w", {4, 2, 3, 3}).input("b", {4}).output("y");
  model.node("Conv", {"x", "w", "b"}, {"y"});
  return model;
}

template <class Edit>
std::string conv_with(Edit edit) {
  Model model = conv();
  NodeHandle node(*model.graph().mutable_node(0));
  edit(node);
  const auto graph = model.read();
  if (!graph) return verdict(graph);
  return text_of(*graph) + graph->value(graph->outputs[0]).type.shape.text();
}

TEST(Conv, HasDefaults) {
  EXPECT_EQ(
      conv_with([](NodeHandle&) {}),
      "y = conv dilations=[1,1] groups=1 pads_begin=[0,0] pads_end=[0,0] strides=[1,1] (x w b)\n"
      "[1,4,3,4]");
}

TEST(Conv, ReadsItsAttributes) {
  EXPECT_EQ(
      conv_with([](NodeHandle& n) {
        n.set("strides", Extents{2, 1}).set("pads", Extents{1, 2, 3, 4});
        n.set("dilations", Extents{1, 2}).set("kernel_shape", Extents{3, 3}).set("group", 1);
        n.set("auto_pad", "NOTSET");
      }),
      "y = conv dilations=[1,2] groups=1 pads_begin=[1,2] pads_end=[3,4] strides=[2,1] (x w b)\n"
      "[1,4,4,8]");
}

TEST(Conv, ReadsGroups) {
  Model model(11);
  model.input("x", {1, 4, 5}).input("w", {6, 2, 3}).output("y");
  model.node("Conv", {"x", "w"}, {"y"}).set("group", 2);
  EXPECT_EQ(text_of(graph_of(model)),
            "y = conv dilations=[1] groups=2 pads_begin=[0] pads_end=[0] strides=[1] (x w)\n");
  model.graph().mutable_node(0)->mutable_attribute(0)->set_i(3);
  EXPECT_THAT(verdict(model), HasSubstr("unreadable: "));
}

/// SAME gives ceil(length / stride) positions; the odd padding goes to the named side.
TEST(Conv, ResolvesAutomaticPadding) {
  const auto padded = [](const char* mode, std::int64_t stride, std::int64_t dilation) {
    return conv_with([&](NodeHandle& n) {
      n.set("auto_pad", mode).set("strides", Extents{stride, stride});
      n.set("dilations", Extents{dilation, 1});
    });
  };
  EXPECT_THAT(padded("VALID", 2, 1), HasSubstr("pads_begin=[0,0] pads_end=[0,0]"));
  EXPECT_THAT(padded("SAME_UPPER", 1, 1), HasSubstr("pads_begin=[1,1] pads_end=[1,1]"));
  EXPECT_THAT(padded("SAME_UPPER", 1, 2), HasSubstr("pads_begin=[2,1] pads_end=[2,1]"));
  EXPECT_THAT(padded("SAME_UPPER", 2, 1), HasSubstr("pads_begin=[1,0] pads_end=[1,1]"));
  EXPECT_THAT(padded("SAME_UPPER", 2, 1), HasSubstr("[1,4,3,3]"));
  EXPECT_THAT(padded("SAME_LOWER", 2, 1), HasSubstr("pads_begin=[1,1] pads_end=[1,0]"));
  EXPECT_THAT(padded("SAME_LOWER", 2, 1), HasSubstr("[1,4,3,3]"));
}

TEST(Conv, NeverPadsNegatively) {
  Model model(11);
  model.input("x", {1, 1, 6}).input("w", {1, 1, 1}).output("y");
  model.node("Conv", {"x", "w"}, {"y"}).set("auto_pad", "SAME_UPPER").set("strides", Extents{4});
  EXPECT_THAT(text_of(graph_of(model)), HasSubstr("pads_begin=[0] pads_end=[0]"));
}

TEST(Conv, RefusesContradictions) {
  EXPECT_THAT(
      conv_with([](NodeHandle& n) {
        n.set("kernel_shape", Extents{3, 2});
      }),
      HasSubstr("unreadable: model.onnx: node #0 'y' (Conv): attribute 'kernel_shape' = [3,2] "
                "contradicts its input 'W' [4,2,3,3]"));
  EXPECT_THAT(conv_with([](NodeHandle& n) {
                n.set("auto_pad", "SAME_UPPER").set("pads", Extents{0, 0, 0, 0});
              }),
              HasSubstr("unreadable: "));
  EXPECT_THAT(conv_with([](NodeHandle& n) { n.set("auto_pad", "SAME"); }),
              HasSubstr("attribute 'auto_pad' = \"SAME\" is none of"));
}

TEST(Conv, RefusesListsOfAnotherLengthOrRange) {
  EXPECT_THAT(conv_with([](NodeHandle& n) { n.set("strides", Extents{1}); }),
              HasSubstr("attribute 'strides' = [1] has 1 entries, not 2"));
  EXPECT_THAT(conv_with([](NodeHandle& n) {
                n.set("pads", Extents{1, 1});
              }),
              HasSubstr("attribute 'pads' = [1,1] has 2 entries, not 4"));
  EXPECT_THAT(conv_with([](NodeHandle& n) {
                n.set("strides", Extents{1, 0});
              }),
              HasSubstr("attribute 'strides' = [1,0] has an entry below 1"));
  EXPECT_THAT(conv_with([](NodeHandle& n) {
                n.set("pads", Extents{0, 0, 0, -1});
              }),
              HasSubstr("has an entry below 0"));
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_THAT(conv_with([&](NodeHandle& n) {
                n.set("dilations", Extents{most, 1});
              }),
              HasSubstr("unreadable: "));
  EXPECT_THAT(conv_with([&](NodeHandle& n) {
                n.set("dilations", Extents{most, 1}).set("auto_pad", "SAME_LOWER");
              }),
              HasSubstr("attribute 'auto_pad' overflows"));
}

TEST(Conv, HasOneToThreeSpatialAxes) {
  const auto shaped = [](const Dimensions& x, const Dimensions& w) {
    Model model(11);
    model.input("x", x).input("w", w).output("y");
    model.node("Conv", {"x", "w"}, {"y"});
    return verdict(model);
  };
  EXPECT_EQ(shaped({1, 1, 3}, {1, 1, 2}), "ok");
  EXPECT_EQ(shaped({1, 1, 3, 3, 3}, {1, 1, 2, 2, 2}), "ok");
  EXPECT_THAT(shaped({1, 1, 3, 3, 3, 3}, {1, 1, 2, 2, 2, 2}), HasSubstr("unavailable: "));
  EXPECT_THAT(shaped({1, 1}, {1, 1}), HasSubstr("unreadable: "));
  EXPECT_THAT(shaped({1, 1, 3}, {1, 1, 2, 2}), HasSubstr("must have as many axes"));
}

OneNode transposed(int opset = 11) {
  return OneNode("ConvTranspose", opset).in({1, 2, 3, 3}).in({2, 4, 3, 3});
}

TEST(ConvTranspose, IsOneOperation) {
  expect_text(transposed(),
              "y = conv_transpose dilations=[1,1] groups=1 output_padding=[0,0] pads_begin=[0,0] "
              "pads_end=[0,0] strides=[1,1] (x0 x1)\n");
  expect_text(transposed()
                  .in({8})
                  .set("group", 2)
                  .set("strides", Extents{3, 2})
                  .set("pads", Extents{1, 2, 1, 2})
                  .set("output_padding", Extents{1, 0}),
              "y = conv_transpose dilations=[1,1] groups=2 output_padding=[1,0] pads_begin=[1,2] "
              "pads_end=[1,2] strides=[3,2] (x0 x1 x2)\n");
}

TEST(ConvTranspose, PlacesItsOutput) {
  expect_text(transposed().set("strides", Extents{3, 2}).set("output_shape", Extents{10, 6}),
              "y = conv_transpose dilations=[1,1] groups=1 output_padding=[1,0] pads_begin=[0,1] "
              "pads_end=[0,0] strides=[3,2] (x0 x1)\n");
  expect_text(transposed().set("strides", Extents{2, 2}).set("auto_pad", "SAME_UPPER"),
              "y = conv_transpose dilations=[1,1] groups=1 output_padding=[0,0] pads_begin=[0,0] "
              "pads_end=[1,1] strides=[2,2] (x0 x1)\n");
  expect_text(transposed().set("strides", Extents{2, 2}).set("auto_pad", "SAME_LOWER"),
              "y = conv_transpose dilations=[1,1] groups=1 output_padding=[0,0] pads_begin=[1,1] "
              "pads_end=[0,0] strides=[2,2] (x0 x1)\n");
  expect_text(transposed().set("auto_pad", "VALID"),
              "y = conv_transpose dilations=[1,1] groups=1 output_padding=[0,0] pads_begin=[0,0] "
              "pads_end=[0,0] strides=[1,1] (x0 x1)\n");
}

TEST(ConvTranspose, RefusesWhatContradictsOrIsAmbiguous) {
  expect_refusal(transposed(10).set("strides", Extents{2, 2}).set("auto_pad", "SAME_UPPER"),
                 "unavailable: odd padding");
  expect_refusal(transposed().set("output_shape", Extents{5, 5}).set("pads", Extents{0, 0, 0, 0}),
                 "unreadable: contradict each other");
  expect_refusal(transposed().set("output_shape", Extents{5}), "unreadable: has 1 entries, not 2");
  expect_refusal(transposed().set("output_shape", Extents{50, 50}), "unreadable: ");
  expect_refusal(transposed().set("output_padding", Extents{-1, 0}), "unreadable: below 0");
  expect_refusal(transposed().set("group", 3), "unreadable: ");
  expect_refusal(OneNode("ConvTranspose").in({1, 2, 3}).in({2, 4, 3, 3}),
                 "unreadable: as many axes");
}

}  // namespace
}  // namespace touchstone::onnx_test
