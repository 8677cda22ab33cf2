#include "touchstone/ptx/simplify_inputs.h"

#include <gtest/gtest.h>

namespace touchstone::ptx {
namespace {

std::vector<InputElement> all_elements(const InputValues& inputs) {
  std::vector<InputElement> out;
  for (std::uint32_t i = 0; i < inputs.size(); ++i) {
    for (std::uint32_t e = 0; e < inputs[i].size(); ++e) out.push_back({i, e});
  }
  return out;
}

StillFails of_each(bool (*fails)(const InputValues&)) {
  return [fails](const std::vector<InputValues>& trials) {
    std::vector<bool> out;
    for (const InputValues& trial : trials) out.push_back(fails(trial));
    return out;
  };
}

const InputValues start{{0x12345678U, 0x3F9ABCDEU, 0x7FC00000U, 0x40490FDBU},
                        {0xC0490FDBU, 0x00000003U}};

TEST(SimplifyInputs, OnlyWhatTheFaultNeedsRemains) {
  const auto fails = of_each([](const InputValues& x) { return x[0][3] != 0 && x[1][0] != 0; });
  const InputValues expected{{0, 0, 0, 0x3F800000U}, {0x3F800000U, 0}};
  for (const std::size_t width : {std::size_t{1}, std::size_t{3}, std::size_t{16}}) {
    EXPECT_EQ(simplified(start, all_elements(start), fails, width, 1000), expected);
  }
}

TEST(SimplifyInputs, AValueThatMattersIsKept) {
  const auto fails = of_each([](const InputValues& x) { return x[0][1] == 0x3F9ABCDEU; });
  const InputValues expected{{0, 0x3F9ABCDEU, 0, 0}, {0, 0}};
  EXPECT_EQ(simplified(start, all_elements(start), fails, 16, 1000), expected);
}

TEST(SimplifyInputs, AlwaysStillFails) {
  // An odd number of NaNs: stretches may not be cleared at will.
  const auto fails = of_each([](const InputValues& x) {
    int nans = 0;
    for (const auto& operand : x) {
      for (const std::uint32_t bits : operand) nans += bits == 0x7FC00000U ? 1 : 0;
    }
    return nans % 2 == 1;
  });
  const InputValues three{{0x7FC00000U, 0x7FC00000U, 5}, {0x7FC00000U, 9}};
  for (const std::size_t questions : {0U, 1U, 3U, 100U}) {
    const InputValues simple = simplified(three, all_elements(three), fails, 2, questions);
    EXPECT_TRUE(fails({simple}).front()) << questions;
  }
}

TEST(SimplifyInputs, ElementsThatDoNotMatterAreClearedAtOnce) {
  const auto fails = of_each([](const InputValues& x) { return x[1][1] == 3; });
  const std::vector<InputElement> relevant{{1, 1}};
  const InputValues expected{{0, 0, 0, 0}, {0, 3}};
  EXPECT_EQ(simplified(start, relevant, fails, 16, 0), expected);
}

}  // namespace
}  // namespace touchstone::ptx
