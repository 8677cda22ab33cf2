#include "one_node.h"

namespace touchstone::onnx_test {
namespace {

OneNode col2im(const Dimensions& x) { return OneNode("Col2Im").in(x).list({2, 3}).list({1, 2}); }

TEST(Col2Im, AddsBlocks) {
  expect_text(col2im({1, 4, 4}),
              "y/rows = reshape shape=[2,8] (x0)\n"
              "y/kept = gather axis=1 (y/rows y/sources)\n"
              "y/nothing = broadcast shape=[2,6] (y/zero)\n"
              "y/sums = scatter_add axis=1 (y/nothing y/targets y/kept)\n"
              "y = reshape shape=[1,2,2,3] (y/sums)\n");
  expect_text(OneNode("Col2Im").in({1, 2, 2}).list({2}).list({2}).set("pads", Extents{1, 0}),
              "y/rows = reshape shape=[1,4] (x0)\n"
              "y/kept = gather axis=1 (y/rows y/sources)\n"
              "y/nothing = broadcast shape=[1,2] (y/zero)\n"
              "y/sums = scatter_add axis=1 (y/nothing y/targets y/kept)\n"
              "y = reshape shape=[1,1,2] (y/sums)\n");
}

TEST(Col2Im, ChecksItsBlocks) {
  expect_refusal(col2im({1, 4}), "unreadable: must have 3 axes");
  expect_refusal(col2im({1, 3, 4}), "unreadable: not made of blocks of 2");
  expect_refusal(col2im({1, 4, 5}), "unreadable: has not 4 blocks");
  expect_refusal(col2im({1, 4, 4}).set("dilations", Extents{1, 3}), "unreadable: do not fit");
  expect_refusal(OneNode("Col2Im").in({1, 4, 4}).list({2, 3}).list({2}), "unreadable: axes");
  expect_refusal(OneNode("Col2Im").in({1, 4, 4}).list({2, 3}).index({2}),
                 "unavailable: only known");
  expect_refusal(OneNode("Col2Im").in({1, 4, 4}).list({0, 3}).list({1, 1}),
                 "unavailable: not empty");
  expect_refusal(OneNode("Col2Im").in({1, 0, 1}).list({1 << 30, 1 << 30}).list({1 << 30, 1 << 30}),
                 "unavailable: ");
}

}  // namespace
}  // namespace touchstone::onnx_test
