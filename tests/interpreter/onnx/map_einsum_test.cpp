#include "one_node.h"

namespace touchstone::onnx_test {
namespace {

OneNode einsum(const char* equation) { return OneNode("Einsum").set("equation", equation); }

TEST(Einsum, OfOneTermSumsAndTurns) {
  expect_text(einsum("ij->ji").in({2, 3}), "y = permute axes=[1,0] (x0)\n");
  expect_text(einsum("ij->i").in({2, 3}),
              "y/sum = reduce_sum axes=[1] keepdims=false (x0)\n"
              "y = permute axes=[0] (y/sum)\n");
  expect_text(einsum("ba").in({2, 3}), "y = permute axes=[1,0] (x0)\n");
  expect_text(einsum("i->").in({2}),
              "y/sum = reduce_sum axes=[0] keepdims=false (x0)\n"
              "y = permute axes=[] (y/sum)\n");
}

TEST(Einsum, OfTwoTermsIsAProductOfMatrices) {
  expect_text(einsum("ij,jk->ik").in({2, 3}).in({3, 4}),
              "y/left = reshape shape=[1,2,3] (x0)\n"
              "y/right = reshape shape=[1,3,4] (x1)\n"
              "y/product = matmul (y/left y/right)\n"
              "y = reshape shape=[2,4] (y/product)\n");
  expect_text(einsum("bhid, bhjd -> bhij").in({2, 3, 4, 5}).in({2, 3, 6, 5}),
              "y/turned_B = permute axes=[0,1,3,2] (x1)\n"
              "y/left = reshape shape=[6,4,5] (x0)\n"
              "y/right = reshape shape=[6,5,6] (y/turned_B)\n"
              "y/product = matmul (y/left y/right)\n"
              "y = reshape shape=[2,3,4,6] (y/product)\n");
  expect_text(einsum("i,j->ji").in({2}).in({3}),
              "y/left = reshape shape=[1,2,1] (x0)\n"
              "y/right = reshape shape=[1,1,3] (x1)\n"
              "y/product = mul (y/left y/right)\n"
              "y/shaped = reshape shape=[2,3] (y/product)\n"
              "y = permute axes=[1,0] (y/shaped)\n");
  expect_text(einsum("ij,kj").in({2, 3}).in({4, 3}),
              "y/turned_B = permute axes=[1,0] (x1)\n"
              "y/left = reshape shape=[1,2,3] (x0)\n"
              "y/right = reshape shape=[1,3,4] (y/turned_B)\n"
              "y/product = matmul (y/left y/right)\n"
              "y = reshape shape=[2,4] (y/product)\n");
  expect_text(einsum("ia,j->i").in({2, 5}).in({3}),
              "y/sum_A = reduce_sum axes=[1] keepdims=false (x0)\n"
              "y/sum_B = reduce_sum axes=[0] keepdims=false (x1)\n"
              "y/left = reshape shape=[1,2,1] (y/sum_A)\n"
              "y/right = reshape shape=[1,1,1] (y/sum_B)\n"
              "y/product = mul (y/left y/right)\n"
              "y = reshape shape=[2] (y/product)\n");
}

TEST(Einsum, RefusesOtherEquations) {
  expect_refusal(einsum("...ij->...ji").in({2, 3}), "unavailable: ellipsis");
  expect_refusal(einsum("ii->i").in({2, 2}), "unavailable: repeats a letter in one term");
  expect_refusal(einsum("ij,jk,kl->il").in({2, 2}).in({2, 2}).in({2, 2}), "unavailable: 3 inputs");
  expect_refusal(einsum("ij->ijk").in({2, 2}), "unreadable: letter 'k' of the result is in no");
  expect_refusal(einsum("ij->ii").in({2, 2}), "unreadable: repeats a result's letter");
  expect_refusal(einsum("ij,jk").in({2, 2}), "unreadable: 2 terms");
  expect_refusal(einsum("ijk->i").in({2, 2}), "unreadable: does not name the axes of [2,2]");
  expect_refusal(einsum("ij,jk->ik").in({2, 3}).in({2, 3}), "unreadable: lengths 3 and 2");
  expect_refusal(einsum("i1->i").in({2, 2}), "unreadable: is not an equation");
  expect_refusal(einsum("i->").list({2}), "unavailable: only FLOAT");
}

}  // namespace
}  // namespace touchstone::onnx_test
