#include "touchstone/ptx/rewrite_rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cctype>

#include "touchstone/number/binary32.h"
#include "touchstone/ptx/evaluation.h"
#include "touchstone/smt/judge.h"

namespace touchstone::ptx {
namespace {

class RuleTest : public testing::TestWithParam<const RewriteRule*> {
 public:
  void SetUp() override {
    auto solvers = smt::installed_solvers({});
    if (!solvers) GTEST_SKIP() << solvers.error().text();
    judge.emplace(std::move(*solvers));
  }

  std::optional<smt::Judge> judge;
};

/// The value of a term where the free words and statements of a question are given.
std::uint64_t value_at(const Symbols& symbols, TermId term, const Question& question,
                       const std::vector<std::uint64_t>& bits) {
  const std::array<TermId, 1> roots{term};
  const auto values = Evaluation(symbols, roots).at([&](std::uint32_t operand, std::uint32_t) {
    BatchValues out{};
    for (std::size_t i = 0; i < question.leaves.size(); ++i) {
      if (symbols.arena().nodes()[question.leaves[i].term].a == operand) out.fill(bits[i]);
    }
    return out;
  });
  return values[0][0];
}

TEST_P(RuleTest, IsProvedByBothSolvers) {
  Symbols symbols;
  const Question question = question_of(*GetParam(), symbols);
  const auto judgement = judge->judge(question.lemma.smt_lib);
  ASSERT_TRUE(judgement.ok()) << judgement.error().text();
  for (const smt::Reply& reply : judgement->replies) {
    EXPECT_EQ(reply.answer, smt::Answer::unsatisfiable) << reply.solver << " " << reply.detail;
  }
  EXPECT_EQ(judgement->verdict, smt::Verdict::proved) << question.lemma.text;
}

/// A twin has an input at which its sides differ, which each solver finds and running both sides
/// confirms. So the rule's own lemma is no tautology of the encoding.
TEST_P(RuleTest, HasATwinThatIsRefuted) {
  Symbols symbols;
  const Question question = question_of_twin(*GetParam(), symbols);
  const auto judgement = judge->judge(question.lemma.smt_lib);
  ASSERT_TRUE(judgement.ok()) << judgement.error().text();
  EXPECT_EQ(judgement->verdict, smt::Verdict::refuted) << question.lemma.text;
  std::vector<std::string> names;
  for (const auto& leaf : question.leaves) {
    if (leaf.view == SmtView::word) names.push_back(leaf.name);
  }
  const TermId left = GetParam()->pattern(symbols);
  const TermId right = GetParam()->twin(symbols);
  for (const smt::Solver& solver : judge->solvers()) {
    const auto model = smt::model(solver, question.lemma.smt_lib, names);
    ASSERT_TRUE(model.ok()) << model.error().text();
    bool differs = false;
    for (const std::uint64_t statement : {0U, 1U}) {  // models give words alone
      std::vector<std::uint64_t> bits;
      auto next = model->begin();
      for (const auto& leaf : question.leaves) {
        bits.push_back(leaf.view == SmtView::word ? *next++ : statement);
      }
      const auto number = [&](TermId side) {
        const auto value = static_cast<std::uint32_t>(value_at(symbols, side, question, bits));
        return canonical_bits(std::bit_cast<float>(value));
      };
      differs = differs || number(left) != number(right);
    }
    EXPECT_TRUE(differs) << solver.title() << ": " << question.lemma.text;
  }
}

std::vector<const RewriteRule*> all_rules() {
  std::vector<const RewriteRule*> out;
  for (const RewriteRule& rule : rewrite_rules()) out.push_back(&rule);
  return out;
}

std::string name_of(const testing::TestParamInfo<const RewriteRule*>& rule) {
  std::string name = std::to_string(rule.index) + "_";
  for (const char c : rule.param->name) {
    name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, RuleTest, testing::ValuesIn(all_rules()), name_of);

}  // namespace
}  // namespace touchstone::ptx
