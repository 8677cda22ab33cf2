#include "touchstone/op/words.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "touchstone/op/vocabulary.h"

namespace touchstone {
namespace {

/// One question to `infer`, and either the shape it must give or a part of the reason it must say.
struct Case {
  const char* op;
  Attributes attributes;
  std::vector<Shape> operands;
  std::string expected;  ///< "[2,3]", or text of the refusal
};

Shape s(std::initializer_list<std::int64_t> extents) { return Shape::of(extents); }

std::string answer(const Case& c) {
  const Operation& op = *find_operation(c.op);
  const auto attributes = complete(op, c.attributes);
  if (!attributes) return attributes.error().text();
  std::vector<TensorType> types;
  for (std::size_t i = 0; i < c.operands.size(); ++i) {
    const OperandKind kind = op.operand(i).kind;
    const ElementType other =
        kind == OperandKind::mask ? ElementType::boolean : ElementType::float32;
    types.push_back({kind == OperandKind::index ? ElementType::int64 : other, c.operands[i]});
  }
  const auto type = infer(op, *attributes, types);
  return type ? type->shape.text() : type.error().text();
}

void expect_all(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    EXPECT_NE(answer(c).find(c.expected), std::string::npos)
        << c.op << ": got '" << answer(c) << "', expected '" << c.expected << "'";
  }
}

TEST(ShapeRules, Elementwise) {
  expect_all({{"add", {}, {s({2, 3}), s({2, 3})}, "[2,3]"},
              {"add", {}, {s({2, 1}), s({3})}, "[2,3]"},
              {"mul", {}, {s({}), s({0, 4})}, "[0,4]"},
              {"sub", {}, {s({2, 3}), s({2})}, "do not broadcast"},
              {"add", {}, {s({0}), s({2})}, "do not broadcast"},
              {"relu", {}, {s({0, 2})}, "[0,2]"}});
}

TEST(ShapeRules, Products) {
  expect_all({{"matmul", {}, {s({2, 3}), s({3, 4})}, "[2,4]"},
              {"matmul", {}, {s({5, 1, 2, 3}), s({7, 3, 4})}, "[5,7,2,4]"},
              {"matmul", {}, {s({2, 0}), s({0, 4})}, "[2,4]"},
              {"matmul", {}, {s({2, 3}), s({4, 3})}, "different lengths"},
              {"matmul", {}, {s({3}), s({3, 4})}, "at least 2 axes"},
              {"matmul", {}, {s({2, 2, 3}), s({3, 3, 4})}, "do not broadcast"},
              {"linear", {}, {s({5, 2, 3}), s({4, 3}), s({4})}, "[5,2,4]"},
              {"linear", {}, {s({3}), s({4, 3})}, "[4]"},
              {"linear", {}, {s({3}), s({3, 4})}, "weight [3,4] must be [outputs, 3]"},
              {"linear", {}, {s({3}), s({4, 3}), s({3})}, "bias [3] must be [4]"},
              {"linear", {}, {s({}), s({4, 3})}, "at least 1 axis"}});
}

TEST(ShapeRules, Convolution) {
  const Attributes strided{
      {"strides", Integers{2, 2}}, {"pads_begin", Integers{1, 1}}, {"pads_end", Integers{1, 1}}};
  const Attributes dilated{{"dilations", Integers{3}}};
  expect_all(
      {{"conv", strided, {s({1, 3, 32, 32}), s({8, 3, 4, 4}), s({8})}, "[1,8,16,16]"},
       {"conv", dilated, {s({1, 1, 7}), s({1, 1, 3})}, "[1,1,1]"},
       {"conv", {{"groups", std::int64_t{2}}}, {s({1, 4, 5}), s({6, 2, 1})}, "[1,6,5]"},
       {"conv", {}, {s({0, 2, 4}), s({3, 2, 2})}, "[0,3,3]"},
       {"conv", dilated, {s({1, 1, 6}), s({1, 1, 3})}, "does not fit"},
       {"conv", {{"strides", Integers{0}}}, {s({1, 1, 6}), s({1, 1, 3})}, "strides has an entry 0"},
       {"conv", {{"strides", Integers{1, 1}}}, {s({1, 1, 6}), s({1, 1, 3})}, "1 spatial axes"},
       {"conv", {{"pads_begin", Integers{-1}}}, {s({1, 1, 6}), s({1, 1, 3})}, "pads_begin"},
       {"conv", {{"groups", std::int64_t{0}}}, {s({1, 1, 6}), s({1, 1, 3})}, "below 1"},
       {"conv", {{"groups", std::int64_t{2}}}, {s({1, 3, 6}), s({2, 1, 3})}, "does not divide"},
       {"conv", {}, {s({1, 2, 6}), s({1, 1, 3})}, "channels per group"},
       {"conv", {}, {s({1, 1, 6}), s({1, 1, 0})}, "empty kernel"},
       {"conv", {}, {s({1, 6}), s({1, 1})}, "1 to 3 spatial axes"},
       {"conv", {}, {s({1, 1, 6}), s({2, 1, 3}), s({1})}, "bias [1] must be [2]"}});
}

TEST(ShapeRules, TransposedConvolution) {
  const auto lists = [](Integers strides, Integers begin, Integers end, Integers padding) {
    return Attributes{{"strides", std::move(strides)},
                      {"pads_begin", std::move(begin)},
                      {"pads_end", std::move(end)},
                      {"output_padding", std::move(padding)}};
  };
  const Attributes dilated{{"dilations", Integers{3}}, {"output_padding", Integers{2}}};
  const Attributes grouped{{"groups", std::int64_t{2}}};
  constexpr std::int64_t huge = std::int64_t{1} << 61U;
  expect_all(
      {{"conv_transpose", {}, {s({1, 3, 5}), s({3, 4, 3}), s({4})}, "[1,4,7]"},
       {"conv_transpose",
        lists({2, 3}, {1, 0}, {1, 1}, {1, 2}),
        {s({2, 3, 4, 5}), s({3, 1, 3, 2})},
        "[2,1,8,15]"},
       {"conv_transpose", dilated, {s({1, 1, 2}), s({1, 1, 3})}, "[1,1,10]"},
       {"conv_transpose", grouped, {s({1, 4, 1}), s({4, 3, 1}), s({6})}, "[1,6,1]"},
       {"conv_transpose", {}, {s({0, 2, 4}), s({2, 0, 2})}, "[0,0,5]"},
       {"conv_transpose", lists({}, {1}, {1}, {}), {s({1, 1, 2}), s({1, 1, 2})}, "[1,1,1]"},
       {"conv_transpose", lists({}, {1}, {2}, {}), {s({1, 1, 2}), s({1, 1, 2})}, "leave nothing"},
       {"conv_transpose", lists({2}, {}, {}, {2}), {s({1, 1, 2}), s({1, 1, 2})}, "output_padding"},
       {"conv_transpose", lists({2}, {}, {}, {-1}), {s({1, 1, 2}), s({1, 1, 2})}, "outside 0"},
       {"conv_transpose",
        lists({1, 1}, {}, {}, {}),
        {s({1, 1, 2}), s({1, 1, 2})},
        "1 spatial axes"},
       {"conv_transpose", {}, {s({1, 1, 0}), s({1, 1, 2})}, "empty spatial axis"},
       {"conv_transpose", {}, {s({1, 1, 2}), s({1, 1, 0})}, "empty kernel"},
       {"conv_transpose", {}, {s({1, 2, 2}), s({3, 1, 2})}, "must begin with the 2 channels"},
       {"conv_transpose", grouped, {s({1, 3, 2}), s({3, 1, 2})}, "does not divide"},
       {"conv_transpose", grouped, {s({1, 4, 1}), s({4, 3, 1}), s({3})}, "bias [3] must be [6]"},
       {"conv_transpose", {{"groups", std::int64_t{0}}}, {s({1, 1, 2}), s({1, 1, 2})}, "below 1"},
       {"conv_transpose", {}, {s({1, 1}), s({1, 1})}, "1 to 3 spatial axes"},
       {"conv_transpose", {}, {s({1, 1, 2}), s({1, 1, 2, 2})}, "as many axes"},
       {"conv_transpose", lists({8}, {}, {}, {}), {s({1, 1, huge}), s({1, 1, 2})}, "overflows"}});
}

TEST(ShapeRules, Indexing) {
  const auto at = [](std::int64_t axis) { return Attributes{{"axis", axis}}; };
  expect_all(
      {{"embedding", {}, {s({5, 3}), s({2, 4})}, "[2,4,3]"},
       {"embedding", {}, {s({5, 3}), s({})}, "[3]"},
       {"embedding", {}, {s({5}), s({2})}, "must be [entries, width]"},
       {"embedding", {}, {s({0, 3}), s({2})}, "nothing to choose"},
       {"embedding", at(0), {s({5, 3}), s({2})}, "no attribute 'axis'"},
       {"scatter_add", {}, {s({5, 3}), s({2, 4}), s({2, 4, 3})}, "[5,3]"},
       {"scatter_add", at(-1), {s({5, 3}), s({2}), s({5, 2})}, "[5,3]"},
       {"scatter_add", at(1), {s({5, 0}), s({0}), s({5, 0})}, "[5,0]"},
       {"scatter_add", {}, {s({5, 3}), s({2}), s({5, 2})}, "updates [5,2] must be [2,3]"},
       {"scatter_add", at(2), {s({5, 3}), s({2}), s({2, 3})}, "axis is 2"},
       {"scatter_add", {}, {s({0, 3}), s({2}), s({2, 3})}, "nothing to choose"},
       {"scatter_add", {}, {s({5, 3}), s({1, 1, 1, 1, 1, 1, 1, 1}), s({3})}, "9 axes; at most 8"}});
}

TEST(ShapeRules, Pad) {
  const auto pads = [](Integers begin, Integers end) {
    return Attributes{{"pads_begin", std::move(begin)}, {"pads_end", std::move(end)}};
  };
  constexpr std::int64_t huge = std::int64_t{1} << 62U;
  expect_all({{"pad", pads({1, 0}, {2, 3}), {s({2, 3})}, "[5,6]"},
              {"pad", pads({}, {}), {s({})}, "[]"},
              {"pad", pads({1}, {0}), {s({0})}, "[1]"},
              {"pad", pads({}, {}), {s({2})}, "pads_begin has 0 entries"},
              {"pad", pads({1, 0}, {2}), {s({2, 3})}, "pads_end has 1 entries"},
              {"pad", pads({-1}, {2}), {s({2})}, "pads_begin has an entry -1"},
              {"pad", pads({0}, {(std::int64_t{1} << 31U) + 1}), {s({2})}, "outside 0 to 2^31"},
              {"pad", pads({1}, {1}), {s({huge})}, "more than 2^62"},
              {"pad", {{"pads_begin", Integers{1}}}, {s({2})}, "needs attribute pads_end"}});
}

TEST(ShapeRules, ReshapeAndFlatten) {
  const auto to = [](Integers shape) { return Attributes{{"shape", std::move(shape)}}; };
  const auto at = [](std::int64_t axis) { return Attributes{{"axis", axis}}; };
  expect_all({{"reshape", to({3, 2}), {s({2, 3})}, "[3,2]"},
              {"reshape", to({-1, 2}), {s({2, 3})}, "[3,2]"},
              {"reshape", to({}), {s({1, 1})}, "[]"},
              {"reshape", to({0, 7}), {s({2, 0})}, "[0,7]"},
              {"reshape", to({4}), {s({2, 3})}, "does not have the elements"},
              {"reshape", to({-1, 4}), {s({2, 3})}, "undetermined"},
              {"reshape", to({-1, 0}), {s({2, 0})}, "undetermined"},
              {"reshape", to({-1, -1}), {s({4})}, "negative"},
              {"reshape", {}, {s({4})}, "needs attribute shape"},
              {"flatten", at(1), {s({2, 3, 4})}, "[2,12]"},
              {"flatten", at(0), {s({2, 3, 4})}, "[1,24]"},
              {"flatten", at(3), {s({2, 3, 4})}, "[24,1]"},
              {"flatten", at(-1), {s({2, 3, 4})}, "[6,4]"},
              {"flatten", at(4), {s({2, 3, 4})}, "axis is 4"}});
}

TEST(ShapeRules, Normalizations) {
  const auto axes = [](Integers list, bool keep) {
    return Attributes{{"axes", std::move(list)}, {"keepdims", keep}};
  };
  expect_all(
      {{"softmax", {}, {s({2, 3})}, "[2,3]"},
       {"softmax", {{"axis", std::int64_t{0}}}, {s({2, 0})}, "[2,0]"},
       {"softmax", {}, {s({2, 0})}, "empty maximum"},
       {"softmax", {{"axis", std::int64_t{2}}}, {s({2, 3})}, "axis is 2"},
       {"reduce_mean", axes({1}, true), {s({2, 3})}, "[2,1]"},
       {"reduce_mean", axes({-1}, false), {s({2, 3})}, "[2]"},
       {"reduce_mean", axes({}, false), {s({2, 3})}, "[]"},
       {"reduce_mean", axes({0}, false), {s({0, 3})}, "[3]"},
       {"reduce_mean", axes({1, -1}, false), {s({2, 3})}, "distinct axes"},
       {"reduce_mean", axes({2}, false), {s({2, 3})}, "distinct axes"},
       {"batch_norm", {}, {s({2, 3, 4}), s({3}), s({3}), s({3}), s({3})}, "[2,3,4]"},
       {"batch_norm", {}, {s({2, 3, 4}), s({3}), s({3}), s({4}), s({3})}, "mean [4] must be [3]"},
       {"batch_norm", {}, {s({2}), s({2}), s({2}), s({2}), s({2})}, "[batch, channels"}});
}

TEST(ShapeRules, Reductions) {
  const Attributes last{{"axes", Integers{-1}}, {"keepdims", false}};
  const Attributes first{{"axes", Integers{0}}};
  expect_all({{"reduce_sum", last, {s({2, 3})}, "[2]"},
              {"reduce_sum", {{"axes", Integers{1, -1}}}, {s({2, 3})}, "distinct axes"},
              {"reduce_max", first, {s({2, 0})}, "[1,0]"},
              {"reduce_max", last, {s({2, 0})}, "empty maximum"},
              {"reduce_max", {}, {s({2, 0})}, "empty maximum"},
              {"reduce_max", {{"axes", Integers{2}}}, {s({2, 3})}, "distinct axes"}});
}

TEST(ShapeRules, SoftmaxFamily) {
  const Attributes first{{"axis", std::int64_t{0}}};
  expect_all({{"log_softmax", first, {s({3, 0})}, "[3,0]"},
              {"log_softmax", {}, {s({3, 0})}, "empty maximum"},
              {"log_softmax", {}, {s({})}, "has 0 axes"},
              {"hard_masked_softmax", {}, {s({2, 3}), s({2, 3})}, "[2,3]"},
              {"hard_masked_softmax", {}, {s({2, 3}), s({2, 1})}, "[2,3]"},
              {"hard_masked_softmax", {}, {s({2, 3}), s({})}, "[2,3]"},
              {"hard_masked_softmax", {}, {s({2, 3}), s({2})}, "does not broadcast to x"},
              {"hard_masked_softmax", {}, {s({2, 1}), s({2, 3})}, "does not broadcast to x"},
              {"hard_masked_softmax", {}, {s({3}), s({1, 3})}, "does not broadcast to x"},
              {"hard_masked_softmax", {}, {s({2, 0}), s({})}, "empty maximum"}});
}

TEST(ShapeRules, RowNorms) {
  const Attributes outer{{"axes", Integers{2, 0}}};
  expect_all({{"layer_norm", {}, {s({2, 3}), s({3}), s({3})}, "[2,3]"},
              {"layer_norm", outer, {s({2, 3, 4}), s({2, 4})}, "[2,3,4]"},
              {"layer_norm", outer, {s({2, 3, 4}), s({4, 2})}, "scale [4,2] must be [2,4]"},
              {"layer_norm", {}, {s({2, 3}), s({3}), s({2})}, "bias [2] must be [3]"},
              {"layer_norm", {}, {s({2, 3}), s({1})}, "scale [1] must be [3]"},
              {"layer_norm", {}, {s({})}, "distinct axes"},
              {"rms_norm", {{"axes", Integers{}}}, {s({2, 3}), s({2, 3})}, "[2,3]"},
              {"rms_norm", {{"axes", Integers{0, 0}}}, {s({2, 3})}, "distinct axes"}});
}

TEST(ShapeRules, Losses) {
  const Attributes total{{"reduction", std::string("sum")}};
  const Attributes none{{"reduction", std::string("none")}};
  const Attributes last{{"axis", std::int64_t{-1}}};
  expect_all({{"mse_loss", total, {s({2, 3}), s({2, 3})}, "[]"},
              {"mse_loss", none, {s({2, 3}), s({2, 3})}, "reduction is 'none'"},
              {"mse_loss", {}, {s({2, 3}), s({3})}, "must be alike"},
              {"cross_entropy_loss", total, {s({2, 3, 4}), s({2, 4})}, "[]"},
              {"cross_entropy_loss", none, {s({2, 3}), s({2})}, "reduction is 'none'"},
              {"cross_entropy_loss", last, {s({3}), s({})}, "[]"},
              {"cross_entropy_loss", {}, {s({3}), s({})}, "attribute axis is 1"},
              {"cross_entropy_loss", last, {s({2, 3}), s({3})}, "target [3] must be [2]"},
              {"cross_entropy_loss", last, {s({2, 0}), s({2})}, "empty maximum"}});
}

Attributes window(Integers kernel, Integers strides = {}, Integers begin = {}, Integers end = {},
                  Integers dilations = {}, bool ceil_mode = false) {
  return {{"kernel", std::move(kernel)},       {"strides", std::move(strides)},
          {"pads_begin", std::move(begin)},    {"pads_end", std::move(end)},
          {"dilations", std::move(dilations)}, {"ceil_mode", ceil_mode}};
}

TEST(ShapeRules, Pooling) {
  Attributes flat = window({2});
  flat.set("beta", 0.0F);
  expect_all({{"max_pool", window({3, 2}, {2, 1}, {1, 0}, {1, 0}), {s({1, 4, 7, 5})}, "[1,4,4,4]"},
              {"avg_pool", window({2, 1, 2}), {s({0, 2, 2, 1, 3})}, "[0,2,1,1,2]"},
              {"smooth_max_pool", window({2}), {s({1, 1, 2})}, "[1,1,1]"},
              {"smooth_max_pool", flat, {s({1, 1, 2})}, "beta is 0"},
              {"max_pool", window({2}, {2}, {}, {}, {}, true), {s({1, 1, 5})}, "[1,1,3]"},
              {"max_pool", window({1}, {3}, {}, {}, {}, true), {s({1, 1, 5})}, "[1,1,2]"},
              {"max_pool", {}, {s({1, 1, 5})}, "needs attribute kernel"},
              {"max_pool", window({}), {s({1, 1, 5})}, "kernel is empty"},
              {"max_pool", window({0}), {s({1, 1, 5})}, "kernel has an entry 0"},
              {"max_pool", window({2, 2}), {s({1, 1, 5})}, "1 spatial axes"},
              {"max_pool", window({2}, {0}), {s({1, 1, 5})}, "strides has an entry 0"},
              {"max_pool", window({2}), {s({1, 5})}, "1 to 3 spatial axes"},
              {"max_pool", window({6}), {s({1, 1, 5})}, "does not fit"}});
}

TEST(ShapeRules, AWindowEntirelyInThePaddingIsRefusedUnlessItIsCounted) {
  const std::string refused = "entirely in the padding";
  expect_all({{"max_pool", window({2}, {}, {1}, {1}), {s({1, 1, 3})}, "[1,1,4]"},
              {"max_pool", window({2}, {}, {2}), {s({1, 1, 3})}, refused},
              {"max_pool", window({2}, {}, {}, {2}), {s({1, 1, 3})}, refused},
              {"max_pool", window({2}, {4}, {}, {2}), {s({1, 1, 3})}, "[1,1,1]"},
              {"max_pool", window({1}, {}, {1}), {s({1, 1, 3})}, refused},
              {"max_pool", window({1}), {s({1, 1, 0})}, "does not fit"},
              {"max_pool", window({1}, {}, {1}), {s({1, 1, 0})}, refused},
              // Elements 4 apart around an axis of length 2: starts −3 and −2 reach 1 and 2.
              {"max_pool", window({2}, {}, {3}, {}, {4}), {s({1, 1, 2})}, "[1,1,1]"},
              {"max_pool", window({2}, {}, {3}, {1}, {4}), {s({1, 1, 2})}, refused},
              {"max_pool", window({3}, {4}, {3}, {4}, {4}), {s({1, 1, 2})}, "[1,1,1]"}});
  Attributes counted = window({2}, {}, {2}, {2});
  expect_all({{"avg_pool", counted, {s({1, 1, 3})}, refused}});
  counted.set("count_include_pad", true);
  expect_all({{"avg_pool", counted, {s({1, 1, 3})}, "[1,1,6]"},
              {"avg_pool", counted, {s({1, 1, 0})}, "[1,1,3]"}});
}

TEST(ShapeRules, AHugeWindowTakesNoTime) {
  constexpr std::int64_t most = std::int64_t{1} << 31U;
  expect_all({{"max_pool",
               window({2}, {}, {most}, {}, {most}),
               {s({1, 1, most - 1})},
               "too many windows start in the padding"},
              {"max_pool", window({most}, {}, {most - 1}), {s({1, 1, 1})}, "[1,1,1]"},
              {"max_pool", window({most + 1}), {s({1, 1, 1})}, "outside 1 to 2^31"}});
}

TEST(ShapeRules, Movement) {
  const auto axes = [](Integers list) { return Attributes{{"axes", std::move(list)}}; };
  const auto at = [](std::int64_t axis) { return Attributes{{"axis", axis}}; };
  const auto cut = [](std::int64_t axis, std::int64_t start, std::int64_t step,
                      std::int64_t count) {
    return Attributes{{"axes", Integers{axis}},
                      {"starts", Integers{start}},
                      {"steps", Integers{step}},
                      {"counts", Integers{count}}};
  };
  expect_all(
      {{"permute", axes({2, 0, 1}), {s({2, 3, 4})}, "[4,2,3]"},
       {"permute", axes({0, 0, 1}), {s({2, 3, 4})}, "no permutation"},
       {"permute", axes({0, 1}), {s({2, 3, 4})}, "no permutation"},
       {"concat", at(1), {s({2, 3}), s({2, 0}), s({2, 4})}, "[2,7]"},
       {"concat", at(-1), {s({2, 3})}, "[2,3]"},
       {"concat", at(0), {s({2, 3}), s({2, 4})}, "differ outside axis 0"},
       {"concat", at(2), {s({2, 3})}, "axis is 2"},
       {"slice", cut(1, 1, 2, 2), {s({2, 4})}, "[2,2]"},
       {"slice", cut(1, 3, -1, 4), {s({2, 4})}, "[2,4]"},
       {"slice", cut(1, 0, 1, 0), {s({2, 4})}, "[2,0]"},
       {"slice", cut(1, 1, 2, 3), {s({2, 4})}, "reach outside"},
       {"slice", cut(1, 1, 0, 1), {s({2, 4})}, "steps has an entry 0"},
       {"slice", cut(1, 3, -1, 5), {s({2, 4})}, "reach outside"},
       {"slice", cut(1, 0, INT64_MAX, 3), {s({2, 4})}, "reach outside"},
       {"slice", cut(1, 0, 1, -1), {s({2, 4})}, "reach outside"},
       {"slice", cut(1, 0, 1, INT64_MIN), {s({2, 4})}, "reach outside"},
       {"slice", cut(2, 0, 1, 1), {s({2, 4})}, "distinct axes"},
       {"gather", at(1), {s({2, 3, 4}), s({5, 6})}, "[2,5,6,4]"},
       {"gather", at(0), {s({3}), s({})}, "[]"},
       {"gather", at(0), {s({0, 2}), s({0})}, "[0,2]"},
       {"gather", at(0), {s({0, 2}), s({1})}, "nothing to choose"},
       {"broadcast", Attributes{{"shape", Integers{2, 3}}}, {s({3})}, "[2,3]"},
       {"broadcast", Attributes{{"shape", Integers{2, 3}}}, {s({2, 1})}, "[2,3]"},
       {"broadcast", Attributes{{"shape", Integers{3}}}, {s({2, 3})}, "does not broadcast to [3]"},
       {"broadcast", Attributes{{"shape", Integers{1, 3}}}, {s({2, 3})}, "does not broadcast"}});
}

TEST(ShapeRules, SizesThatOverflowAreRefused) {
  constexpr std::int64_t huge = std::int64_t{1} << 40U;
  expect_all({{"matmul", {}, {s({huge, 1}), s({1, huge})}, "more than 2^62"},
              {"matmul", {}, {s({1024, 1}), s({1, huge})}, "[1024,1099511627776]"},
              {"reshape", {{"shape", Integers{huge, huge}}}, {s({2})}, "more than 2^62"},
              {"conv",
               {{"pads_begin", Integers{INT64_MAX}}},
               {s({1, 1, 6}), s({1, 1, 3})},
               "outside 0 to 2^31"}});
}

}  // namespace
}  // namespace touchstone
