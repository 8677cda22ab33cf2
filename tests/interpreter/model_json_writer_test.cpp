#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <map>
#include <numeric>

#include "model_json_fixture.h"
#include "touchstone/format/json.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// What must survive writing: everything but the order of values.
void expect_same(const Graph& a, const Graph& b) {
  const auto names = [](const Graph& graph, const std::vector<ValueId>& ids) {
    std::vector<std::pair<std::string, TensorType>> out;
    for (const ValueId id : ids) out.emplace_back(graph.value(id).name, graph.value(id).type);
    return out;
  };
  const auto parameters = [](const Graph& graph) {
    std::map<std::string, std::pair<Digest, bool>> out;
    for (const Value& value : graph.values) {
      if (value.constant)
        out.emplace(value.name, std::pair(digest_of(*value.constant), value.parameter));
    }
    return out;
  };
  EXPECT_EQ(names(a, a.inputs), names(b, b.inputs));
  EXPECT_EQ(names(a, a.outputs), names(b, b.outputs));
  EXPECT_EQ(parameters(a), parameters(b));
  ASSERT_EQ(a.nodes.size(), b.nodes.size());
  for (std::size_t i = 0; i < a.nodes.size(); ++i) {
    EXPECT_EQ(a.nodes[i].id, b.nodes[i].id);
    EXPECT_EQ(a.nodes[i].op, b.nodes[i].op);
    EXPECT_EQ(a.nodes[i].attributes, b.nodes[i].attributes);
    EXPECT_EQ(names(a, a.nodes[i].inputs), names(b, b.nodes[i].inputs));
    EXPECT_EQ(a.value(a.nodes[i].output).type, b.value(b.nodes[i].output).type);
  }
}

std::vector<float> counting(std::size_t count) {
  std::vector<float> out(count);
  std::iota(out.begin(), out.end(), 0.1F);
  return out;
}

/// A model with parameters on both sides of the limit, of several types, with awkward names.
Graph sample(const std::string& large_name = "large") {
  GraphBuilder builder;
  const auto x = builder.add_input("x", {ElementType::float32, Shape::of({2, 17})}).value();
  const auto small =
      builder
          .add_parameter("s \"\xC3\xA9\"\n",
                         Tensor::of(Shape::of({1, 1}),
                                    std::array<float, 1>{std::bit_cast<float>(0xFFC00001U)}))
          .value();
  const auto large =
      builder.add_parameter(large_name, Tensor::of(Shape::of({17}), counting(17))).value();
  const auto limit =
      builder.add_constant("limit", Tensor::of(Shape::of({2, 1}), counting(2))).value();
  const auto index =
      builder.add_parameter("index", Tensor::of(Shape::of({18}), std::vector<std::int64_t>(18, 1)))
          .value();
  EXPECT_TRUE(builder.add_parameter("unused", Tensor::of(Shape(), counting(1))).ok());
  const auto a = builder.add_node("a/0", Op::add, {}, {x, large}).value();
  const auto b = builder.add_node("b", Op::mul, {}, {a, small}).value();
  const auto c = builder.add_node("c", Op::sub, {}, {b, limit}).value();
  const auto g = builder.add_node("g", Op::gather, {{"axis", std::int64_t{1}}}, {c, index}).value();
  const auto m =
      builder.add_node("m", Op::reduce_mean, {{"axes", Integers{-1}}, {"keepdims", false}}, {g})
          .value();
  builder.mark_output(m);
  builder.mark_output(a);
  return std::move(builder).finish({}).value();
}

Result<Graph> read_back(const fs::path& file) {
  const auto text = read_file(file);
  if (!text) return text.error();
  return read_model_json(*text, file, {});
}

TEST_F(ModelJson, ReadsBackWhatWasWritten) {
  const Graph graph = sample();
  ASSERT_TRUE(write_model_json(graph, file("m.v1.json")).ok());
  const auto again = read_back(file("m.v1.json"));
  ASSERT_TRUE(again.ok()) << again.error().text();
  expect_same(graph, *again);
  EXPECT_TRUE(fs::exists(file("m.v1.safetensors")));

  const std::string text = read_file(file("m.v1.json")).value();
  EXPECT_THAT(text, HasSubstr("\"limit\": {"));
  EXPECT_THAT(text, HasSubstr("\"file\": \"m.v1.safetensors\""));
  const std::string digest = sha256(read_file(file("m.v1.safetensors")).value()).hex();
  EXPECT_THAT(text, HasSubstr("\"sha256\": \"" + digest + "\""));
  EXPECT_THAT(text, testing::Not(HasSubstr("\"large\": {")));
}

TEST_F(ModelJson, WritesTheSameBytesEachTime) {
  ASSERT_TRUE(write_model_json(sample(), file("a.json")).ok());
  const std::string first =
      read_file(file("a.json")).value() + read_file(file("a.safetensors")).value();
  ASSERT_TRUE(write_model_json(read_back(file("a.json")).value(), file("a.json")).ok());
  EXPECT_EQ(read_file(file("a.json")).value() + read_file(file("a.safetensors")).value(), first);
}

TEST_F(ModelJson, WritesNoParameterFileWhereNoneIsNeeded) {
  GraphBuilder builder;
  const auto x = builder.add_input("x", {ElementType::float32, Shape::of({2})}).value();
  builder.mark_output(builder.add_node("y", Op::relu, {}, {x}).value());
  const Graph plain = std::move(builder).finish({}).value();
  ASSERT_TRUE(write_model_json(plain, file()).ok());
  EXPECT_FALSE(fs::exists(file("model.safetensors")));
  expect_same(plain, read_back(file()).value());
}

TEST_F(ModelJson, KeepsAParameterWhoseNameIsReserved) {
  const Graph graph = sample("__metadata__");
  ASSERT_TRUE(write_model_json(graph, file()).ok());
  expect_same(graph, read_back(file()).value());
}

TEST_F(ModelJson, RefusesToWriteWhatWouldNotReadBack) {
  const auto invalid = write_model_json(sample("w\xFF"), file());
  ASSERT_FALSE(invalid.ok());
  EXPECT_EQ(invalid.error().kind, Failure::unreadable);
  const auto clash = write_model_json(sample(), file("m.safetensors"));
  ASSERT_FALSE(clash.ok());
  EXPECT_THAT(clash.error().reason, HasSubstr("same file name"));
  EXPECT_FALSE(write_model_json(sample(), file("absent/m.json")).ok());
  EXPECT_TRUE(write_model_json(sample(), file()).ok());
}

}  // namespace
}  // namespace touchstone
