#include "touchstone/onnx/graph_context.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <ctime>
#include <functional>
#include <limits>

#include "onnx_model.h"

namespace touchstone::onnx_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A model with one float node, to which integer nodes are added; their result "i" is an output.
Model integer_model(int opset = 13) {
  Model model(opset);
  model.input("x", {2, 3}).output("i");
  model.node("Relu", {"x"}, {"y"});
  return model;
}

std::vector<std::int64_t> folded(const Model& model) {
  const Graph graph = graph_of(model);
  EXPECT_EQ(graph.nodes.size(), 1U);
  const auto values = graph.value(graph.outputs[0]).constant->integers();
  return {values.begin(), values.end()};
}

TEST(Folding, ComputesShapeArithmetic) {
  Model model = integer_model();
  model.list("two", {2}).list("axis", {0}).list("begin", {1}).list("end", {2});
  model.node("Shape", {"y"}, {"shape"});
  model.node("Slice", {"shape", "begin", "end", "axis"}, {"width"});
  model.node("Mul", {"width", "two"}, {"double"});
  model.node("Concat", {"double", "shape"}, {"i"}).set("axis", 0);
  EXPECT_THAT(folded(model), ElementsAre(6, 2, 3));
}

TEST(Folding, LeavesFloatsAlone) {
  Model model(13);
  model.input("x", {2}).output("y").initializer("a", float_tensor({2}, {1, 2}));
  model.node("Add", {"a", "a"}, {"b"});
  model.node("Reshape", {"b", "s"}, {"c"});
  model.list("s", {2, 1});
  model.node("Mul", {"x", "c"}, {"y"});
  EXPECT_EQ(text_of(graph_of(model)),
            "b = add (a a)\nc = reshape shape=[2,1] (b)\ny = mul (x c)\n");
}

TEST(Folding, NeedsConstants) {
  Model model = integer_model();
  model.input("k", {1}, onnx::TensorProto::INT64).list("one", {1});
  model.node("Add", {"one", "one"}, {"i"});
  EXPECT_THAT(folded(model), ElementsAre(2));
  model.graph().mutable_node(1)->set_input(1, "k");
  EXPECT_EQ(verdict(model),
            "unavailable: model.onnx: node #1 'i' (Add): it does integer arithmetic on 'k', which "
            "is only known when the model runs");
}

TEST(Folding, ReportsOverflow) {
  Model model = integer_model();
  model.list("big", {std::numeric_limits<std::int64_t>::max()}).list("one", {0});
  model.node("Add", {"big", "one"}, {"i"});
  EXPECT_THAT(folded(model), ElementsAre(std::numeric_limits<std::int64_t>::max()));
  model.graph().mutable_initializer(1)->set_int64_data(0, 1);
  EXPECT_THAT(verdict(model), HasSubstr("node #1 'i' (Add): shape arithmetic overflows"));
}

/// INT32 is held as int64, so what 32 bits do not hold must not pass.
TEST(Folding, KeepsInt32WithinItsRange) {
  const auto product = [](std::int32_t factor) {
    Model model = integer_model();
    model.initializer("a", small_tensor(onnx::TensorProto::INT32, {1}, {1 << 30}));
    model.initializer("b", small_tensor(onnx::TensorProto::INT32, {1}, {factor}));
    model.node("Mul", {"a", "b"}, {"i"});
    return model;
  };
  EXPECT_THAT(folded(product(-2)), ElementsAre(std::numeric_limits<std::int32_t>::min()));
  EXPECT_THAT(verdict(product(2)),
              HasSubstr("unavailable: model.onnx: node #1 'i' (Mul): its INT32 "
                        "arithmetic overflows"));
}

TEST(Folding, RefusesMixedWidths) {
  Model model = integer_model();
  model.list("a", {1}).initializer("b", small_tensor(onnx::TensorProto::INT32, {1}, {1}));
  model.node("Add", {"a", "b"}, {"i"});
  EXPECT_THAT(verdict(model),
              HasSubstr("unreadable: model.onnx: node #1 'i' (Add): it mixes INT32"));
}

TEST(Folding, RefusesBooleans) {
  Model model = integer_model();
  model.initializer("a", small_tensor(onnx::TensorProto::BOOL, {1}, {1}));
  model.node("Add", {"a", "a"}, {"i"});
  EXPECT_THAT(verdict(model), HasSubstr("unavailable: model.onnx: node #1 'i' (Add): it computes "
                                        "with BOOL"));
}

TEST(Folding, RefusesOperationsWithoutIntegerMeaning) {
  Model model = integer_model();
  model.list("a", {1});
  model.node("ReduceMean", {"a"}, {"i"});
  EXPECT_THAT(verdict(model), HasSubstr("unavailable: model.onnx: node #1 'i' (ReduceMean): "));
}

TEST(Folding, BoundsOneTensor) {
  const auto expanded = [](std::int64_t extent) {
    Model model = integer_model();
    model.list("one", {1}).list("shape", {extent});
    model.node("Expand", {"one", "shape"}, {"i"});
    return verdict(model);
  };
  EXPECT_EQ(expanded(onnx_reading::folded_tensor_limit), "ok");
  EXPECT_THAT(
      expanded(onnx_reading::folded_tensor_limit + 1),
      HasSubstr("unavailable: model.onnx: node #1 'i' (Expand): it computes an integer tensor "
                "of shape [65537] while the model is read; at most 65536"));
  EXPECT_THAT(expanded(std::int64_t{1} << 61U), HasSubstr("unavailable: "));
}

TEST(Folding, BoundsAllTensorsTogether) {
  const auto many = [](int count) {
    Model model = integer_model();
    model.list("one", {1}).list("shape", {onnx_reading::folded_tensor_limit}).output("y");
    model.graph().mutable_output()->SwapElements(0, 1);
    model.graph().mutable_output()->RemoveLast();
    for (int k = 0; k < count; ++k) {
      model.node("Expand", {"one", "shape"}, {"i" + std::to_string(k)});
    }
    return verdict(model);
  };
  EXPECT_EQ(many(16), "ok");
  EXPECT_THAT(many(17), HasSubstr("unavailable: model.onnx: node #17 'i16' (Expand): the integer "
                                  "tensors computed while the model is read"));
}

/// Many nodes that each take one element of one large tensor: each works through all of it.
TEST(Folding, BoundsTheWorkOfAllNodesTogether) {
  constexpr std::int64_t length = 60'000;
  const auto gathers = [](std::int64_t count) {
    Model model = integer_model();
    model.list("table", std::vector<std::int64_t>(length, 7)).list("index", {length - 1});
    for (std::int64_t k = 0; k < count; ++k) {
      model.node("Gather", {"table", "index"}, {k == 0 ? "i" : "i" + std::to_string(k)});
    }
    return verdict(model);
  };
  // A table, an index and a result each time.
  constexpr std::int64_t most = onnx_reading::folded_work_limit / (length + 2);
  EXPECT_EQ(gathers(most), "ok");
  EXPECT_THAT(gathers(most + 1),
              HasSubstr("(Gather): the integer arithmetic done while the model is read works "
                        "through more than 16777216 elements together"));
  EXPECT_THAT(gathers(10'000), HasSubstr("unavailable: model.onnx: node #280 "));
}

TEST(Folding, BoundsTheNumberOfOperands) {
  const auto concatenated = [](std::size_t count) {
    Model model = integer_model();
    model.list("one", {1});
    model.node("Concat", Names(count, "one"), {"i"}).set("axis", 0);
    return verdict(model);
  };
  EXPECT_EQ(concatenated(onnx_reading::folded_operand_limit), "ok");
  EXPECT_THAT(
      concatenated(onnx_reading::folded_operand_limit + 1),
      HasSubstr("unavailable: model.onnx: node #1 'i' (Concat): integer arithmetic on 1025"));
}

/// Names of 16 bytes that libstdc++'s hash function, MurmurHash64A with a known seed, maps to one
/// number: for any first half there is a second half that leads there.
Names colliding_names(std::size_t count) {
  constexpr std::uint64_t factor = 0xC6A4A7935BD1E995U;
  const auto shifted = [](std::uint64_t x) { return x ^ (x >> 47U); };
  std::uint64_t inverse = factor;  // Newton's iteration doubles the bits that are right.
  for (int i = 0; i < 6; ++i) inverse *= 2 - factor * inverse;
  Names out;
  for (std::uint64_t first = 1; first <= count; ++first) {
    const std::uint64_t state =
        (0xC70F6907U ^ (16 * factor) ^ (shifted(first * factor) * factor)) * factor;
    const std::array halves{first, shifted(state * inverse) * inverse};
    std::string name(sizeof halves, '\0');
    std::memcpy(name.data(), halves.data(), sizeof halves);
    out.push_back(std::move(name));
  }
  return out;
}

/// Processor time to read a model of parameters with these names.
double seconds_to_read(const Names& names) {
  Model model(13);
  model.input("x", {1}).output("y");
  for (const std::string& name : names) model.list(name, {1});
  model.node("Relu", {"x"}, {"y"});
  const std::string bytes = model.bytes();
  const std::clock_t begin = std::clock();
  EXPECT_EQ(verdict(read_onnx(bytes, "model.onnx", {})), "ok");
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// A file that chooses its names must not choose how long it takes to look them up. In a hash
/// table the names below would take a hundred times as long as others.
TEST(ValueNames, MayCollideUnderHashing) {
  constexpr std::size_t count = 20'000;
  const Names colliding = colliding_names(count);
  ASSERT_EQ(std::hash<std::string>()(colliding.front()),
            std::hash<std::string>()(colliding.back()));
  Names plain;
  for (std::size_t i = 0; i < count; ++i) plain.push_back("name " + std::to_string(i));
  EXPECT_LT(seconds_to_read(colliding), 10 * seconds_to_read(plain));
}

/// The parts of a composed node take names that no ONNX value has, before or after it.
TEST(PartNames, AvoidTheModelsNames) {
  Model model(13);
  model.input("x", {2}).input("y/matmul", {1}).output("y");
  model.node("MatMul", {"x", "x"}, {"y"});
  model.node("Relu", {"x"}, {"y/row"});
  model.node("Relu", {"x"}, {"y/row_2"});
  EXPECT_EQ(text_of(graph_of(model)),
            "y/row_3 = reshape shape=[1,2] (x)\n"
            "y/column = reshape shape=[2,1] (x)\n"
            "y/matmul_2 = matmul (y/row_3 y/column)\n"
            "y = reshape shape=[] (y/matmul_2)\n"
            "y/row = relu (x)\n"
            "y/row_2 = relu (x)\n");
}

TEST(PartNames, AreNoNamesOfTheModel) {
  Model model(13);
  model.input("x", {2}).output("y");
  model.node("MatMul", {"x", "x"}, {"y"});
  model.node("Relu", {"y/row"}, {"z"});
  EXPECT_THAT(verdict(model), HasSubstr("its input 0, 'y/row', is no input"));
}

}  // namespace
}  // namespace touchstone::onnx_test
