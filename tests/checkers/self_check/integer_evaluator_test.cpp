#include "touchstone/self_check/integer_evaluator.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace touchstone {
namespace {

constexpr std::uint32_t nan = 0x7FC00000;

/// One term over up to three operands, at their values.
std::uint32_t evaluated(TermKind kind, const std::vector<std::uint32_t>& operands) {
  TermArena arena;
  std::array<TermId, 3> ids{};
  for (std::size_t i = 0; i < operands.size(); ++i) {
    ids[i] = arena.make({TermKind::input, static_cast<TermId>(i), 0});
  }
  const TermId term = arena.make({kind, ids[0], ids[1], ids[2]});
  std::vector<std::span<const std::uint32_t>> inputs;
  for (const std::uint32_t& bits : operands) inputs.emplace_back(&bits, 1);
  return evaluate_terms(arena, inputs)[term];
}

TEST(IntegerEvaluator, ComputesEveryKindOfTerm) {
  const std::vector<std::uint32_t> three{0x40000000, 0x40400000, 0x3F800000};  // 2, 3, 1
  for (std::size_t kind = 0; kind < definition_kind_count; ++kind) {
    const auto k = static_cast<TermKind>(kind);
    if (operand_count(k) == 0) continue;
    const std::vector<std::uint32_t> operands(three.begin(), three.begin() + operand_count(k));
    EXPECT_NO_THROW((void)evaluated(k, operands)) << kind;
  }
}

TEST(IntegerEvaluator, Numbers) {
  EXPECT_EQ(evaluated(TermKind::neg, {0x00000000}), 0x80000000U);
  EXPECT_EQ(evaluated(TermKind::abs, {0xBF800000}), 0x3F800000U);
  EXPECT_EQ(evaluated(TermKind::minimum, {0x00000000, 0x80000000}), 0x80000000U);
  EXPECT_EQ(evaluated(TermKind::pow, {0x40000000, 0x40400000}), 0x41000000U);
  EXPECT_EQ(evaluated(TermKind::rsqrt, {0x40800000}), 0x3F000000U);
  EXPECT_EQ(evaluated(TermKind::log, {0x80000001}), nan);
}

TEST(IntegerEvaluator, StatementsAreZeroOrOne) {
  EXPECT_EQ(evaluated(TermKind::equal, {0x00000000, 0x80000000}), 1U);
  EXPECT_EQ(evaluated(TermKind::equal, {nan, nan}), 0U);
  EXPECT_EQ(evaluated(TermKind::less, {0xBF800000, 0x3F800000}), 1U);
  EXPECT_EQ(evaluated(TermKind::less, {0x3F800000, nan}), 0U);
  EXPECT_EQ(evaluated(TermKind::exceeds, {nan, 0x3F800000}), 1U);
  EXPECT_EQ(evaluated(TermKind::exceeds, {0x3F800000, 0x3F800000}), 0U);
  for (const std::uint32_t x : {0U, 1U}) {
    EXPECT_EQ(evaluated(TermKind::opposite, {x}), 1 - x);
    for (const std::uint32_t y : {0U, 1U}) {
      EXPECT_EQ(evaluated(TermKind::both, {x, y}), x * y);
      EXPECT_EQ(evaluated(TermKind::either, {x, y}), x + y > 0 ? 1U : 0U);
    }
  }
  EXPECT_EQ(evaluated(TermKind::select, {1, 0x40000000, nan}), 0x40000000U);
  EXPECT_EQ(evaluated(TermKind::select, {0, nan, 0x40000000}), 0x40000000U);
}

TEST(IntegerEvaluator, Leaves) {
  TermArena arena;
  const TermId number = arena.make({TermKind::constant, 0x3F800000});
  const TermId holds = arena.make({TermKind::truth, 1});
  const auto values = evaluate_terms(arena, {});
  EXPECT_EQ(values[number], 0x3F800000U);
  EXPECT_EQ(values[holds], 1U);
}

}  // namespace
}  // namespace touchstone
