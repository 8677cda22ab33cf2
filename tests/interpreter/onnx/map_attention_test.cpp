#include "one_node.h"

namespace touchstone::onnx_test {
namespace {

TEST(Attention, OfHeadsIsOneOperation) {
  expect_text(OneNode("Attention").in({1, 4, 3, 8}).in({1, 2, 5, 8}).in({1, 2, 5, 6}),
              "y = scaled_dot_product_attention causal=false scale=0 (x0 x1 x2)\n");
  expect_text(OneNode("Attention")
                  .in({1, 2, 3, 8})
                  .in({1, 2, 5, 8})
                  .in({1, 2, 5, 6})
                  .mask({3, 5})
                  .set("is_causal", 1)
                  .set("scale", 0.25F),
              "y = scaled_dot_product_attention causal=true scale=0.25 (x0 x1 x2 x3)\n");
}

OneNode attention() {
  return OneNode("Attention").in({1, 2, 3, 8}).in({1, 2, 5, 8}).in({1, 2, 5, 6});
}

TEST(Attention, OfRowsSplitsTheHeads) {
  const OneNode rows = OneNode("Attention").in({2, 3, 8}).in({2, 5, 4}).in({2, 5, 6});
  expect_text(
      OneNode(rows).in({3, 5}).set("q_num_heads", 4).set("kv_num_heads", 2),
      "y/query_heads = reshape shape=[2,3,4,2] (x0)\n"
      "y/query = permute axes=[0,2,1,3] (y/query_heads)\n"
      "y/key_heads = reshape shape=[2,5,2,2] (x1)\n"
      "y/key = permute axes=[0,2,1,3] (y/key_heads)\n"
      "y/value_heads = reshape shape=[2,5,2,3] (x2)\n"
      "y/value = permute axes=[0,2,1,3] (y/value_heads)\n"
      "y/attended = scaled_dot_product_attention causal=false scale=0 (y/query y/key y/value x3)\n"
      "y/turned = permute axes=[0,2,1,3] (y/attended)\n"
      "y = reshape shape=[2,3,12] (y/turned)\n");
  expect_refusal(OneNode(rows).set("kv_num_heads", 2), "unreadable: 'q_num_heads' is missing");
  expect_refusal(OneNode(rows).set("q_num_heads", 3).set("kv_num_heads", 2),
                 "unreadable: 'q_num_heads' is 3, which does not divide");
  expect_refusal(OneNode(rows).set("q_num_heads", 4).set("kv_num_heads", 0),
                 "unreadable: 'kv_num_heads' is 0");
}

TEST(Attention, RefusesCachesAndWhatElseItDoesNotHave) {
  expect_refusal(attention().none().in({1, 2, 1, 8}).in({1, 2, 1, 6}), "unavailable: 'past_key'");
  expect_refusal(attention().outputs(2), "unavailable: outputs after the first");
  expect_refusal(attention().set("softcap", 1.0F), "unavailable: 'softcap'");
  expect_refusal(attention().set("scale", 0.0F), "unavailable: 'scale'");
  expect_refusal(attention().set("softmax_precision", 11), "unavailable: 'softmax_precision'");
  expect_refusal(OneNode("Attention").in({2}).in({2}).in({2}), "unreadable: 3 or 4 axes");
  expect_refusal(OneNode("Attention").in({1, 2, 3, 8}).in({1, 2, 5, 7}).in({1, 2, 5, 6}),
                 "unreadable: ");
}

TEST(RotaryEmbedding, TurnsHalvesOrNeighbours) {
  expect_text(OneNode("RotaryEmbedding").in({1, 2, 3, 4}).in({9, 2}).in({9, 2}).index({1, 3}),
              "y/heads = reshape shape=[1,2,3,4] (x0)\n"
              "y/first = slice axes=[3] counts=[2] starts=[0] steps=[1] (y/heads)\n"
              "y/second = slice axes=[3] counts=[2] starts=[2] steps=[1] (y/heads)\n"
              "y/cos_rows = gather axis=0 (x1 x3)\n"
              "y/cos = reshape shape=[1,1,3,2] (y/cos_rows)\n"
              "y/sin_rows = gather axis=0 (x2 x3)\n"
              "y/sin = reshape shape=[1,1,3,2] (y/sin_rows)\n"
              "y/cos_first = mul (y/cos y/first)\n"
              "y/sin_second = mul (y/sin y/second)\n"
              "y/real = sub (y/cos_first y/sin_second)\n"
              "y/sin_first = mul (y/sin y/first)\n"
              "y/cos_second = mul (y/cos y/second)\n"
              "y/imaginary = add (y/sin_first y/cos_second)\n"
              "y/turned = concat axis=3 (y/real y/imaginary)\n"
              "y = reshape shape=[1,2,3,4] (y/turned)\n");
  expect_text(OneNode("RotaryEmbedding")
                  .in({1, 3, 12})
                  .in({1, 3, 1})
                  .in({1, 3, 1})
                  .set("num_heads", 2)
                  .set("rotary_embedding_dim", 2)
                  .set("interleaved", 1),
              "y/heads = reshape shape=[1,3,2,6] (x0)\n"
              "y/first = slice axes=[3] counts=[1] starts=[0] steps=[1] (y/heads)\n"
              "y/second = slice axes=[3] counts=[1] starts=[1] steps=[1] (y/heads)\n"
              "y/cos = reshape shape=[1,3,1,1] (x1)\n"
              "y/sin = reshape shape=[1,3,1,1] (x2)\n"
              "y/cos_first = mul (y/cos y/first)\n"
              "y/sin_second = mul (y/sin y/second)\n"
              "y/real = sub (y/cos_first y/sin_second)\n"
              "y/sin_first = mul (y/sin y/first)\n"
              "y/cos_second = mul (y/cos y/second)\n"
              "y/imaginary = add (y/sin_first y/cos_second)\n"
              "y/reals = reshape shape=[1,3,2,1,1] (y/real)\n"
              "y/imaginaries = reshape shape=[1,3,2,1,1] (y/imaginary)\n"
              "y/pairs = concat axis=4 (y/reals y/imaginaries)\n"
              "y/turned = reshape shape=[1,3,2,2] (y/pairs)\n"
              "y/rest = slice axes=[3] counts=[4] starts=[2] steps=[1] (y/heads)\n"
              "y/joined = concat axis=3 (y/turned y/rest)\n"
              "y = reshape shape=[1,3,12] (y/joined)\n");
}

TEST(RotaryEmbedding, NeedsHeadsAndPairs) {
  const OneNode rows = OneNode("RotaryEmbedding").in({1, 3, 12}).in({1, 3, 2}).in({1, 3, 2});
  expect_refusal(rows, "unreadable: 'num_heads' = 0");
  expect_refusal(OneNode(rows).set("num_heads", 4), "unreadable: turns 3 of 3");
  expect_refusal(OneNode(rows).set("num_heads", 2), "unreadable: ");
  expect_refusal(OneNode("RotaryEmbedding").in({1, 2, 3, 4}).in({9, 2}).in({9, 2}), "unreadable: ");
}

}  // namespace
}  // namespace touchstone::onnx_test
