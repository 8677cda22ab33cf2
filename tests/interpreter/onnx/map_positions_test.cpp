#include "one_node.h"

namespace touchstone::onnx_test {
namespace {

TEST(GatherElements, ReadsARow) {
  expect_text(OneNode("GatherElements").in({2, 3}).constant(integer_tensor({1, 2}, {0, -1})),
              "y/row = reshape shape=[6] (x0)\n"
              "y/elements = gather axis=0 (y/row y/positions)\n"
              "y = reshape shape=[1,2] (y/elements)\n");
  expect_refusal(OneNode("GatherElements").in({2, 3}).index({1, 2}),
                 "unavailable: 'indices' is only");
  expect_refusal(OneNode("GatherElements").in({2, 3}).list({0}), "unreadable: as many axes");
  expect_refusal(
      OneNode("GatherElements").in({2, 3}).constant(integer_tensor({1, 4}, {0, 0, 0, 0})),
      "unreadable: exceeds [2,3]");
  expect_refusal(OneNode("GatherElements").in({2}).list({2}), "unreadable: holds 2, outside");
  expect_refusal(OneNode("GatherElements").in({2}).list({0}).set("axis", 1), "unreadable: axis 1");
}

TEST(GatherNd, ReadsSlices) {
  expect_text(OneNode("GatherND").in({2, 3}).constant(integer_tensor({2, 1}, {1, 0})),
              "y/row = reshape shape=[6] (x0)\n"
              "y/elements = gather axis=0 (y/row y/positions)\n"
              "y = reshape shape=[2,3] (y/elements)\n");
  expect_text(
      OneNode("GatherND").in({2, 3}).constant(integer_tensor({2, 1}, {1, 0})).set("batch_dims", 1),
      "y/row = reshape shape=[6] (x0)\n"
      "y/elements = gather axis=0 (y/row y/positions)\n"
      "y = reshape shape=[2] (y/elements)\n");
  expect_refusal(OneNode("GatherND")
                     .in({2, 3})
                     .constant(integer_tensor({3, 1}, {1, 0, 0}))
                     .set("batch_dims", 1),
                 "unreadable: other batch axes");
  expect_refusal(OneNode("GatherND").in({2, 3}).list({0, 0, 0}), "unreadable: names 3 axes");
  expect_refusal(OneNode("GatherND").in({2, 3}).list({0}).set("batch_dims", -1),
                 "unreadable: is -1");
  expect_refusal(OneNode("GatherND").in({2, 3}).list({0}).set("batch_dims", 2),
                 "unreadable: too few");
  expect_refusal(OneNode("GatherND").in({}).list({0}), "unreadable: too few axes");
  expect_refusal(OneNode("GatherND").in({2}).constant(integer_tensor({}, {0})),
                 "unreadable: too few");
}

TEST(Scatter, ReplacesByAGather) {
  expect_text(OneNode("ScatterElements").in({3}).list({2, 2}).in({2}),
              "y/row = reshape shape=[3] (x0)\n"
              "y/updates = reshape shape=[2] (x2)\n"
              "y/both = concat axis=0 (y/row y/updates)\n"
              "y/chosen = gather axis=0 (y/both y/sources)\n"
              "y = reshape shape=[3] (y/chosen)\n");
  expect_text(OneNode("Scatter", 9).in({3}).list({1}).in({1}),
              "y/row = reshape shape=[3] (x0)\n"
              "y/updates = reshape shape=[1] (x2)\n"
              "y/both = concat axis=0 (y/row y/updates)\n"
              "y/chosen = gather axis=0 (y/both y/sources)\n"
              "y = reshape shape=[3] (y/chosen)\n");
  expect_text(OneNode("ScatterND").in({2, 2}).constant(integer_tensor({1, 1}, {1})).in({1, 2}),
              "y/row = reshape shape=[4] (x0)\n"
              "y/updates = reshape shape=[2] (x2)\n"
              "y/both = concat axis=0 (y/row y/updates)\n"
              "y/chosen = gather axis=0 (y/both y/sources)\n"
              "y = reshape shape=[2,2] (y/chosen)\n");
}

TEST(Scatter, Combines) {
  expect_text(OneNode("ScatterElements").in({3}).list({2, 2}).in({2}).set("reduction", "add"),
              "y/row = reshape shape=[3] (x0)\n"
              "y/updates = reshape shape=[2] (x2)\n"
              "y/sums = scatter_add axis=0 (y/row y/positions y/updates)\n"
              "y = reshape shape=[3] (y/sums)\n");
  expect_text(OneNode("ScatterElements").in({3}).list({0, 2}).in({2}).set("reduction", "max"),
              "y/row = reshape shape=[3] (x0)\n"
              "y/updates = reshape shape=[2] (x2)\n"
              "y/old = gather axis=0 (y/row y/positions)\n"
              "y/combined = max (y/old y/updates)\n"
              "y/both = concat axis=0 (y/row y/combined)\n"
              "y/chosen = gather axis=0 (y/both y/sources)\n"
              "y = reshape shape=[3] (y/chosen)\n");
  expect_refusal(OneNode("ScatterElements").in({3}).list({2, 2}).in({2}).set("reduction", "mul"),
                 "unavailable: several updates of one element");
  expect_refusal(OneNode("ScatterND", 16).in({3}).list({2}).in({}).set("reduction", "max"),
                 "unreadable: not one it has at opset 16");
}

TEST(Scatter, ChecksItsOperands) {
  expect_refusal(OneNode("ScatterElements").in({3}).list({2}).in({2}),
                 "unreadable: has not the shape");
  expect_refusal(OneNode("ScatterElements").in({3}).list({3}).in({1}),
                 "unreadable: holds 3, outside");
  expect_refusal(OneNode("ScatterElements").in({3}).index({1}).in({1}), "unavailable: 'indices'");
  expect_refusal(OneNode("ScatterND").in({3}).list({2}).in({1}), "unreadable: has not the shape");
  expect_refusal(OneNode("ScatterElements").list({3}).list({0}).list({1}),
                 "unavailable: only FLOAT");
  expect_refusal(OneNode("ScatterND").in({1 << 20}).list({0}).in({}), "unavailable: ");
}

}  // namespace
}  // namespace touchstone::onnx_test
