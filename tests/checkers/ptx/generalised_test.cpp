#include "touchstone/ptx/generalised.h"

#include <gtest/gtest.h>

namespace touchstone::ptx {
namespace {

/// A sum of products of x[row, k] and y[k], k from 0.
TermId chain(Symbols& symbols, std::uint32_t row) {
  TermId sum = symbols.word(0);
  for (std::uint32_t k = 0; k < 100; ++k) {
    sum = symbols.arena().make(
        {TermKind::fma, symbols.input(0, 100 * row + k), symbols.input(1, k), sum});
  }
  return sum;
}

TermPair limited(Symbols& symbols, std::uint32_t row) {
  const TermId sum = chain(symbols, row);
  const TermId zero = symbols.word(0);
  const TermId statement = symbols.arena().make({TermKind::less, sum, zero});
  return {symbols.arena().make({TermKind::maximum, sum, zero}),
          symbols.arena().make({TermKind::select, statement, zero, sum})};
}

TEST(Generalised, WhatBothSidesShareBecomesOneWordWhateverItIs) {
  Symbols symbols;
  const auto first = generalised(symbols, limited(symbols, 0), 100);
  const auto second = generalised(symbols, limited(symbols, 1), 100);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->pair, second->pair);
  EXPECT_EQ(first->words, 1U);
  const TermId word = symbols.input(0, 0);
  const TermId zero = symbols.word(0);
  EXPECT_EQ(first->pair.left, symbols.arena().make({TermKind::maximum, word, zero}));
  EXPECT_NE(first->pair.left, first->pair.right);
}

TEST(Generalised, DifferentStatementsStayDifferent) {
  Symbols symbols;
  const TermPair pair = limited(symbols, 0);
  const auto one = generalised(symbols, pair, 100);
  const auto exchanged = generalised(symbols, {pair.right, pair.left}, 100);
  ASSERT_TRUE(one && exchanged);
  EXPECT_EQ(one->pair.left, exchanged->pair.right);
  // Which of two words is which matters.
  const TermId x = symbols.input(0, 7);
  const TermId y = symbols.input(1, 3);
  const TermId difference = symbols.arena().make({TermKind::sub, x, y});
  const TermId opposite = symbols.arena().make({TermKind::sub, y, x});
  const auto words = generalised(symbols, {difference, opposite}, 100);
  ASSERT_TRUE(words);
  EXPECT_EQ(words->words, 2U);
  EXPECT_NE(words->pair.left, words->pair.right);
}

TEST(Generalised, OnlyWhatIsNotSharedCounts) {
  Symbols symbols;
  EXPECT_TRUE(generalised(symbols, limited(symbols, 0), 5));
  EXPECT_FALSE(generalised(symbols, limited(symbols, 0), 2));
  EXPECT_FALSE(generalised(symbols, {chain(symbols, 0), chain(symbols, 1)}, 100));
}

}  // namespace
}  // namespace touchstone::ptx
