#include "one_node.h"

namespace touchstone::onnx_test {
namespace {

OneNode pool(const char* type, int opset = 23) {
  return OneNode(type, opset).in({1, 2, 5, 6}).set("kernel_shape", Extents{3, 2});
}

TEST(Pooling, IsOneOperation) {
  expect_text(pool("MaxPool", 7).set("strides", Extents{2, 1}),
              "y = max_pool ceil_mode=false dilations=[1,1] kernel=[3,2] pads_begin=[0,0] "
              "pads_end=[0,0] strides=[2,1] (x0)\n");
  expect_text(pool("MaxPool").set("dilations", Extents{2, 1}).set("ceil_mode", 1),
              "y = max_pool ceil_mode=true dilations=[2,1] kernel=[3,2] pads_begin=[0,0] "
              "pads_end=[0,0] strides=[1,1] (x0)\n");
  expect_text(pool("AveragePool").set("pads", Extents{1, 0, 0, 1}).set("count_include_pad", 1),
              "y = avg_pool ceil_mode=false count_include_pad=true dilations=[1,1] kernel=[3,2] "
              "pads_begin=[1,0] pads_end=[0,1] strides=[1,1] (x0)\n");
  expect_text(pool("AveragePool").set("auto_pad", "SAME_LOWER").set("strides", Extents{2, 2}),
              "y = avg_pool ceil_mode=false count_include_pad=false dilations=[1,1] kernel=[3,2] "
              "pads_begin=[1,0] pads_end=[1,0] strides=[2,2] (x0)\n");
}

TEST(Pooling, RefusesPositionsAndContradictions) {
  expect_refusal(pool("MaxPool").outputs(2), "unavailable: its second output");
  expect_refusal(pool("MaxPool", 9).set("ceil_mode", 1), "unreadable: attribute 'ceil_mode'");
  expect_refusal(pool("AveragePool", 18).set("dilations", Extents{1, 1}),
                 "unreadable: 'dilations'");
  expect_refusal(pool("MaxPool").set("storage_order", 2), "unreadable: 'storage_order' is 2");
  expect_refusal(pool("MaxPool").set("strides", Extents{0, 1}), "unreadable: an entry below 1");
  expect_refusal(pool("MaxPool").set("pads", Extents{3, 0, 0, 0}), "unreadable: ");
  expect_refusal(OneNode("MaxPool").in({1, 1, 5}), "unreadable: 'kernel_shape' is missing");
  expect_refusal(OneNode("MaxPool").in({5}).set("kernel_shape", Extents{1}),
                 "unreadable: at least 3 axes");
  expect_refusal(OneNode("MaxPool").in({1, 1, 5}).set("kernel_shape", Extents{2, 2}),
                 "unreadable: has 2 entries, not 1");
  expect_refusal(OneNode("MaxPool").in({1, 1, 2, 2, 2, 2}).set("kernel_shape", Extents{1, 1, 1, 1}),
                 "unavailable: 4 spatial axes");
}

TEST(Lrn, PoolsChannels) {
  expect_text(OneNode("LRN").in({1, 4, 2, 3}).set("size", 2).set("alpha", 0.5F),
              "y/squares = mul (x0 x0)\n"
              "y/planes = reshape shape=[1,1,4,6] (y/squares)\n"
              "y/mean = avg_pool ceil_mode=false count_include_pad=true dilations=[] kernel=[2,1] "
              "pads_begin=[0,0] pads_end=[1,0] strides=[] (y/planes)\n"
              "y/means = reshape shape=[1,4,2,3] (y/mean)\n"
              "y/weighted = scale factor=0.5 (y/means)\n"
              "y/base = add (y/bias y/weighted)\n"
              "y/divisor = pow (y/base y/beta)\n"
              "y = div (x0 y/divisor)\n");
  expect_refusal(OneNode("LRN").in({1, 4, 2}).set("size", 0), "unreadable: 'size' is 0");
  expect_refusal(OneNode("LRN").in({1, 4}).set("size", 1), "unreadable: at least 3 axes");
}

}  // namespace
}  // namespace touchstone::onnx_test
