#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "onnx_model.h"

namespace touchstone::onnx_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Model matmul(const Dimensions& a, const Dimensions& b) {
  Model model(13);
  model.input("a", a).input("b", b).output("y");
  model.node("MatMul", {"a", "b"}, {"y"});
  return model;
}

TEST(MatMul, OfMatricesIsMatmul) {
  EXPECT_EQ(text_of(graph_of(matmul({2, 3}, {3, 4}))), "y = matmul (a b)\n");
  const Graph batched = graph_of(matmul({5, 1, 2, 3}, {6, 3, 4}));
  EXPECT_EQ(batched.value(batched.outputs[0]).type.text(), "float32 [5,6,2,4]");
}

TEST(MatMul, ReshapesOneDimensionalOperands) {
  EXPECT_EQ(text_of(graph_of(matmul({3}, {5, 3, 4}))),
            "y/row = reshape shape=[1,3] (a)\n"
            "y/matmul = matmul (y/row b)\n"
            "y = reshape shape=[5,4] (y/matmul)\n");
  EXPECT_EQ(text_of(graph_of(matmul({5, 2, 3}, {3}))),
            "y/column = reshape shape=[3,1] (b)\n"
            "y/matmul = matmul (a y/column)\n"
            "y = reshape shape=[5,2] (y/matmul)\n");
  const Graph both = graph_of(matmul({3}, {3}));
  EXPECT_EQ(both.value(both.outputs[0]).type.text(), "float32 []");
  EXPECT_THAT(output_of(both, {counting({3}), counting({3})}), ElementsAre(5));
}

TEST(MatMul, RefusesScalarsAndOtherLengths) {
  EXPECT_THAT(verdict(matmul({}, {3, 4})), HasSubstr("may not be scalars"));
  EXPECT_THAT(verdict(matmul({2, 3}, {4, 5})),
              HasSubstr("unreadable: model.onnx: node #0 'y' (MatMul): "));
}

struct GemmCase {
  float alpha = 1;
  float beta = 1;
  bool transpose_a = false;
  bool transpose_b = false;
  std::optional<Extents> c;
};

/// A [2,3] times [3,4], each possibly stored the other way round.
Model gemm(const GemmCase& given, int opset = 13) {
  Model model(opset);
  model.input("a", given.transpose_a ? Dimensions{3, 2} : Dimensions{2, 3});
  model.input("b", given.transpose_b ? Dimensions{4, 3} : Dimensions{3, 4}).output("y");
  Names inputs{"a", "b"};
  if (given.c) {
    model.input("c", Dimensions(given.c->begin(), given.c->end()));
    inputs.emplace_back("c");
  }
  model.node("Gemm", inputs, {"y"})
      .set("alpha", given.alpha)
      .set("beta", given.beta)
      .set("transA", given.transpose_a ? 1 : 0)
      .set("transB", given.transpose_b ? 1 : 0);
  return model;
}

TEST(Gemm, OfADenseLayerIsLinear) {
  EXPECT_EQ(text_of(graph_of(gemm({1, 1, false, true, Extents{4}}))), "y = linear (a b c)\n");
  EXPECT_EQ(text_of(graph_of(gemm({1, 1, false, true, {}}))), "y = linear (a b)\n");
  EXPECT_EQ(text_of(graph_of(gemm({1, 0.5F, false, true, {}}))), "y = linear (a b)\n");
  EXPECT_EQ(text_of(graph_of(gemm({1, 1, true, true, Extents{4}}))),
            "y/transA = permute axes=[1,0] (a)\ny = linear (y/transA b c)\n");
}

TEST(Gemm, OtherwiseIsComposed) {
  EXPECT_EQ(text_of(graph_of(gemm({1, 1, false, false, {}}))), "y = matmul (a b)\n");
  EXPECT_EQ(text_of(graph_of(gemm({1, 1, false, false, Extents{4}}))),
            "y/matmul = matmul (a b)\ny = add (y/matmul c)\n");
  EXPECT_EQ(text_of(graph_of(gemm({1, 1, false, true, Extents{2, 1}}))),
            "y/transB = permute axes=[1,0] (b)\n"
            "y/matmul = matmul (a y/transB)\n"
            "y = add (y/matmul c)\n");
  EXPECT_EQ(text_of(graph_of(gemm({2, 1, false, false, {}}))),
            "y/matmul = matmul (a b)\ny = mul (y/matmul y/alpha)\n");
  EXPECT_EQ(text_of(graph_of(gemm({2, 3, true, true, Extents{4}}))),
            "y/transA = permute axes=[1,0] (a)\n"
            "y/transB = permute axes=[1,0] (b)\n"
            "y/matmul = matmul (y/transA y/transB)\n"
            "y/scaled_product = mul (y/matmul y/alpha)\n"
            "y/scaled_C = mul (c y/beta)\n"
            "y = add (y/scaled_product y/scaled_C)\n");
}

/// Against the formula, for every combination of attributes and every shape of C.
TEST(Gemm, ComputesTheFormula) {
  const std::vector<std::optional<Extents>> shapes{
      {}, Extents{}, Extents{1}, Extents{4}, Extents{1, 4}, Extents{2, 1}, Extents{2, 4}};
  for (int flags = 0; flags < 16; ++flags) {
    for (const auto& c : shapes) {
      const GemmCase given{(flags & 1) != 0 ? 2.0F : 1.0F, (flags & 2) != 0 ? -3.0F : 1.0F,
                           (flags & 4) != 0, (flags & 8) != 0, c};
      std::vector<Tensor> inputs{counting(given.transpose_a ? Extents{3, 2} : Extents{2, 3}),
                                 counting(given.transpose_b ? Extents{4, 3} : Extents{3, 4})};
      if (c) inputs.push_back(counting(*c));
      std::vector<float> expected;
      for (std::int64_t i = 0; i < 2; ++i) {
        for (std::int64_t j = 0; j < 4; ++j) {
          std::int64_t product = 0;
          for (std::int64_t k = 0; k < 3; ++k) {
            product += (given.transpose_a ? k * 2 + i : i * 3 + k) *
                       (given.transpose_b ? j * 3 + k : k * 4 + j);
          }
          std::int64_t bias = 0;
          if (c && !c->empty()) {
            const bool row = c->size() == 2 && (*c)[0] == 2;
            const bool column = c->back() == 4;
            bias = (row ? i * c->back() : 0) + (column ? j : 0);
          }
          expected.push_back(given.alpha * static_cast<float>(product) +
                             given.beta * static_cast<float>(bias));
        }
      }
      EXPECT_EQ(output_of(graph_of(gemm(given)), inputs), expected) << flags;
    }
  }
}

TEST(Gemm, NeedsMatricesAndAFittingC) {
  EXPECT_THAT(verdict(gemm({1, 1, false, false, Extents{3}})),
              HasSubstr("unreadable: model.onnx: node #0 'y' (Gemm): its input 'C' [3] does not "
                        "broadcast to [2,4]"));
  EXPECT_THAT(verdict(gemm({1, 1, false, false, Extents{1, 2, 4}})), HasSubstr("its input 'C'"));
  Model model(13);
  model.input("a", {2, 1, 3}).input("b", {3, 4}).output("y");
  model.node("Gemm", {"a", "b"}, {"y"});
  EXPECT_THAT(verdict(model), HasSubstr("must be matrices"));
}

TEST(Gemm, NeedsCBeforeOpset11) {
  EXPECT_EQ(verdict(gemm({1, 1, false, true, Extents{4}}, 9)), "ok");
  EXPECT_THAT(verdict(gemm({1, 1, false, true, {}}, 9)), HasSubstr("it has 2 inputs"));
}

TEST(Gemm, HasFlagsOf0And1) {
  Model model(13);
  model.input("a", {2, 2}).input("b", {2, 2}).output("y");
  model.node("Gemm", {"a", "b"}, {"y"}).set("transA", 2);
  EXPECT_THAT(verdict(model),
              HasSubstr("unreadable: model.onnx: node #0 'y' (Gemm): attribute 'transA' is 2"));
}

}  // namespace
}  // namespace touchstone::onnx_test
