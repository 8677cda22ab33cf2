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

std::string softmax(int opset, std::optional<int> axis) {
  Model model(opset);
  model.input("x", {2, 3, 4}).output("y");
  NodeHandle node = model.node("Softmax", {"x"}, {"y"});
  if (axis) node.set("axis", *axis);
  return outcome(model);
}

TEST(Softmax, NormalisesOneAxisFromOpset13) {
  EXPECT_EQ(softmax(13, {}), "y = softmax axis=2 (x)\n");
  EXPECT_EQ(softmax(13, 1), "y = softmax axis=1 (x)\n");
  EXPECT_EQ(softmax(13, -3), "y = softmax axis=0 (x)\n");
  EXPECT_THAT(softmax(13, 3), HasSubstr("unreadable: model.onnx: node #0 'y' (Softmax).attribute "
                                        "'axis': axis 3 is outside"));
}

TEST(Softmax, NormalisesAMatrixBeforeOpset13) {
  EXPECT_EQ(softmax(9, {}),
            "y/matrix = reshape shape=[2,12] (x)\n"
            "y/softmax = softmax axis=1 (y/matrix)\n"
            "y = reshape shape=[2,3,4] (y/softmax)\n");
  EXPECT_EQ(softmax(12, -3),
            "y/matrix = reshape shape=[1,24] (x)\n"
            "y/softmax = softmax axis=1 (y/matrix)\n"
            "y = reshape shape=[2,3,4] (y/softmax)\n");
  EXPECT_EQ(softmax(9, 2), "y = softmax axis=2 (x)\n");
  EXPECT_THAT(softmax(9, -1), HasSubstr("axis -1 is negative"));
  EXPECT_THAT(softmax(9, 3), HasSubstr("axis 3 is outside"));
}

TEST(LogSoftmax, IsNormalisedLikeSoftmax) {
  expect_text(OneNode("LogSoftmax", 13).in({2, 3}), "y = log_softmax axis=1 (x0)\n");
  expect_text(OneNode("LogSoftmax", 9).in({2, 3, 4}),
              "y/matrix = reshape shape=[2,12] (x0)\n"
              "y/log_softmax = log_softmax axis=1 (y/matrix)\n"
              "y = reshape shape=[2,3,4] (y/log_softmax)\n");
  expect_refusal(OneNode("LogSoftmax", 13).in({2}).set("axis", 1), "unreadable: axis 1 is outside");
  expect_refusal(OneNode("LogSoftmax", 13).list({2}), "unavailable: no meaning at int64");
}

}  // namespace
}  // namespace touchstone::onnx_test
