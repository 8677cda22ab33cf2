#include "touchstone/op/vocabulary.h"

#include <gtest/gtest.h>

#include <limits>

namespace touchstone {
namespace {

TEST(Vocabulary, ListsEveryOperationUnderItsOwnNumber) {
  ASSERT_EQ(vocabulary().size(), op_count);
  for (std::size_t i = 0; i < op_count; ++i) {
    const Operation& op = vocabulary()[i];
    EXPECT_EQ(static_cast<std::size_t>(op.op), i);
    EXPECT_EQ(find_operation(op.name), &op);
    EXPECT_FALSE(op.formula.empty());
    EXPECT_GE(op.operands.size(), 1U);
  }
  EXPECT_EQ(find_operation("Add"), nullptr);
}

TEST(Vocabulary, OffersTheNearestNames) {
  EXPECT_EQ(nearest_operations("sofmax").front(), "softmax");
  EXPECT_EQ(nearest_operations("mat_mul").front(), "matmul");
  EXPECT_EQ(nearest_operations(std::string(100'000, 'x')).size(), 3U);
}

TEST(Vocabulary, CompletesDefaults) {
  const auto softmax = complete(operation(Op::softmax), {});
  ASSERT_TRUE(softmax.ok());
  EXPECT_EQ(softmax->integer("axis"), -1);
}

TEST(Vocabulary, RefusesAttributesItDoesNotKnowOrCannotRead) {
  const auto refusal = [](Op op, const Attributes& given) {
    const auto result = complete(operation(op), given);
    return result ? std::string("accepted") : result.error().text();
  };
  EXPECT_EQ(refusal(Op::softmax, {{"axis", std::int64_t{0}}}), "accepted");
  EXPECT_NE(refusal(Op::softmax, {{"axes", std::int64_t{0}}}).find("no attribute 'axes'"),
            std::string::npos);
  EXPECT_NE(refusal(Op::softmax, {{"axis", 0.5F}}).find("expected an integer"), std::string::npos);
  EXPECT_NE(refusal(Op::permute, {}).find("needs attribute axes"), std::string::npos);
  EXPECT_EQ(refusal(Op::batch_norm, {{"epsilon", 0.5F}}), "accepted");
  EXPECT_NE(refusal(Op::batch_norm, {{"epsilon", std::numeric_limits<float>::quiet_NaN()}})
                .find("not finite"),
            std::string::npos);
  EXPECT_NE(refusal(Op::batch_norm, {{"epsilon", std::numeric_limits<float>::infinity()}})
                .find("not finite"),
            std::string::npos);
}

TEST(Vocabulary, ChecksArityAndElementTypes) {
  const TensorType floats{ElementType::float32, Shape::of({2})};
  const TensorType integers{ElementType::int64, Shape::of({2})};
  const TensorType masks{ElementType::boolean, Shape::of({2})};
  const auto verdict = [](Op op, std::vector<TensorType> operands) {
    const auto attributes = complete(operation(op), {});
    const auto type = infer(operation(op), *attributes, operands);
    return type ? type->text() : type.error().text();
  };
  EXPECT_EQ(verdict(Op::add, {floats, floats}), "float32 [2]");
  EXPECT_EQ(verdict(Op::add, {integers, integers}), "int64 [2]");
  EXPECT_NE(verdict(Op::add, {floats}).find("takes 2 operands, not 1"), std::string::npos);
  EXPECT_NE(verdict(Op::add, {floats, floats, floats}).find("not 3"), std::string::npos);
  EXPECT_NE(verdict(Op::add, {floats, integers}).find("operand y"), std::string::npos);
  EXPECT_NE(verdict(Op::relu, {masks}).find("bool, expected float32"), std::string::npos);
  EXPECT_EQ(verdict(Op::gather, {floats, integers}), "float32 [2]");
  EXPECT_NE(verdict(Op::gather, {floats, floats}).find("expected int64"), std::string::npos);
  EXPECT_NE(verdict(Op::concat, {}).find("at least 1"), std::string::npos);
}

}  // namespace
}  // namespace touchstone
