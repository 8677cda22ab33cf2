#include "one_node.h"

namespace touchstone::onnx_test {
namespace {

TEST(Activations, ThatAreOneOperation) {
  expect_text(OneNode("Sigmoid").in({2}), "y = sigmoid (x0)\n");
  expect_text(OneNode("Softplus").in({2}), "y = softplus (x0)\n");
  expect_text(OneNode("Gelu").in({2}), "y = gelu approximate=none (x0)\n");
  expect_text(OneNode("Gelu").in({2}).set("approximate", "tanh"),
              "y = gelu approximate=tanh (x0)\n");
  expect_refusal(OneNode("Gelu").in({2}).set("approximate", "none "), "unreadable: neither none");
  expect_refusal(OneNode("Gelu", 19).in({2}), "unreadable: it came with opset 20");
}

TEST(Activations, ThatSelect) {
  expect_text(OneNode("LeakyRelu").in({2}),
              "y/below = less (x0 y/zero)\n"
              "y/leaked = scale factor=0.01 (x0)\n"
              "y = where (y/below y/leaked x0)\n");
  expect_text(OneNode("PRelu").in({2, 3}).in({3}),
              "y/below = less (x0 y/zero)\n"
              "y/leaked = mul (x0 x1)\n"
              "y = where (y/below y/leaked x0)\n");
  expect_refusal(OneNode("PRelu").in({3}).in({2, 3}), "unreadable: input 'slope' [2,3] does not");
  expect_text(OneNode("ThresholdedRelu").in({2}).set("alpha", 2.0F),
              "y/above = greater (x0 y/alpha)\n"
              "y = where (y/above x0 y/zero)\n");
  expect_text(OneNode("Shrink").in({2}).set("lambd", 1.5F).set("bias", 0.5F),
              "y/below = less (x0 y/minus_lambd)\n"
              "y/above = greater (x0 y/lambd)\n"
              "y/raised = add (x0 y/bias)\n"
              "y/lowered = sub (x0 y/bias)\n"
              "y/high = where (y/above y/lowered y/zero)\n"
              "y = where (y/below y/raised y/high)\n");
}

TEST(Activations, OfExponentials) {
  expect_text(OneNode("Elu").in({2}).set("alpha", 0.5F),
              "y/min = min (x0 y/zero)\n"
              "y/exp = exp (y/min)\n"
              "y/less_1 = sub (y/exp y/one)\n"
              "y/relu = relu (x0)\n"
              "y/negative = scale factor=0.5 (y/less_1)\n"
              "y = add (y/relu y/negative)\n");
  expect_text(OneNode("Selu").in({2}).set("alpha", 2.0F).set("gamma", 3.0F),
              "y/min = min (x0 y/zero)\n"
              "y/exp = exp (y/min)\n"
              "y/less_1 = sub (y/exp y/one)\n"
              "y/relu = relu (x0)\n"
              "y/negative = scale factor=2 (y/less_1)\n"
              "y/elu = add (y/relu y/negative)\n"
              "y = scale factor=3 (y/elu)\n");
  expect_text(OneNode("Celu").in({2}).set("alpha", 2.0F),
              "y/min = min (x0 y/zero)\n"
              "y/scaled = div (y/min y/alpha)\n"
              "y/exp = exp (y/scaled)\n"
              "y/less_1 = sub (y/exp y/one)\n"
              "y/relu = relu (x0)\n"
              "y/negative = scale factor=2 (y/less_1)\n"
              "y = add (y/relu y/negative)\n");
  expect_refusal(OneNode("Celu").in({2}).set("alpha", 0.0F), "unreadable: attribute 'alpha' is 0");
}

TEST(Activations, OfSlopesAndGates) {
  expect_text(OneNode("HardSigmoid").in({2}),
              "y/scaled = scale factor=0.2 (x0)\n"
              "y/shifted = add (y/scaled y/beta)\n"
              "y = clamp max=1 min=0 (y/shifted)\n");
  expect_text(OneNode("HardSwish").in({2}),
              "y/scaled = scale factor=0.16666667 (x0)\n"
              "y/shifted = add (y/scaled y/beta)\n"
              "y/gate = clamp max=1 min=0 (y/shifted)\n"
              "y = mul (x0 y/gate)\n");
  expect_text(OneNode("Mish").in({2}),
              "y/softplus = softplus (x0)\n"
              "y/gate = tanh (y/softplus)\n"
              "y = mul (x0 y/gate)\n");
  expect_text(OneNode("Softsign").in({2}),
              "y/abs = abs (x0)\n"
              "y/divisor = add (y/one y/abs)\n"
              "y = div (x0 y/divisor)\n");
  expect_refusal(OneNode("HardSigmoid").in({2}).set("alpha", 1), "unreadable: attribute 'alpha'");
  expect_refusal(OneNode("Mish").in({2}).in({2}), "unreadable: it has 2 inputs");
}

TEST(Activations, RefuseWholeNumbersAndMasks) {
  expect_refusal(OneNode("HardSwish").list({1}), "unavailable: only FLOAT operands");
  expect_refusal(OneNode("Mish").mask({2}), "unavailable: only FLOAT operands");
  expect_refusal(OneNode("Sigmoid").list({1}), "unavailable: sigmoid has no meaning at int64");
  expect_refusal(OneNode("Sigmoid").mask({2}), "unavailable: computes with BOOL values");
}

}  // namespace
}  // namespace touchstone::onnx_test
