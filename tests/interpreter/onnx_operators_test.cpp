#include "touchstone/interpreter/onnx_operators.h"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(OnnxOperators, KnowsExactNamesOfOldAndNewOpsets) {
  for (const char* const name : {"Abs", "Xor", "Gemm", "BatchNormalization", "Upsample", "Scatter",
                                 "LSTM", "RMSNormalization", "RotaryEmbedding", "Attention"}) {
    EXPECT_TRUE(is_onnx_operator(name)) << name;
  }
  for (const char* const name : {"", "abs", "GEMM", "Gem", "Gemmm", "FastGelu", "ZipMap"}) {
    EXPECT_FALSE(is_onnx_operator(name)) << name;
  }
}

TEST(OnnxOperators, FindsNamesOfAnotherStyle) {
  EXPECT_EQ(onnx_operator_like("max_pool"), "MaxPool");
  EXPECT_EQ(onnx_operator_like("LAYERNORMALIZATION"), "LayerNormalization");
  EXPECT_EQ(onnx_operator_like("_Gemm_"), "Gemm");
  EXPECT_EQ(onnx_operator_like("maxpool2"), std::nullopt);
  EXPECT_EQ(onnx_operator_like(""), std::nullopt);
  EXPECT_EQ(onnx_operator_like("_"), std::nullopt);
}

}  // namespace
}  // namespace touchstone
