#include "one_node.h"

namespace touchstone::onnx_test {
namespace {

TEST(Pad, WithANumberIsOneOperation) {
  expect_text(OneNode("Pad", 7).in({2, 3}).set("pads", Extents{0, 1, 2, 0}).set("value", 0.5F),
              "y = pad pads_begin=[0,1] pads_end=[2,0] value=0.5 (x0)\n");
  expect_text(OneNode("Pad", 13).in({2}).list({1, 2}).number(3),
              "y = pad pads_begin=[1] pads_end=[2] value=3 (x0)\n");
  expect_text(OneNode("Pad", 18).in({2, 3}).list({1, 2}).none().list({-1}),
              "y = pad pads_begin=[0,1] pads_end=[0,2] value=0 (x0)\n");
  expect_text(OneNode("Pad", 13).in({5}).list({-1, 2}),
              "y/cropped = slice axes=[0] counts=[4] starts=[1] steps=[1] (x0)\n"
              "y = pad pads_begin=[0] pads_end=[2] value=0 (y/cropped)\n");
}

TEST(Pad, WithAnotherValueIsJoined) {
  const float infinity = std::numeric_limits<float>::infinity();
  expect_text(OneNode("Pad", 13).in({2}).list({1, 2}).in({}),
              "y/value = reshape shape=[] (x2)\n"
              "y/before_0 = broadcast shape=[1] (y/value)\n"
              "y/after_0 = broadcast shape=[2] (y/value)\n"
              "y/joined_0 = concat axis=0 (y/before_0 x0 y/after_0)\n"
              "y = reshape shape=[5] (y/joined_0)\n");
  expect_text(OneNode("Pad", 13).in({2, 5}).list({1, -1, 0, 0}).number(-infinity),
              "y/cropped = slice axes=[0,1] counts=[2,4] starts=[0,1] steps=[1,1] (x0)\n"
              "y/value = reshape shape=[] (x2)\n"
              "y/before_0 = broadcast shape=[1,4] (y/value)\n"
              "y/joined_0 = concat axis=0 (y/before_0 y/cropped)\n"
              "y = reshape shape=[3,4] (y/joined_0)\n");
  expect_refusal(OneNode("Pad", 13).in({2}).list({1, 2}).in({2}), "unreadable: must be a scalar");
}

TEST(Pad, OfOtherModesIsGathered) {
  expect_text(OneNode("Pad").in({3}).list({2, 1}).set("mode", "reflect"),
              "y/padded_0 = gather axis=0 (x0 y/sources_0)\n"
              "y = reshape shape=[6] (y/padded_0)\n");
  expect_text(OneNode("Pad").in({2, 3}).list({1, 0, 0, 2}).set("mode", "edge"),
              "y/padded_0 = gather axis=0 (x0 y/sources_0)\n"
              "y/padded_1 = gather axis=1 (y/padded_0 y/sources_1)\n"
              "y = reshape shape=[3,5] (y/padded_1)\n");
  expect_text(OneNode("Pad").in({3}).list({1, 1}).set("mode", "wrap"),
              "y/padded_0 = gather axis=0 (x0 y/sources_0)\n"
              "y = reshape shape=[5] (y/padded_0)\n");
  expect_refusal(OneNode("Pad", 18).in({3}).list({1, 1}).set("mode", "wrap"),
                 "unreadable: \"wrap\"");
  expect_refusal(OneNode("Pad").in({0}).list({1, 1}).set("mode", "edge"), "unreadable: too few");
  expect_refusal(OneNode("Pad").in({1}).list({1, 1}).set("mode", "reflect"), "unreadable: too few");
  expect_refusal(OneNode("Pad").in({3}).list({-1, 1}).set("mode", "edge"), "unavailable: negative");
  expect_refusal(OneNode("Pad").in({3}).list({1 << 20, 1}).set("mode", "edge"), "unavailable: ");
  for (const char* mode : {"edge", "reflect"}) {
    expect_refusal(OneNode("Pad").in({3}).list({std::int64_t{1} << 62U, 0}).set("mode", mode),
                   "un");
  }
}

TEST(Pad, ChecksItsPads) {
  expect_refusal(OneNode("Pad").in({2}).list({1}), "unreadable: are not two for each of 1 axes");
  expect_refusal(OneNode("Pad").in({2}).list({-2, -1}), "unreadable: leave no axis 0 of [2]");
  expect_refusal(OneNode("Pad").in({2}).list({-3, 2}), "unavailable: take more from axis 0");
  expect_refusal(OneNode("Pad").in({2}).list({std::numeric_limits<std::int64_t>::max(), 1}),
                 "unreadable: leave no axis");
  expect_refusal(OneNode("Pad").in({2}).list({std::numeric_limits<std::int64_t>::min(),
                                              std::numeric_limits<std::int64_t>::max()}),
                 "unreadable: leave no axis");
  expect_refusal(OneNode("Pad").in({2}).index({2}), "unavailable: 'pads' is only known");
  expect_refusal(OneNode("Pad", 18).in({2, 2}).list({1, 2}).none().list({2}), "unreadable: axis 2");
  expect_refusal(OneNode("Pad").list({2}).list({1, 1}), "unavailable: ");
}

TEST(CenterCropPad, SlicesAndPads) {
  expect_text(OneNode("CenterCropPad").in({5, 2}).list({2, 5}),
              "y/cropped = slice axes=[0,1] counts=[2,2] starts=[1,0] steps=[1,1] (x0)\n"
              "y = pad pads_begin=[0,1] pads_end=[0,2] value=0 (y/cropped)\n");
  expect_text(OneNode("CenterCropPad").in({5, 2}).list({3}).set("axes", Extents{-1}),
              "y = pad pads_begin=[0,0] pads_end=[0,1] value=0 (x0)\n");
  expect_refusal(OneNode("CenterCropPad").in({5, 2}).list({3}), "unreadable: 1 entries for 2 axes");
  expect_refusal(OneNode("CenterCropPad").in({5}).list({-1}), "unreadable: a negative number");
  expect_refusal(OneNode("CenterCropPad").in({5}).list({1}).set("axes", Extents{1}),
                 "unreadable: axis 1");
}

}  // namespace
}  // namespace touchstone::onnx_test
