#include "touchstone/onnx/operator_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "touchstone/interpreter/onnx_operators.h"
#include "touchstone/onnx/model_header.h"
#include "touchstone/onnx/unsupported_operators.h"

namespace touchstone::onnx_test {
namespace {

using namespace onnx_reading;
using ::testing::HasSubstr;

/// Each operator's forms follow one another without gap or overlap up to the newest opset, or to
/// the one before that which withdrew it.
TEST(OperatorTable, CoversEachOperatorWithoutGaps) {
  const auto table = operator_table();
  ASSERT_FALSE(table.empty());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const OperatorForm& form = table[i];
    EXPECT_LE(form.since, form.until) << form.name;
    EXPECT_LE(form.min_inputs, form.max_inputs) << form.name;
    EXPECT_GE(form.since, oldest_opset) << form.name;
    EXPECT_NE(form.map, nullptr) << form.name;
    const OperatorForm* next = i + 1 < table.size() ? &table[i + 1] : nullptr;
    const bool last = next == nullptr || next->name != form.name;
    const int end = form.name == "Scatter" ? 10 : newest_opset;
    EXPECT_EQ(last ? end : next->since - 1, form.until) << form.name;
    EXPECT_TRUE(next == nullptr || form.name <= next->name) << form.name;
  }
}

TEST(OperatorTable, NamesOnnxOperatorsAndEachAttributeOnce) {
  for (const OperatorForm& form : operator_table()) {
    EXPECT_TRUE(is_onnx_operator(form.name)) << form.name;
    std::set<std::string_view> names;
    for (const AttributeForm& attribute : form.attributes) {
      EXPECT_TRUE(names.insert(attribute.name).second) << form.name << " " << attribute.name;
    }
  }
}

TEST(OperatorTable, HasAFormOrAReasonForEachOperatorOfOnnx) {
  std::set<std::string_view> read;
  for (const OperatorForm& form : operator_table()) read.insert(form.name);
  for (const std::string_view name : onnx_operators()) {
    EXPECT_NE(read.contains(name), why_unsupported(name).has_value()) << name;
  }
  EXPECT_EQ(why_unsupported("NoOperator"), std::nullopt);
}

TEST(OperatorTable, FindsTheFormOfAnOpset) {
  EXPECT_EQ((*find_form("Slice", 9))->max_inputs, 1U);
  EXPECT_EQ((*find_form("Slice", 10))->max_inputs, 5U);
  EXPECT_EQ((*find_form("Unsqueeze", 23))->min_inputs, 2U);
}

TEST(OperatorTable, SaysWhyThereIsNone) {
  EXPECT_EQ(find_form("Expand", 7).error().kind, Failure::unreadable);
  EXPECT_THAT(find_form("Expand", 7).error().reason, HasSubstr("it came with opset 8"));
  EXPECT_EQ(find_form("LSTM", 13).error().kind, Failure::unavailable);
  EXPECT_THAT(find_form("LSTM", 13).error().reason, HasSubstr("not supported: a recurrence"));
  EXPECT_THAT(find_form("LSTM", 13).error().remedy, HasSubstr("Abs, Add, And, Attention"));
  EXPECT_EQ(find_form("Scatter", 11).error().kind, Failure::unreadable);
  EXPECT_THAT(find_form("Scatter", 11).error().reason, HasSubstr("a later one withdrew it"));
  EXPECT_EQ(find_form("lstm", 13).error().kind, Failure::unreadable);
}

}  // namespace
}  // namespace touchstone::onnx_test
