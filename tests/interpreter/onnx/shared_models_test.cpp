#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "onnx_model.h"
#include "touchstone/host/file.h"

/// Models of published benchmarks, where TOUCHSTONE_MODELS_DIR holds them.
namespace touchstone::onnx_test {
namespace {

using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;
using Pair = std::pair<const std::string, int>;

Result<Graph> read_model(const std::string& name, const std::vector<Binding>& bindings = {}) {
  const auto file = std::filesystem::path(TOUCHSTONE_MODELS_DIR) / name;
  const auto bytes = read_file(file);
  if (!bytes) return bytes.error();
  return read_onnx(*bytes, file, bindings);
}

std::map<std::string, int> operations_of(const Graph& graph) {
  std::map<std::string, int> out;
  for (const Node& node : graph.nodes) ++out[std::string(operation(node.op).name)];
  return out;
}

std::string interface_of(const Graph& graph) {
  std::string out;
  for (const ValueId id : graph.inputs) {
    out += graph.value(id).name + " " + graph.value(id).type.text() + " ";
  }
  out += "->";
  for (const ValueId id : graph.outputs) {
    out += " " + graph.value(id).name + " " + graph.value(id).type.text();
  }
  return out;
}

/// Lists its initializers as inputs too, as models before IR 4 must.
TEST(SharedModels, AcasXu) {
  for (const char* name : {"acasxu_1_1.onnx", "acasxu_2_9.onnx", "acasxu_5_5.onnx"}) {
    const auto graph = read_model(name);
    ASSERT_EQ(verdict(graph), "ok");
    EXPECT_EQ(graph->origin.format, "ONNX opset 8");
    EXPECT_EQ(interface_of(*graph), "input float32 [1,1,1,5] -> linear_7_Add float32 [1,5]");
    EXPECT_THAT(operations_of(*graph),
                UnorderedElementsAre(Pair{"sub", 1}, Pair{"flatten", 1}, Pair{"matmul", 7},
                                     Pair{"add", 7}, Pair{"relu", 6}));
  }
}

/// Its nodes have no names.
TEST(SharedModels, MnistFullyConnected) {
  const auto graph = read_model("mnist_fc_256x2.onnx");
  ASSERT_EQ(verdict(graph), "ok");
  EXPECT_EQ(interface_of(*graph), "0 float32 [1,784,1] -> 12 float32 [1,10]");
  EXPECT_EQ(text_of(*graph),
            "7 = flatten axis=1 (0)\n"
            "8 = linear (7 layers.0.weight layers.0.bias)\n"
            "9 = relu (8)\n"
            "10 = linear (9 layers.2.weight layers.2.bias)\n"
            "11 = relu (10)\n"
            "12 = linear (11 layers.4.weight layers.4.bias)\n");
}

TEST(SharedModels, CifarConvolutional) {
  const auto graph = read_model("cifar_deep_kw.onnx");
  ASSERT_EQ(verdict(graph), "ok");
  EXPECT_EQ(interface_of(*graph), "input.1 float32 [1,3,32,32] -> 24 float32 [1,10]");
  EXPECT_THAT(operations_of(*graph), UnorderedElementsAre(Pair{"conv", 4}, Pair{"relu", 5},
                                                          Pair{"flatten", 1}, Pair{"linear", 2}));
  EXPECT_EQ(graph->nodes[0].attributes.summary(),
            "dilations=[1,1] groups=1 pads_begin=[1,1] pads_end=[1,1] strides=[2,2]");
}

/// Its batch size is symbolic, and its reshapes are computed from shapes.
TEST(SharedModels, VisionTransformer) {
  EXPECT_THAT(verdict(read_model("vit_ibp_3_3_8.onnx")),
              HasSubstr("the dimension batch_size has no extent in the model; bind it, for example "
                        "--shape batch_size=1"));
  for (const std::int64_t batch : {1, 3}) {
    const auto graph = read_model("vit_ibp_3_3_8.onnx", {{"batch_size", batch}});
    ASSERT_EQ(verdict(graph), "ok");
    const std::string size = std::to_string(batch);
    EXPECT_EQ(interface_of(*graph),
              "input float32 [" + size + ",3,32,32] -> output float32 [" + size + ",10]");
    EXPECT_THAT(operations_of(*graph),
                UnorderedElementsAre(Pair{"conv", 1}, Pair{"reshape", 13}, Pair{"permute", 25},
                                     Pair{"broadcast", 1}, Pair{"add", 26}, Pair{"concat", 1},
                                     Pair{"batch_norm", 7}, Pair{"matmul", 24}, Pair{"mul", 3},
                                     Pair{"softmax", 3}, Pair{"relu", 3}, Pair{"reduce_mean", 1},
                                     Pair{"linear", 1}));
  }
}

}  // namespace
}  // namespace touchstone::onnx_test
