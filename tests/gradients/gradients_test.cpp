#include <gtest/gtest.h>

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

}  // namespace
}  // namespace touchstone::gradients
