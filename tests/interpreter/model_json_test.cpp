#include "touchstone/interpreter/model_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <stdexcept>

#include "model_json_fixture.h"
#include "touchstone/core/digest.h"
#include "touchstone/format/json.h"
#include "touchstone/format/safetensors.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> node_ids(const Graph& graph) {
  std::vector<std::string> out;
  for (const Node& node : graph.nodes) out.push_back(node.id);
  return out;
}

TEST_F(ModelJson, ReadsAModel) {
  const std::string text = model(
      R"([{"id":"m","op":"reduce_mean","inputs":["x"],"attributes":{"axes":[1],"keepdims":false},
           "dtype":"float32","shape":[2]},
          {"id":"y","op":"relu","inputs":["m"]}])",
      R"(["y","x"])", R"("name":"a model",)");
  const auto graph = read(text);
  ASSERT_TRUE(graph.ok()) << graph.error().text();
  EXPECT_THAT(node_ids(*graph), ElementsAre("m", "y"));
  EXPECT_EQ(graph->nodes[0].attributes.integers("axes"), Integers{1});
  EXPECT_FALSE(graph->nodes[0].attributes.boolean("keepdims"));
  ASSERT_EQ(graph->outputs.size(), 2U);
  EXPECT_EQ(graph->value(graph->outputs[0]).type.shape, Shape::of({2}));
  EXPECT_EQ(graph->origin.format, "model.json 1");
  EXPECT_EQ(graph->origin.file, file().string());
  EXPECT_EQ(graph->origin.digest, sha256(text));
}

TEST_F(ModelJson, SortsNodesAndKeepsAnOrderThatServes) {
  const auto sorted = read(model(R"([{"id":"y","op":"add","inputs":["b","a"]},
      {"id":"a","op":"relu","inputs":["x"]},{"id":"b","op":"relu","inputs":["a"]},
      {"id":"c","op":"relu","inputs":["x"]}])"));
  ASSERT_TRUE(sorted.ok()) << sorted.error().text();
  EXPECT_THAT(node_ids(*sorted), ElementsAre("a", "b", "y", "c"));
  const auto kept = read(model(R"([{"id":"c","op":"relu","inputs":["x"]},
      {"id":"a","op":"relu","inputs":["x"]},{"id":"y","op":"add","inputs":["a","c"]}])"));
  EXPECT_THAT(node_ids(*kept), ElementsAre("c", "a", "y"));
}

TEST_F(ModelJson, ConvertsAttributesByTheirDeclaredType) {
  const auto norm = [&](const std::string& epsilon) {
    const std::string parameter = R"({"dtype":"float32","shape":[3],"data":[1,1,1]})";
    return read(model(R"([{"id":"y","op":"batch_norm","inputs":["x","p","p","p","p"],)"
                      R"("attributes":{"epsilon":)" +
                          epsilon + "}}]",
                      R"(["y"])", R"("parameters":{"inline":{"p":)" + parameter + "}},"));
  };
  EXPECT_EQ(norm("0.25")->nodes[0].attributes.real("epsilon"), 0.25F);
  EXPECT_EQ(norm("1")->nodes[0].attributes.real("epsilon"), 1.0F);
  for (const char* const epsilon : {"\"nan\"", "1e39", "true", "[1]", "null"}) {
    const auto refused = norm(epsilon);
    ASSERT_FALSE(refused.ok()) << epsilon;
    EXPECT_EQ(refused.error().place, "nodes[0].attributes.epsilon");
    EXPECT_EQ(refused.error().kind, Failure::unreadable);
  }
}

TEST_F(ModelJson, BindsSymbolicDimensions) {
  const std::string text = R"({"format":"touchstone.model","version":1,
      "inputs":[{"name":"x","dtype":"float32","shape":["N",3,"M"]}],
      "nodes":[{"id":"y","op":"relu","inputs":["x"],"shape":["N",3,"M"]}],"outputs":["y"]})";
  const auto bound = read(text, {{"M", 5}, {"N", 2}});
  ASSERT_TRUE(bound.ok()) << bound.error().text();
  EXPECT_EQ(bound->value(bound->inputs[0]).type.shape, Shape::of({2, 3, 5}));
  EXPECT_EQ(bound->origin.bindings, (Bindings{{"M", 5}, {"N", 2}}));

  const auto unbound = read(text, {{"M", 5}});
  ASSERT_FALSE(unbound.ok());
  EXPECT_EQ(unbound.error().kind, Failure::unreadable);
  EXPECT_THAT(
      unbound.error().text(),
      HasSubstr("the dimension N has no extent in the model; bind it, for example --shape N=1"));
  EXPECT_THAT(read(text).error().reason, HasSubstr("the dimensions M, N have"));
  EXPECT_THAT(read(text, {{"M", 5}, {"N", 2}, {"K", 1}}).error().reason, HasSubstr("named K"));
  EXPECT_THAT(read(text, {{"M", 5}, {"N", 2}, {"N", 2}}).error().reason, HasSubstr("twice"));
  EXPECT_THAT(read(text, {{"M", 5}, {"N", -2}}).error().reason, HasSubstr("negative"));
}

TEST_F(ModelJson, RefusesASymbolInADeclarationThatIsNotBound) {
  const auto refused = read(model(R"([{"id":"y","op":"relu","inputs":["x"],"shape":["N",3]}])"));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().place, "nodes[0].shape");
}

TEST_F(ModelJson, ReadsParametersFromBothPlaces) {
  const std::array<float, 3> values{1, 2, 3};
  const std::vector<NamedTensor> tensors{{"w", Tensor::of(Shape::of({3}), values)}};
  const std::string bytes = write_safetensors(tensors);
  ASSERT_TRUE(write_file(file("p.safetensors"), bytes).ok());
  const std::string text = model(
      R"([{"id":"a","op":"add","inputs":["x","w"]},{"id":"y","op":"mul","inputs":["a","v"]}])",
      R"(["y"])",
      R"("parameters":{"file":"p.safetensors","inline":{"v":{"dtype":"float32","shape":[],"data":2}}},)");
  const auto graph = read(text);
  ASSERT_TRUE(graph.ok()) << graph.error().text();
  EXPECT_EQ(graph->value(graph->nodes[0].inputs[1]).constant->floats()[2], 3.0F);
  EXPECT_EQ(graph->value(graph->nodes[1].inputs[1]).constant->floats()[0], 2.0F);

  const Digest expected = Sha256().digest(sha256(text)).digest(sha256(bytes)).finish();
  EXPECT_EQ(graph->origin.digest, expected);
}

TEST_F(ModelJson, BindsAParameterFileByItsDigest) {
  const std::array<float, 3> values{1, 2, 3};
  const std::string bytes =
      write_safetensors(std::vector<NamedTensor>{{"w", Tensor::of(Shape::of({3}), values)}});
  const auto with = [&](const std::string& parameters) {
    return read(model(R"([{"id":"y","op":"add","inputs":["x","w"]}])", R"(["y"])",
                      R"("parameters":{)" + parameters + "},"));
  };
  const std::string named = R"("file":"p.safetensors")";
  const std::string bound = named + R"(,"sha256":")" + sha256(bytes).hex() + "\"";
  ASSERT_TRUE(write_file(file("p.safetensors"), bytes).ok());
  EXPECT_TRUE(with(named).ok());
  EXPECT_TRUE(with(bound).ok());
  EXPECT_EQ(with(named + R"(,"sha256":"12")").error().place, "parameters.sha256");
  EXPECT_EQ(with(named + R"(,"sha256":"12")").error().kind, Failure::unreadable);
  EXPECT_EQ(with(named + R"(,"sha256":1)").error().place, "parameters.sha256");
  EXPECT_EQ(with(R"("sha256":")" + sha256(bytes).hex() + "\"").error().place, "parameters.sha256");
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] =
        static_cast<char>(static_cast<unsigned char>(flipped[bit / 8]) ^ 1U << bit % 8);
    ASSERT_TRUE(write_file(file("p.safetensors"), flipped).ok());
    const auto refused = with(bound);
    ASSERT_FALSE(refused.ok()) << bit;
    EXPECT_EQ(refused.error().kind, Failure::rejected);
    EXPECT_EQ(refused.error().file, file("p.safetensors").string());
    EXPECT_THAT(refused.error().reason, HasSubstr(sha256(flipped).hex()));
    EXPECT_THAT(refused.error().reason, HasSubstr(sha256(bytes).hex()));
  }
}

TEST_F(ModelJson, TellsConstantsFromParameters) {
  const auto with = [&](const std::string& constants) {
    return read(model(R"([{"id":"y","op":"mul","inputs":["x","v"]}])", R"(["y"])",
                      R"("parameters":{"inline":{"v":{"dtype":"float32","shape":[],"data":2}})" +
                          constants + "},"));
  };
  const auto flag = [](const Graph& graph) {
    return graph.value(graph.nodes[0].inputs[1]).parameter;
  };
  EXPECT_TRUE(flag(with("").value()));
  EXPECT_TRUE(flag(with(R"(,"constant":[])").value()));
  EXPECT_FALSE(flag(with(R"(,"constant":["v"])").value()));
  EXPECT_EQ(with(R"(,"constant":["v","w"])").error().place, "parameters.constant[1]");
  EXPECT_EQ(with(R"(,"constant":["v","v"])").error().place, "parameters.constant[1]");
  EXPECT_EQ(with(R"(,"constant":[1])").error().place, "parameters.constant[0]");
  EXPECT_EQ(with(R"(,"constant":"v")").error().place, "parameters.constant");
}

TEST_F(ModelJson, RefusesBadParameterFiles) {
  fs::create_directory(file("inside"));
  ASSERT_TRUE(write_file(file("broken"), "x").ok());
  ASSERT_TRUE(write_file(file("clash"), write_safetensors(std::vector<NamedTensor>{
                                            {"x", Tensor::of(Shape(), std::array<float, 1>{1})}}))
                  .ok());
  fs::create_symlink(file("broken"), file("inside/link"));
  const auto refused = [&](const std::string& name) {
    const std::string text = model(R"([{"id":"y","op":"relu","inputs":["x"]}])", R"(["y"])",
                                   R"("parameters":{"file":")" + name + "\"},");
    const auto graph = read_model_json(text, file("inside/../model.json"), {});
    EXPECT_FALSE(graph.ok()) << name;
    return graph.ok() ? Diagnostic{} : graph.error();
  };
  EXPECT_EQ(refused("absent").place, "parameters.file");
  EXPECT_EQ(refused("../broken").place, "parameters.file");
  EXPECT_EQ(refused("/dev/zero").place, "parameters.file");
  EXPECT_EQ(refused("\\u0000").place, "parameters.file");
  EXPECT_THAT(refused("inside").text(), HasSubstr("folder"));
  EXPECT_EQ(refused("broken").file, file("broken").string());
  EXPECT_THAT(refused("broken").reason, HasSubstr("header"));
  EXPECT_THAT(refused("clash").text(), HasSubstr("'x' is used twice"));

  const std::string text = model("[]", "[]", R"("parameters":{"file":"link"},)");
  const auto escaping = read_model_json(text, file("inside/model.json"), {});
  EXPECT_THAT(escaping.error().reason, HasSubstr("symbolic link"));
}

struct BadCase {
  std::string text;
  std::string place;
  std::string reason;
  Failure kind = Failure::unreadable;
};

class RefusedModel : public ModelJson {
 protected:
  void expect_refused(const std::vector<BadCase>& cases) const {
    for (const BadCase& bad : cases) {
      const auto graph = read(bad.text);
      ASSERT_FALSE(graph.ok()) << bad.text;
      const Diagnostic& why = graph.error();
      EXPECT_EQ(why.place, bad.place) << why.text();
      EXPECT_THAT(why.reason, HasSubstr(bad.reason)) << why.text();
      EXPECT_EQ(why.kind, bad.kind) << why.text();
      EXPECT_EQ(why.file, file().string()) << why.text();
      EXPECT_FALSE(why.remedy.empty()) << why.text();
    }
  }
  /// A model of one node y, given without its id.
  static std::string node(const std::string& rest) { return model(R"([{"id":"y",)" + rest + "}]"); }
};

TEST_F(RefusedModel, HasAnotherFormatOrVersion) {
  constexpr Failure beyond = Failure::unavailable;
  expect_refused({
      {"", "line 1, column 1", "not JSON"},
      {"[]", "", "expected an object"},
      {"{}", "", "not a file of the format"},
      {R"({"format":"touchstone.trace","version":1})", "", "not a file of the format"},
      {R"({"format":1,"version":1})", "", "not a file of the format"},
      {R"({"format":"touchstone.model"})", "", "\"version\" is missing"},
      {R"({"format":"touchstone.model","version":"1"})", "version", "whole number"},
      {R"({"format":"touchstone.model","version":2,"later":{}})", "version", "version 2", beyond},
      {R"({"format":"touchstone.model","version":1})", "", "\"inputs\" is missing"},
      {model("[]", "[]", R"("tests":[],)"), "tests", "\"tests\" is not implemented", beyond},
      {model("[]", "[]", R"("properties":[],)"), "properties", "not implemented", beyond},
      {model("[]", "[]", R"("extra":[],)"), "extra", "unknown field"},
      {model("[]", "[]", R"("name":1,)"), "name", "expected text"},
      {model("[]", "[]"), "", "no operations"},
      {model(R"([{"id":"y","op":"relu","inputs":["x"]}])", "[]"), "", "no outputs"},
  });
}

TEST_F(RefusedModel, HasBadInputs) {
  const auto input = [](const std::string& dtype, const std::string& shape,
                        const std::string& name = "i") {
    return R"({"format":"touchstone.model","version":1,"inputs":[{"name":")" + name +
           R"(","dtype":")" + dtype + R"(","shape":)" + shape +
           R"(}],"nodes":[{"id":"y","op":"relu","inputs":["i"]}],"outputs":["y"]})";
  };
  ASSERT_TRUE(read(input("float32", "[1]")).ok());
  expect_refused({
      {input("float32", "[-1]"), "inputs[0].shape", "negative"},
      {input("float32", "[1.5]"), "inputs[0].shape[0]", "whole number"},
      {input("float32", "[null]"), "inputs[0].shape[0]", "whole number"},
      {input("float32", "[\"\"]"), "inputs[0].shape[0]", "empty"},
      {input("float32", "[4611686018427387905]"), "inputs[0].shape", "2^62"},
      {input("float32", "[18446744073709551616]"), "inputs[0].shape[0]", "64 bits"},
      {input("float32", "[4294967296,4294967296]"), "inputs[0].shape", "2^62"},
      {input("float32", "[1,1,1,1,1,1,1,1,1]"), "inputs[0].shape", "9 axes", Failure::unavailable},
      {input("float32", "3"), "inputs[0].shape", "a list"},
      {input("float64", "[1]"), "inputs[0].dtype", "float64", Failure::unavailable},
      {input("real", "[1]"), "inputs[0].dtype", "unknown element type"},
      {input("float32", "[1]", ""), "inputs[0].name", "empty"},
      {model("[]", "[]",
             R"("parameters":{"inline":{"x":{"dtype":"float32","shape":[],"data":1}}},)"),
       "parameters.inline.x", "'x' is used twice"},
      {model("[]", "[]",
             R"("parameters":{"inline":{"p":{"dtype":"float32","shape":[2],"data":[1]}}},)"),
       "parameters.inline.p.data", "expected 2 items"},
      {model("[]", "[]", R"("parameters":{"files":[]},)"), "parameters.files", "unknown field"},
  });
}

TEST_F(RefusedModel, NamesAnUnknownOperation) {
  ASSERT_TRUE(read(node(R"("op":"relu","inputs":["x"])")).ok());
  expect_refused({
      {node(R"("op":"rellu","inputs":["x"])"), "nodes[0].op", "unknown operation \"rellu\""},
      {node(R"("op":"Relu","inputs":["x"])"), "nodes[0].op", "unknown operation \"Relu\""},
      {node(R"("op":"TopK","inputs":["x"])"), "nodes[0].op", "TopK", Failure::unavailable},
      {node(R"("op":"topk","inputs":["x"])"), "nodes[0].op", "TopK", Failure::unavailable},
      {node(R"("op":"frobnicate","inputs":["x"])"), "nodes[0].op", "unknown operation"},
      {node(R"("op":"","inputs":["x"])"), "nodes[0].op", "unknown operation"},
      {node(R"("op":7,"inputs":["x"])"), "nodes[0].op", "expected text"},
  });
  EXPECT_THAT(read(node(R"("op":"rellu","inputs":["x"])")).error().remedy, HasSubstr("relu"));
  EXPECT_EQ(read(node(R"("op":"Relu","inputs":["x"])")).error().remedy, "write relu");
}

TEST_F(RefusedModel, HasNodesThatDoNotFitTogether) {
  expect_refused({
      {node(R"("op":"relu","inputs":["z"])"), "nodes[0].inputs[0]",
       "nothing in the model is named \"z\""},
      {node(R"("op":"add","inputs":["x",1])"), "nodes[0].inputs[1]", "expected text"},
      {node(R"("op":"relu","inputs":["y"])"), "nodes[0].inputs[0]", "\"y\" reads \"y\""},
      {model(R"([{"id":"a","op":"relu","inputs":["c"]},{"id":"y","op":"add","inputs":["x","a"]},
                {"id":"c","op":"relu","inputs":["y"]}])"),
       "nodes[1].inputs[1]", "\"a\" reads \"c\" reads \"y\" reads \"a\""},
      {model(R"([{"id":"y","op":"relu","inputs":["x"]},{"id":"y","op":"relu","inputs":["x"]}])"),
       "nodes[1].id", "is that of nodes[0] already"},
      {model(R"([{"id":"x","op":"relu","inputs":["x"]}])"), "nodes[0].id", "name of an input"},
      {model(R"([{"id":"","op":"relu","inputs":["x"]}])"), "nodes[0]", "empty"},
      {node(R"("op":"relu","inputs":[])"), "nodes[0]", "takes 1 operands, not 0"},
      {node(R"("op":"relu","inputs":["x","x"])"), "nodes[0]", "takes 1 operands, not 2"},
      {node(R"("op":"matmul","inputs":["x","x"])"), "nodes[0]", "[2,3]"},
      {node(R"("op":"relu","inputs":["x"],"shape":[3,2])"), "nodes[0].shape", "declared [3,2]"},
      {node(R"("op":"relu","inputs":["x"],"dtype":"int64")"), "nodes[0].dtype", "declared int64"},
      {node(R"("op":"relu","inputs":["x"],"colour":1)"), "nodes[0].colour", "unknown field"},
      {node(R"("op":"relu")"), "nodes[0]", "\"inputs\" is missing"},
      {model(R"([{"id":"y","op":"relu","inputs":["x"]}])", R"(["z"])"), "outputs[0]",
       "nothing in the model"},
      {model(R"([{"id":"y","op":"relu","inputs":["x"]}])", R"(["y","y"])"), "outputs[1]", "twice"},
      {model(R"([{"id":"y","op":"relu","inputs":["x"]}])", R"([1])"), "outputs[0]",
       "expected text"},
      {model("{}"), "nodes", "a list"},
  });
}

TEST_F(RefusedModel, HasBadAttributes) {
  const auto softmax = [&](const std::string& attributes) {
    return node(R"("op":"softmax","inputs":["x"],"attributes":)" + attributes);
  };
  const auto mean = [&](const std::string& attributes) {
    return node(R"("op":"reduce_mean","inputs":["x"],"attributes":)" + attributes);
  };
  ASSERT_TRUE(read(softmax(R"({"axis":0})")).ok());
  ASSERT_TRUE(read(mean(R"({"axes":[0]})")).ok());
  expect_refused({
      {softmax(R"({"axis":0.5})"), "nodes[0].attributes.axis", "whole number"},
      {softmax(R"({"axis":[0]})"), "nodes[0].attributes.axis", "whole number"},
      {softmax(R"({"axis":2})"), "nodes[0]", "axis"},
      {softmax(R"({"axes":0})"), "nodes[0].attributes.axes", "no such attribute"},
      {softmax("[]"), "nodes[0].attributes", "an object"},
      {mean(R"({"axes":0})"), "nodes[0].attributes.axes", "a list"},
      {mean(R"({"axes":[0.5]})"), "nodes[0].attributes.axes[0]", "whole number"},
      {mean(R"({"keepdims":1})"), "nodes[0].attributes.keepdims", "true or false"},
      {node(R"("op":"reshape","inputs":["x"])"), "nodes[0]", "needs attribute shape"},
  });
}

TEST_F(ModelJson, ReadsLongChainsInAnyOrder) {
  constexpr int length = 100'000;
  std::string nodes = "[";
  for (int i = length; i > 0; --i) {
    nodes += R"({"id":"n)" + std::to_string(i) + R"(","op":"relu","inputs":[")" +
             (i == 1 ? "x" : "n" + std::to_string(i - 1)) + "\"]}" + (i == 1 ? "]" : ",");
  }
  const auto graph = read(model(nodes, R"(["n100000"])"));
  ASSERT_TRUE(graph.ok()) << graph.error().text();
  ASSERT_EQ(graph->nodes.size(), std::size_t{length});
  EXPECT_EQ(graph->nodes.front().id, "n1");

  const auto cyclic =
      read(model(std::string(nodes).replace(nodes.rfind("\"x\""), 3, "\"n100000\"")));
  ASSERT_FALSE(cyclic.ok());
  EXPECT_THAT(cyclic.error().reason, HasSubstr("… (100000 nodes)"));
}

TEST_F(ModelJson, SurvivesDamage) {
  const std::string text =
      model(R"([{"id":"a","op":"add","inputs":["x","w"],"shape":[2,3]},)"
            R"({"id":"y","op":"softmax","inputs":["a"],"attributes":{"axis":-1}}])",
            R"(["y"])",
            R"("parameters":{"inline":{"w":{"dtype":"float32","shape":[3],"data":[1,2,3]}}},)");
  ASSERT_TRUE(read(text).ok());
  std::mt19937 random(1);
  constexpr std::string_view alphabet = "{}[],:\"0123456789-.exyaw\\\xFF";
  int refused = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string damaged = text;
    for (int change = 0; change <= round % 3; ++change) {
      damaged[random() % damaged.size()] = alphabet[random() % alphabet.size()];
    }
    const auto graph = read(damaged);
    if (graph.ok()) continue;
    ++refused;
    ASSERT_FALSE(graph.error().reason.empty());
    ASSERT_NE(graph.error().kind, Failure::defect);
  }
  EXPECT_GT(refused, 10'000);
}

TEST_F(ModelJson, HasASchemaOfTheSameVocabulary) {
  const fs::path schema =
      fs::path(TOUCHSTONE_SOURCE_DIR) / "specs/format/schemas/model.schema.json";
  const Json json = parse_json(read_file(schema).value()).value();
  const auto member = [](const JsonCursor& cursor, std::string_view name) {
    const auto members = cursor.members().value();
    for (const auto& [found, value] : members) {
      if (found == name) return value;
    }
    throw std::runtime_error("the schema lacks " + std::string(name));
  };
  const JsonCursor names = member(member(member(JsonCursor(json), "$defs"), "op"), "enum");
  std::vector<std::string> listed;
  const auto items = names.items().value();
  for (const JsonCursor& name : items) listed.emplace_back(*name.text());
  std::vector<std::string> known;
  for (const Operation& operation : vocabulary()) known.emplace_back(operation.name);
  EXPECT_EQ(listed, known);
}

}  // namespace
}  // namespace touchstone
