#include "touchstone/smt/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "touchstone/host/file.h"

namespace touchstone::smt {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::chrono_literals;

/// Programs that stand for solvers.
class Programs {
 public:
  Programs() {
    std::string name = testing::TempDir() + "touchstone-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
  }
  ~Programs() { fs::remove_all(folder_); }
  Programs(const Programs&) = delete;
  Programs& operator=(const Programs&) = delete;

  [[nodiscard]] const fs::path& folder() const { return folder_; }

  /// The commands see the question's file as $1.
  [[nodiscard]] Solver that(const std::string& name, const std::string& commands) const {
    const fs::path path = folder_ / name;
    if (!write_file(path, "#!/bin/sh\n" + commands + "\n")) throw std::runtime_error("no script");
    fs::permissions(path, fs::perms::owner_all);
    return {name, "1.0", path, {}, {}, 10s};
  }

 private:
  fs::path folder_;
};

const std::string question = "(set-logic QF_BV)\n(check-sat)\n";

class JudgeTest : public testing::Test {
 public:
  [[nodiscard]] Result<Judgement> judged(const std::string& one, const std::string& other) const {
    return Judge({programs.that("one", one), programs.that("other", other)}).judge(question);
  }
  [[nodiscard]] Verdict verdict(const std::string& one, const std::string& other) const {
    const auto judgement = judged(one, other);
    EXPECT_TRUE(judgement.ok());
    return judgement.ok() ? judgement->verdict : Verdict::unknown;
  }

  Programs programs;
};

TEST_F(JudgeTest, BelievesTwoThatAgree) {
  EXPECT_EQ(verdict("echo unsat", "echo unsat"), Verdict::proved);
  EXPECT_EQ(verdict("echo sat", "echo sat"), Verdict::refuted);
  EXPECT_EQ(verdict("echo unknown", "echo unknown"), Verdict::unknown);
}

TEST_F(JudgeTest, ARefutationNeedsOneAndAProofBoth) {
  EXPECT_EQ(verdict("echo sat", "echo unknown"), Verdict::refuted);
  EXPECT_EQ(verdict("echo unknown", "echo sat"), Verdict::refuted);
  EXPECT_EQ(verdict("echo unsat", "echo unknown"), Verdict::unknown);
  EXPECT_EQ(verdict("echo unknown", "echo unsat"), Verdict::unknown);
}

TEST_F(JudgeTest, OneAloneProvesNothing) {
  Judge judge({programs.that("one", "echo unsat")});
  EXPECT_EQ(judge.judge(question)->verdict, Verdict::unknown);
}

TEST_F(JudgeTest, DisagreementIsAnError) {
  const auto judgement = judged("echo sat", "echo unsat");
  ASSERT_FALSE(judgement.ok());
  EXPECT_EQ(judgement.error().kind, Failure::defect);
  EXPECT_THAT(judgement.error().reason, HasSubstr("one 1.0 says sat and other 1.0 says unsat"));
}

TEST_F(JudgeTest, ReadsAnswersStrictly) {
  for (const char* const odd :
       {"echo unsat; exit 1", "printf unsat", "echo unsat; echo unsat", "echo 'unsat '",
        "echo warning >&2; echo unsat", "echo 'not unsat'", "true", "kill -9 $$"}) {
    const auto judgement = judged(odd, "echo unsat");
    ASSERT_TRUE(judgement.ok());
    EXPECT_EQ(judgement->verdict, Verdict::unknown) << odd;
    EXPECT_EQ(judgement->replies[0].answer, Answer::unknown) << odd;
    EXPECT_FALSE(judgement->replies[0].detail.empty()) << odd;
  }
}

TEST_F(JudgeTest, GivesTheQuestionInAFile) {
  const auto same = "test \"$(cat \"$1\")\" = \"$(printf '(set-logic QF_BV)\\n(check-sat)')\"";
  EXPECT_EQ(verdict(same + std::string(" && echo unsat"), "echo unsat"), Verdict::proved);
}

TEST_F(JudgeTest, GivesFurtherArgumentsForLogicsOfBits) {
  Solver solver = programs.that("one", "test \"$1 $2\" = \"-a -b\" && echo sat || echo unsat");
  solver.arguments = {"-a"};
  solver.bit_arguments = {"-b"};
  EXPECT_EQ(ask(solver, question).answer, Answer::satisfiable);
  EXPECT_EQ(ask(solver, "(set-logic QF_NIA)\n(check-sat)\n").answer, Answer::unsatisfiable);
}

TEST_F(JudgeTest, EndsWhatTakesTooLong) {
  Solver slow = programs.that("slow", "sleep 600");
  slow.time = 50ms;
  const Reply reply = ask(slow, question);
  EXPECT_EQ(reply.answer, Answer::unknown);
  EXPECT_THAT(reply.detail, HasSubstr("50 ms"));
}

TEST_F(JudgeTest, AsksAQuestionOnce) {
  const std::string count = programs.folder() / "asked";
  Judge judge({programs.that("one", "echo >> " + count + "; echo unsat"),
               programs.that("other", "echo unsat")});
  EXPECT_EQ(judge.judge(question)->verdict, Verdict::proved);
  EXPECT_EQ(judge.judge(question)->verdict, Verdict::proved);
  EXPECT_EQ(fs::file_size(count), 1U);
  EXPECT_EQ(judge.judge(question + "\n")->verdict, Verdict::proved);
  EXPECT_EQ(fs::file_size(count), 2U);
}

TEST_F(JudgeTest, ReadsAModel) {
  const std::vector<std::string> names{"a", "b"};
  const auto of = [&](const std::string& said) {
    return model(programs.that("one", "printf '" + said + "'"), question, names);
  };
  const auto values = of("sat\\n((a #x0000000f)\\n (b #b101))\\n");
  ASSERT_TRUE(values.ok());
  EXPECT_THAT(*values, ElementsAre(15, 5));
  for (const char* const odd :
       {"unsat\\n", "sat\\n", "sat\\n((a #x1))\\n", "sat\\n((b #x1) (a #x1))\\n",
        "sat\\n((a #x1) (b #xg))\\n", "sat\\n((a #x1) (b #x11111111111111111))\\n",
        "sat\\n((a #x1) (b #x1)) more\\n", "sat\\n((a 1) (b #x1))\\n"}) {
    EXPECT_FALSE(of(odd).ok()) << odd;
  }
}

/// The path of programs, set back at the end.
class SearchPath {
 public:
  explicit SearchPath(const fs::path& folder) : before_(std::getenv("PATH")) {
    ::setenv("PATH", folder.c_str(), 1);
  }
  ~SearchPath() { ::setenv("PATH", before_.c_str(), 1); }
  SearchPath(const SearchPath&) = delete;
  SearchPath& operator=(const SearchPath&) = delete;

 private:
  std::string before_;
};

TEST(InstalledSolvers, SayWhatIsMissing) {
  const Programs programs;
  const SearchPath there(programs.folder());
  const auto none = installed_solvers({});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().kind, Failure::unavailable);
  EXPECT_THAT(none.error().reason, HasSubstr("z3"));
  EXPECT_EQ(none.error().remedy, "apt-get install z3 cvc5");
  (void)programs.that("z3", "echo 'Z3 version 9.9 - 64 bit'");
  EXPECT_THAT(installed_solvers({}).error().reason, HasSubstr("cvc5"));
  (void)programs.that("cvc5", "echo mute");
  EXPECT_THAT(installed_solvers({}).error().reason, HasSubstr("version"));
  (void)programs.that("cvc5", "echo 'This is cvc5 version 8.8'; echo more");
  const auto both = installed_solvers({});
  ASSERT_TRUE(both.ok());
  EXPECT_EQ((*both)[0].title(), "z3 9.9");
  EXPECT_EQ((*both)[1].title(), "cvc5 8.8");
}

TEST(InstalledSolvers, DecideATheoremAndItsTwin) {
  const auto solvers = installed_solvers({});
  if (!solvers) GTEST_SKIP() << solvers.error().text();
  Judge judge(*solvers);
  const auto text = [](const std::string& statement) {
    return "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n(assert (not " + statement +
           "))\n(check-sat)\n";
  };
  EXPECT_EQ(judge.judge(text("(= (bvadd x x) (bvshl x #x01))"))->verdict, Verdict::proved);
  const std::string wrong = text("(= (bvmul x x) (bvshl x #x01))");
  EXPECT_EQ(judge.judge(wrong)->verdict, Verdict::refuted);
  for (const Solver& solver : *solvers) {
    const auto values = model(solver, wrong, {"x"});
    ASSERT_TRUE(values.ok());
    const std::uint64_t x = (*values)[0];
    EXPECT_NE(x * x & 0xFFU, 2 * x & 0xFFU);
  }
  // What is no SMT-LIB is no answer.
  EXPECT_EQ(judge.judge("(assert (= x y))\n(check-sat)\n")->verdict, Verdict::unknown);
}

}  // namespace
}  // namespace touchstone::smt
