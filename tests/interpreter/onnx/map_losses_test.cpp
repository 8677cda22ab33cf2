#include "one_node.h"

namespace touchstone::onnx_test {
namespace {

OneNode loss(const char* type) { return OneNode(type).in({2, 3}); }

TEST(SoftmaxCrossEntropyLoss, OfLabelsOfTheModelsInput) {
  expect_text(loss("SoftmaxCrossEntropyLoss").index({2}),
              "y = cross_entropy_loss axis=1 reduction=mean (x0 x1)\n");
  expect_text(loss("SoftmaxCrossEntropyLoss").index({2}).set("reduction", "sum").outputs(2),
              "y = cross_entropy_loss axis=1 reduction=sum (x0 x1)\n"
              "y1 = log_softmax axis=1 (x0)\n");
  expect_refusal(loss("SoftmaxCrossEntropyLoss").index({2}).set("reduction", "none"),
                 "unavailable: 'target' is only known");
  expect_refusal(loss("SoftmaxCrossEntropyLoss").index({2}).set("ignore_index", 0),
                 "unavailable: 'target' is only known");
  expect_refusal(loss("SoftmaxCrossEntropyLoss").index({2}).in({3}),
                 "unavailable: 'target' is only known");
  expect_refusal(loss("NegativeLogLikelihoodLoss").index({2}),
                 "unavailable: 'target' is only known");
}

TEST(SoftmaxCrossEntropyLoss, OfConstantLabels) {
  expect_text(loss("SoftmaxCrossEntropyLoss").list({0, 2}).set("reduction", "none"),
              "y/log_softmax = log_softmax axis=1 (x0)\n"
              "y/row = reshape shape=[6] (y/log_softmax)\n"
              "y/picked = gather axis=0 (y/row y/positions)\n"
              "y/losses = neg (y/picked)\n"
              "y = reshape shape=[2] (y/losses)\n");
  expect_text(loss("SoftmaxCrossEntropyLoss").list({0, -7}).in({3}).set("ignore_index", -7),
              "y/log_softmax = log_softmax axis=1 (x0)\n"
              "y/row = reshape shape=[6] (y/log_softmax)\n"
              "y/picked = gather axis=0 (y/row y/positions)\n"
              "y/losses = neg (y/picked)\n"
              "y/weights = gather axis=0 (x2 y/classes)\n"
              "y/counted_weights = where (y/counted y/weights y/none)\n"
              "y/weighted = mul (y/losses y/counted_weights)\n"
              "y/counted_losses = where (y/counts y/weighted y/nothing)\n"
              "y/sum = reduce_sum axes=[] keepdims=false (y/counted_losses)\n"
              "y/total_weight = reduce_sum axes=[] keepdims=false (y/counted_weights)\n"
              "y = div (y/sum y/total_weight)\n");
}

TEST(NegativeLogLikelihoodLoss, OfConstantLabels) {
  expect_text(loss("NegativeLogLikelihoodLoss").list({0, 2}),
              "y/row = reshape shape=[6] (x0)\n"
              "y/picked = gather axis=0 (y/row y/positions)\n"
              "y/losses = neg (y/picked)\n"
              "y = reduce_mean axes=[] keepdims=false (y/losses)\n");
  expect_text(loss("NegativeLogLikelihoodLoss").list({0, 1}).in({3}).set("reduction", "sum"),
              "y/row = reshape shape=[6] (x0)\n"
              "y/picked = gather axis=0 (y/row y/positions)\n"
              "y/losses = neg (y/picked)\n"
              "y/weights = gather axis=0 (x2 y/classes)\n"
              "y/weighted = mul (y/losses y/weights)\n"
              "y/counted_losses = where (y/counts y/weighted y/nothing)\n"
              "y = reduce_sum axes=[] keepdims=false (y/counted_losses)\n");
  expect_text(loss("NegativeLogLikelihoodLoss").list({0, 1}).set("ignore_index", 1),
              "y/row = reshape shape=[6] (x0)\n"
              "y/picked = gather axis=0 (y/row y/positions)\n"
              "y/losses = neg (y/picked)\n"
              "y/weights = broadcast shape=[2] (y/one)\n"
              "y/counted_weights = where (y/counted y/weights y/none)\n"
              "y/weighted = mul (y/losses y/counted_weights)\n"
              "y/counted_losses = where (y/counts y/weighted y/nothing)\n"
              "y/sum = reduce_sum axes=[] keepdims=false (y/counted_losses)\n"
              "y/total_weight = reduce_sum axes=[] keepdims=false (y/counted_weights)\n"
              "y = div (y/sum y/total_weight)\n");
}

TEST(Losses, CheckTheirOperands) {
  expect_refusal(loss("NegativeLogLikelihoodLoss").list({0, 3}), "unreadable: none of 3 classes");
  expect_refusal(loss("NegativeLogLikelihoodLoss").list({0, -1}), "unreadable: none of 3 classes");
  expect_refusal(loss("NegativeLogLikelihoodLoss").list({0, 1, 2}), "unreadable: not [2]");
  expect_refusal(loss("NegativeLogLikelihoodLoss").in({2}), "unavailable: 'target'");
  expect_refusal(loss("NegativeLogLikelihoodLoss").number(1), "unreadable: not [2]");
  expect_refusal(loss("NegativeLogLikelihoodLoss").list({0, 1}).in({4}), "unreadable: not [3]");
  expect_refusal(loss("NegativeLogLikelihoodLoss").list({0, 1}).set("reduction", "max"),
                 "unreadable: none of none, mean and sum");
  expect_refusal(OneNode("SoftmaxCrossEntropyLoss").in({2}).index({2}),
                 "unreadable: at least 2 axes");
}

}  // namespace
}  // namespace touchstone::onnx_test
