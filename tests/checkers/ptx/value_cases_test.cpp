#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "comparison_cases.h"
#include "conversion_cases.h"
#include "float_cases.h"
#include "half_cases.h"
#include "integer_cases.h"
#include "logic_cases.h"
#include "touchstone/ptx/pattern.h"
#include "touchstone/ptx/semantics.h"

namespace touchstone::ptx {
namespace {

std::vector<ValueCase> all_cases() {
  std::vector<ValueCase> all;
  for (const auto& part : {integer_cases(), logic_cases(), comparison_cases(), float_cases(),
                           half_cases(), conversion_cases()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

TEST(ValueCases, GiveWhatTheManualSays) {
  for (const ValueCase& one : all_cases()) {
    const auto form = resolve(one.opcode);
    ASSERT_TRUE(form.ok()) << one.opcode;
    EXPECT_EQ(evaluate(*form, one.operands), one.expected)
        << std::hex << one.opcode << " of " << ::testing::PrintToString(one.operands) << ": "
        << evaluate(*form, one.operands) << " and not " << one.expected;
    EXPECT_EQ(function_of(*form)(*form, one.operands.data()), one.expected) << one.opcode;
  }
}

TEST(ValueCases, HaveTheOperandsOfTheirSignature) {
  for (const ValueCase& one : all_cases()) {
    const auto form = resolve(one.opcode);
    ASSERT_TRUE(form.ok()) << one.opcode;
    const Signature signature = signature_of(*form);
    const auto required = std::count_if(signature.begin(), signature.end(),
                                        [](const OperandRule& rule) { return !rule.optional; });
    EXPECT_EQ(one.operands.size() + 1, static_cast<std::size_t>(required)) << one.opcode;
  }
}

TEST(ValueCases, CoverEveryEntryThatGivesAValue) {
  std::set<std::uint16_t> covered;
  for (const ValueCase& one : all_cases()) {
    const auto form = resolve(one.opcode);
    ASSERT_TRUE(form.ok()) << one.opcode;
    EXPECT_TRUE(is_value(*form)) << one.opcode;
    covered.insert(form->entry);
  }
  for (std::size_t entry = 0; entry < entries().size(); ++entry) {
    const auto form = resolve(plainest_opcode(patterns()[entry]));
    ASSERT_TRUE(form.ok()) << entries()[entry].pattern;
    if (!is_value(*form)) continue;
    EXPECT_EQ(covered.count(static_cast<std::uint16_t>(entry)), 1U) << entries()[entry].pattern;
  }
}

/// Bits above an operand's width are no part of it.
TEST(ValueCases, IgnoreWhatLiesAboveTheOperands) {
  for (const ValueCase& one : all_cases()) {
    const auto form = resolve(one.opcode);
    ASSERT_TRUE(form.ok()) << one.opcode;
    const Signature signature = signature_of(*form);
    std::vector<std::uint64_t> operands = one.operands;
    for (std::size_t index = 0; index < operands.size(); ++index) {
      const unsigned bits = bits_of(signature[index + 1].type);
      if (bits < 64) operands[index] |= ~std::uint64_t{0} << bits;
    }
    EXPECT_EQ(evaluate(*form, operands), one.expected) << one.opcode;
  }
}

}  // namespace
}  // namespace touchstone::ptx
