#include "touchstone/onnx/model_header.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "onnx_model.h"

namespace touchstone::onnx_test {
namespace {

using ::testing::HasSubstr;

Model relu_model(int opset = 13) {
  Model model(opset);
  model.input("x", {2}).output("y");
  model.node("Relu", {"x"}, {"y"});
  return model;
}

TEST(ModelHeader, NamesTheFormatAndDigest) {
  const Model model = relu_model();
  const Graph graph = graph_of(model);
  EXPECT_EQ(graph.origin.format, "ONNX opset 13");
  EXPECT_EQ(graph.origin.file, "model.onnx");
  EXPECT_EQ(graph.origin.digest, sha256(model.bytes()));
  EXPECT_TRUE(graph.origin.bindings.empty());
}

TEST(ModelHeader, ReadsOpsets7To23) {
  for (int opset = 7; opset <= 23; ++opset) EXPECT_EQ(verdict(relu_model(opset)), "ok") << opset;
  EXPECT_THAT(verdict(relu_model(6)), HasSubstr("unavailable: model.onnx: opset_import: opset 6"));
  EXPECT_THAT(verdict(relu_model(24)),
              HasSubstr("unavailable: model.onnx: opset_import: opset 24"));
  EXPECT_THAT(verdict(relu_model(0)), HasSubstr("unreadable: model.onnx: opset_import: 0 is not"));
}

TEST(ModelHeader, NeedsTheDefaultDomainOnce) {
  Model named = relu_model();
  named.proto().mutable_opset_import(0)->set_domain("ai.onnx");
  EXPECT_EQ(verdict(named), "ok");
  Model twice = named;
  twice.proto().add_opset_import()->set_version(13);
  EXPECT_THAT(verdict(twice), HasSubstr("unreadable: model.onnx: opset_import: the default domain "
                                        "is imported twice"));
  Model none = relu_model();
  none.proto().clear_opset_import();
  EXPECT_THAT(verdict(none), HasSubstr("unreadable: model.onnx: opset_import: the model imports "
                                       "no opset"));
  Model unused = relu_model();
  auto& other = *unused.proto().add_opset_import();
  other.set_domain("com.example");
  other.set_version(1);
  EXPECT_EQ(verdict(unused), "ok");
}

TEST(ModelHeader, ChecksTheIrVersion) {
  Model model = relu_model();
  model.proto().set_ir_version(3);
  EXPECT_EQ(verdict(model), "ok");
  model.proto().set_ir_version(2);
  EXPECT_THAT(verdict(model), HasSubstr("unavailable: model.onnx: ir_version: IR version 2"));
  model.proto().set_ir_version(14);
  EXPECT_THAT(verdict(model), HasSubstr("unavailable: model.onnx: ir_version: IR version 14"));
  model.proto().set_ir_version(-1);
  EXPECT_THAT(verdict(model), HasSubstr("unreadable: model.onnx: ir_version: -1"));
  model.proto().clear_ir_version();
  EXPECT_THAT(verdict(model), HasSubstr("unreadable: model.onnx: ir_version: the model has no"));
}

TEST(ModelHeader, NeedsAGraph) {
  Model model = relu_model();
  model.proto().clear_graph();
  EXPECT_THAT(verdict(model), HasSubstr("unreadable: model.onnx: graph: the model has no graph"));
}

TEST(ModelHeader, RefusesWhatChangesTheMeaning) {
  Model functions = relu_model();
  functions.proto().add_functions()->set_name("f");
  EXPECT_THAT(verdict(functions), HasSubstr("unavailable: model.onnx: functions: "));
  Model training = relu_model();
  training.proto().add_training_info();
  EXPECT_THAT(verdict(training), HasSubstr("unavailable: model.onnx: training_info: "));
  Model sparse = relu_model();
  sparse.graph().add_sparse_initializer();
  EXPECT_THAT(verdict(sparse), HasSubstr("unavailable: model.onnx: graph.sparse_initializer: "));
  Model quantized = relu_model();
  quantized.graph().add_quantization_annotation();
  EXPECT_THAT(verdict(quantized),
              HasSubstr("unavailable: model.onnx: graph.quantization_annotation: "));
}

TEST(ModelHeader, TakesDescriptions) {
  Model model = relu_model();
  model.proto().set_producer_name("p");
  model.proto().set_doc_string("d");
  model.proto().set_domain("com.example");
  model.proto().set_model_version(3);
  auto& entry = *model.proto().add_metadata_props();
  entry.set_key("k");
  entry.set_value("v");
  EXPECT_EQ(verdict(model), "ok");
}

}  // namespace
}  // namespace touchstone::onnx_test
