#include "one_node.h"

namespace touchstone::onnx_test {
namespace {

TEST(Comparison, GivesMasks) {
  expect_text(OneNode("Equal").in({2}).in({1}), "y = equal (x0 x1)\n");
  expect_text(OneNode("Greater").in({2}).in({1}), "y = greater (x0 x1)\n");
  expect_text(OneNode("GreaterOrEqual").in({2}).in({1}), "y = greater_equal (x0 x1)\n");
  expect_text(OneNode("Less").in({2}).in({1}), "y = less (x0 x1)\n");
  expect_text(OneNode("LessOrEqual").in({2}).in({1}), "y = less_equal (x0 x1)\n");
  expect_text(OneNode("Equal").mask({2}).mask({2}),
              "y/A = where (x0 y/one y/zero)\n"
              "y/B = where (x1 y/one y/zero)\n"
              "y = equal (y/A y/B)\n");
  expect_refusal(OneNode("LessOrEqual", 11).in({2}).in({1}), "unreadable: it came with opset 12");
  expect_refusal(OneNode("Less").in({2}).in({3}), "unreadable: ");
  expect_refusal(OneNode("Equal").in({2}).mask({2}), "unreadable: ");
  expect_refusal(OneNode("Equal").list({2}).list({2}),
                 "unavailable: equal has no meaning at int64");
  expect_refusal(OneNode("Equal").index({2}).index({2}), "unavailable: only known when the model");
}

TEST(Logic, IsThatOfNumbers) {
  expect_text(OneNode("Not").mask({2}),
              "y/numbers = where (x0 y/one y/zero)\n"
              "y = equal (y/numbers y/none)\n");
  expect_text(OneNode("And").mask({2}).mask({1}),
              "y/B = where (x1 y/one y/zero)\n"
              "y/numbers = where (x0 y/B y/false)\n"
              "y = equal (y/numbers y/one)\n");
  expect_text(OneNode("Or").mask({2}).mask({1}),
              "y/B = where (x1 y/one y/zero)\n"
              "y/numbers = where (x0 y/true y/B)\n"
              "y = equal (y/numbers y/one)\n");
  expect_text(OneNode("Xor").mask({2}).mask({1}),
              "y/B = where (x1 y/one y/zero)\n"
              "y/not_B = sub (y/true y/B)\n"
              "y/numbers = where (x0 y/not_B y/B)\n"
              "y = equal (y/numbers y/one)\n");
  expect_refusal(OneNode("Not").in({2}), "unreadable: its input 0 is FLOAT, not BOOL");
  expect_refusal(OneNode("And").mask({2}).in({2}), "unreadable: its input 1 is FLOAT, not BOOL");
  expect_refusal(OneNode("Or").mask({2}).mask({3}), "unreadable: ");
}

TEST(Where, Selects) {
  expect_text(OneNode("Where").mask({2}).in({2}).in({1}), "y = where (x0 x1 x2)\n");
  expect_text(OneNode("Where").mask({2}).mask({2}).mask({1}),
              "y/X = where (x1 y/one y/zero)\n"
              "y/Y = where (x2 y/one y/zero)\n"
              "y/numbers = where (x0 y/X y/Y)\n"
              "y = equal (y/numbers y/one)\n");
  expect_refusal(OneNode("Where").in({2}).in({2}).in({2}), "unreadable: its input 0 is FLOAT");
  expect_refusal(OneNode("Where").mask({2}).in({2}).index({2}), "unreadable: ");
  expect_refusal(OneNode("Where").mask({2}).in({2}).in({3}), "unreadable: ");
}

TEST(Classification, OfValues) {
  expect_text(OneNode("IsNaN").in({2}),
              "y/same = equal (x0 x0)\n"
              "y/numbers = where (y/same y/one y/zero)\n"
              "y = equal (y/numbers y/none)\n");
  expect_text(OneNode("IsInf").in({2}),
              "y/abs = abs (x0)\n"
              "y = equal (y/abs y/infinity)\n");
  expect_text(OneNode("IsInf").in({2}).set("detect_negative", 0), "y = equal (x0 y/infinity)\n");
  expect_text(OneNode("IsInf").in({2}).set("detect_negative", 0).set("detect_positive", 0),
              "y = less (x0 y/least)\n");
  expect_refusal(OneNode("IsInf").in({2}).set("detect_negative", 2), "unreadable: neither 0 nor 1");
  expect_refusal(OneNode("IsNaN").mask({2}), "unavailable: ");
}

TEST(Trilu, SelectsByAConstantMask) {
  expect_text(OneNode("Trilu").in({2, 2, 3}).constant(integer_tensor({}, {1})),
              "y = where (y/kept x0 y/none)\n");
  expect_text(OneNode("Trilu").mask({2, 2}).set("upper", 0),
              "y/numbers = where (x0 y/one y/zero)\n"
              "y/selected = where (y/kept y/numbers y/none)\n"
              "y = equal (y/selected y/one)\n");
  expect_refusal(OneNode("Trilu").in({2}), "unreadable: must have at least 2 axes");
  expect_refusal(OneNode("Trilu").in({2, 2}).index({}), "unavailable: 'k' is only known");
  expect_refusal(OneNode("Trilu").in({300, 300}), "unavailable: ");
  expect_refusal(OneNode("Trilu").constant(integer_tensor({1, 1}, {1})), "unavailable: is INT64");
}

/// Operations that move elements move those of a mask as numbers.
TEST(Masks, AreMovedAsNumbers) {
  expect_text(OneNode("Unsqueeze").mask({2}).list({0}),
              "y/number_0 = where (x0 y/one y/zero)\n"
              "y/moved = reshape shape=[1,2] (y/number_0)\n"
              "y = equal (y/moved y/one)\n");
  expect_text(OneNode("Concat").mask({2}).mask({3}).set("axis", 0),
              "y/number_0 = where (x0 y/one y/zero)\n"
              "y/number_1 = where (x1 y/one y/zero)\n"
              "y/moved = concat axis=0 (y/number_0 y/number_1)\n"
              "y = equal (y/moved y/one)\n");
  expect_refusal(OneNode("Concat").mask({2}).in({3}).set("axis", 0), "unreadable: BOOL and FLOAT");
  expect_refusal(OneNode("Neg").mask({2}), "unavailable: it computes with BOOL values");
}

}  // namespace
}  // namespace touchstone::onnx_test
