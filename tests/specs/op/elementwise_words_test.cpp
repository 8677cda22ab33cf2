#include <gtest/gtest.h>

#include <string>

#include "evaluate.h"

namespace touchstone::evaluation {
namespace {

/// The result's type, or why there is none.
std::string answer(Op op, const Attributes& given, const std::vector<TensorType>& operands) {
  const auto attributes = complete(operation(op), given);
  if (!attributes) return attributes.error().text();
  const auto type = infer(operation(op), *attributes, operands);
  return type ? type->text() : type.error().text();
}

void expect_says(const std::string& got, const std::string& expected) {
  EXPECT_NE(got.find(expected), std::string::npos) << "got '" << got << "', not '" << expected;
}

TensorType floats(const Index& extents) { return {ElementType::float32, Shape::of(extents)}; }
TensorType masks(const Index& extents) { return {ElementType::boolean, Shape::of(extents)}; }
TensorType integers(const Index& extents) { return {ElementType::int64, Shape::of(extents)}; }

TEST(ElementwiseWords, AttributesOutsideTheirRange) {
  const auto clamp = [](float least, float most) {
    return answer(Op::clamp, {{"min", least}, {"max", most}}, {floats({2})});
  };
  expect_says(clamp(0, 1), "float32 [2]");
  expect_says(clamp(1, 1), "float32 [2]");
  expect_says(clamp(2, 1), "min is 2, above attribute max, 1");
  expect_says(answer(Op::clamp, {{"min", 0.0F}}, {floats({2})}), "needs attribute max");
  expect_says(answer(Op::scale, {}, {floats({2})}), "needs attribute factor");
  const auto gelu = [](const char* form) {
    return answer(Op::gelu, {{"approximate", std::string(form)}}, {floats({2})});
  };
  expect_says(gelu("tanh"), "float32 [2]");
  expect_says(gelu("sigmoid"), "'sigmoid', expected none or tanh");
  const auto safe_log = [](float epsilon) {
    return answer(Op::safe_log, {{"epsilon", epsilon}}, {floats({2})});
  };
  expect_says(safe_log(0.5F), "float32 [2]");
  expect_says(safe_log(0), "epsilon is 0, not above 0");
  expect_says(safe_log(-1), "epsilon is -1, not above 0");
}

TEST(ElementwiseWords, WhereBroadcastsThree) {
  const auto where = [](const TensorType& c, const TensorType& x, const TensorType& y) {
    return answer(Op::where, {}, {c, x, y});
  };
  expect_says(where(masks({4, 1, 1}), floats({3, 1}), floats({2})), "float32 [4,3,2]");
  expect_says(where(masks({2}), floats({3}), floats({1})), "do not broadcast");
  expect_says(where(masks({1}), floats({3}), floats({2})), "do not broadcast");
  expect_says(where(floats({2}), floats({2}), floats({2})), "operand condition of where");
}

TEST(ElementwiseWords, ComparisonsGiveMasks) {
  expect_says(answer(Op::less, {}, {floats({2, 1}), floats({3})}), "bool [2,3]");
  expect_says(answer(Op::less, {}, {floats({2}), floats({3})}), "do not broadcast");
}

TEST(ElementwiseWords, RandomSources) {
  const auto uniform = [](Integers shape, const std::vector<TensorType>& operands) {
    return answer(
        Op::rand_uniform,
        {{"shape", std::move(shape)}, {"seed", std::int64_t{1}}, {"stream", std::string("s")}},
        operands);
  };
  expect_says(uniform({2, 0}, {}), "float32 [2,0]");
  expect_says(uniform({}, {integers({})}), "float32 []");
  expect_says(uniform({2}, {integers({1})}), "operand step [1]");
  expect_says(uniform({2}, {floats({})}), "operand step of rand_uniform is float32");
  expect_says(uniform({-1}, {}), "attribute shape");
  expect_says(uniform({2}, {integers({}), integers({})}), "0 to 1 operands, not 2");
  const auto bernoulli = [](float p) {
    return answer(
        Op::bernoulli_mask,
        {{"shape", Integers{2}}, {"seed", std::int64_t{1}}, {"stream", std::string("s")}, {"p", p}},
        {});
  };
  expect_says(bernoulli(0), "bool [2]");
  expect_says(bernoulli(1), "bool [2]");
  expect_says(bernoulli(1.5F), "p is 1.5, outside 0 to 1");
  expect_says(bernoulli(-0.5F), "p is -0.5, outside 0 to 1");
}

}  // namespace
}  // namespace touchstone::evaluation
