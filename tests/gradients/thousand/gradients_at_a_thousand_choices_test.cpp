#include <gtest/gtest.h>

#include "../gradient_suite.h"

namespace touchstone::gradients {
namespace {

constexpr std::int64_t many = 1000;

class GradientsAtAThousandChoices : public testing::TestWithParam<std::string> {};

TEST_P(GradientsAtAThousandChoices, AgreeWithTheForwardDefinition) {
  expect_right_gradients(GetParam(), many);
}

INSTANTIATE_TEST_SUITE_P(All, GradientsAtAThousandChoices,
                         testing::ValuesIn(differentiable_operations()), name_of);

}  // namespace
}  // namespace touchstone::gradients
