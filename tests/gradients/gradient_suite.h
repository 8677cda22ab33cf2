#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "touchstone/op/vocabulary.h"

namespace touchstone::gradients {

/// The names of all differentiable operations.
[[nodiscard]] std::vector<std::string> differentiable_operations();

/// Both checks of every vjp of an operation at `cases` choices. Prints how much was checked.
void expect_right_gradients(const std::string& operation, std::int64_t cases);

/// Plants faults in every vjp of an operation at `cases` choices. Every fault that changes the
/// gradient must be found by both checks; of each kind that the gradient by an operand can have,
/// one must have been found; and each gradient has a kind of wrong term or position. Prints the
/// counts.
void expect_faults_found(const std::string& operation, std::int64_t cases);

[[nodiscard]] inline std::string name_of(const testing::TestParamInfo<std::string>& info) {
  return info.param;
}

}  // namespace touchstone::gradients
