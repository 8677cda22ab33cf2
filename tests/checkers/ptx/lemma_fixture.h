#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <utility>

#include "term_fixture.h"
#include "touchstone/ptx/lemma.h"
#include "touchstone/smt/judge.h"

namespace touchstone::ptx {

/// Asks the installed solvers.
class LemmaTest : public TermTest {
 public:
  void SetUp() override {
    auto solvers = smt::installed_solvers({});
    if (!solvers) GTEST_SKIP() << solvers.error().text();
    judge.emplace(std::move(*solvers));
  }

  [[nodiscard]] smt::Verdict verdict(TermId left, TermId right, const LemmaCut& cut = {}) {
    const auto lemma = lemma_of(symbols, left, right, cut);
    EXPECT_TRUE(lemma.has_value());
    if (!lemma) return smt::Verdict::unknown;
    const auto judgement = judge->judge(lemma->smt_lib);
    EXPECT_TRUE(judgement.ok());
    if (!judgement) return smt::Verdict::unknown;
    for (const smt::Reply& reply : judgement->replies) {
      EXPECT_TRUE(reply.detail.empty()) << reply.detail << "\n" << lemma->smt_lib;
    }
    return judgement->verdict;
  }
  [[nodiscard]] bool proved(TermId left, TermId right, const LemmaCut& cut = {}) {
    return verdict(left, right, cut) == smt::Verdict::proved;
  }
  [[nodiscard]] bool refuted(TermId left, TermId right, const LemmaCut& cut = {}) {
    return verdict(left, right, cut) == smt::Verdict::refuted;
  }

  std::optional<smt::Judge> judge;
};

}  // namespace touchstone::ptx
