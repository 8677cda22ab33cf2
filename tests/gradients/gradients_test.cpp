#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "choices.h"
#include "gradient_suite.h"

namespace touchstone::gradients {
namespace {

constexpr std::int64_t few = 20;
constexpr std::int64_t faulty = 100;

class Gradients : public testing::TestWithParam<std::string> {};

TEST_P(Gradients, AgreeWithTheForwardDefinition) { expect_right_gradients(GetParam(), few); }

TEST_P(Gradients, PlantedFaultsAreFoundByBothChecks) { expect_faults_found(GetParam(), faulty); }

INSTANTIATE_TEST_SUITE_P(All, Gradients, testing::ValuesIn(differentiable_operations()), name_of);

TEST(Choosers, EachIsOfADifferentiableOperation) {
  for (const Chooser& chooser : all_choosers()) {
    const Operation* operation = find_operation(chooser.operation);
    ASSERT_NE(operation, nullptr) << chooser.operation;
    EXPECT_TRUE(operation->differentiable) << chooser.operation;
  }
}

TEST(Choosers, EachVariesEveryAttributeAndLeavesOutEveryOptionalOperand) {
  constexpr std::int64_t many = 1000;
  for (const Chooser& chooser : all_choosers()) {
    const Operation* operation = find_operation(chooser.operation);
    ASSERT_NE(operation, nullptr) << chooser.operation;
    std::map<std::string, std::set<std::string>> values;
    std::set<std::size_t> operands;
    for (std::int64_t number = 0; number < many; ++number) {
      Draw draw(chooser.operation, number);
      const Choice choice = chooser.draw(draw);
      operands.insert(choice.operands.size());
      const auto attributes = complete(*operation, choice.attributes);
      ASSERT_TRUE(attributes) << chooser.operation << ": " << attributes.error().reason;
      for (const auto& [name, value] : attributes->values()) values[name].insert(text_of(value));
    }
    for (const auto& [name, seen] : values) {
      EXPECT_GE(seen.size(), 2U) << chooser.operation << " " << name;
    }
    for (std::size_t count = operation->min_operands; count <= operation->operands.size();
         ++count) {
      EXPECT_TRUE(operands.contains(count)) << chooser.operation << " with " << count;
    }
  }
}

}  // namespace
}  // namespace touchstone::gradients
