#include "touchstone/ptx/sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "kernel_fixture.h"

namespace touchstone::ptx {
namespace {

constexpr std::array<std::size_t, 1> counts{8};

/// Terms over operand 0 of eight elements.
struct Terms {
  Symbols symbols;

  TermId x(std::uint32_t i) { return symbols.input(0, i); }
  TermId of(TermKind kind, TermId a, TermId b = 0, TermId c = 0) {
    return symbols.arena().make({kind, a, b, c});
  }
  /// The larger of two numbers, and +0 beside -0, spelled as a choice.
  TermId chosen_maximum(TermId a, TermId b) {
    return symbols.select(of(TermKind::less, a, b), b, a, Type::b32);
  }
  std::vector<bool> swept_by(LemmaAnswer answer, const std::vector<TermPair>& pairs) {
    JudgeDouble judge(answer);
    const LemmaJudge asked = judge.judge();
    LemmaBook book(symbols, asked, 64);
    const std::vector<bool> out = swept(symbols, pairs, counts, book);
    questions = judge.asked().size();
    return out;
  }
  std::size_t questions = 0;
};

TEST(Sweep, WhatIsProvedBelowMakesOneTermAbove) {
  Terms t;
  // Deep below a sum that both sides share, -(-x) stands for x.
  TermId left = t.of(TermKind::neg, t.of(TermKind::neg, t.x(0)));
  TermId right = t.x(0);
  for (std::uint32_t i = 1; i < 8; ++i) {
    for (int again = 0; again < 8; ++again) {
      left = t.of(TermKind::fma, t.x(i), t.x(i), left);
      right = t.of(TermKind::fma, t.x(i), t.x(i), right);
    }
  }
  const std::vector<TermPair> pairs{{left, right}};
  EXPECT_EQ(t.swept_by(LemmaAnswer::proved, pairs), std::vector<bool>{true});
  EXPECT_EQ(t.questions, 1U);
  EXPECT_EQ(t.swept_by(LemmaAnswer::unknown, pairs), std::vector<bool>{false});
}

TEST(Sweep, TermsThatDifferAtSamplesAreNotAskedAbout) {
  Terms t;
  const std::vector<TermPair> pairs{
      {t.of(TermKind::add, t.x(0), t.x(1)), t.x(0)},
      {t.chosen_maximum(t.x(0), t.x(1)), t.of(TermKind::maximum, t.x(0), t.x(1))}};
  const std::vector<bool> none{false, false};
  EXPECT_EQ(t.swept_by(LemmaAnswer::proved, pairs), none);
  EXPECT_EQ(t.questions, 0U);
}

TEST(Sweep, ConesThatAreTooLargeAreLeft) {
  Terms t;
  const TermId left = t.of(TermKind::neg, t.of(TermKind::neg, t.x(0)));
  const std::vector<TermPair> pairs{{left, t.x(0)}};
  JudgeDouble judge(LemmaAnswer::proved);
  const LemmaJudge asked = judge.judge();
  LemmaBook book(t.symbols, asked, 64);
  SweepLimits limits;
  limits.terms = 2;
  EXPECT_FALSE(swept(t.symbols, pairs, counts, book, limits)[0]);
  limits.terms = 3;
  EXPECT_TRUE(swept(t.symbols, pairs, counts, book, limits)[0]);
}

TEST(Sweep, SharedTermsAreTheFirstThatBothSidesReach) {
  Terms t;
  const TermId sum = t.of(TermKind::add, t.x(0), t.x(1));
  const TermId left = t.of(TermKind::neg, sum);
  const TermId right = t.of(TermKind::abs, sum);
  const std::vector<TermId> shared = shared_terms(t.symbols, left, right);
  EXPECT_THAT(shared, ::testing::UnorderedElementsAre(t.x(0), t.x(1), sum));
  EXPECT_TRUE(shared_terms(t.symbols, t.x(2), t.x(3)).empty());
}

}  // namespace
}  // namespace touchstone::ptx
