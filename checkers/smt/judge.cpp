#include "judge.h"

#include <algorithm>
#include <utility>

namespace touchstone::smt {

namespace {

const Reply* reply_of(const std::vector<Reply>& replies, Answer answer) {
  const auto at = std::find_if(replies.begin(), replies.end(),
                               [answer](const Reply& reply) { return reply.answer == answer; });
  return at == replies.end() ? nullptr : &*at;
}

Diagnostic disagreement(const Reply& one, const Reply& other, const std::string& smt_lib) {
  Diagnostic why;
  why.kind = Failure::defect;
  why.reason = one.solver + " says sat and " + other.solver + " says unsat of the question " +
               sha256(smt_lib).hex() + ": one of them is wrong";
  why.remedy = "report it to the solvers' authors, and use other versions";
  return why;
}

}  // namespace

Judge::Judge(std::vector<Solver> solvers) : solvers_(std::move(solvers)) {}

Result<Judgement> Judge::judge(const std::string& smt_lib) {
  const Digest question = sha256(smt_lib);
  if (const auto at = known_.find(question); at != known_.end()) return at->second;
  auto answer = asked(smt_lib);
  if (answer) known_.emplace(question, *answer);
  return answer;
}

Result<Judgement> Judge::asked(const std::string& smt_lib) const {
  Judgement out;
  for (const Solver& solver : solvers_) out.replies.push_back(ask(solver, smt_lib));
  const Reply* const yes = reply_of(out.replies, Answer::satisfiable);
  const Reply* const no = reply_of(out.replies, Answer::unsatisfiable);
  if (yes != nullptr && no != nullptr) return disagreement(*yes, *no, smt_lib);
  const bool all = reply_of(out.replies, Answer::unknown) == nullptr;
  if (yes != nullptr) {
    out.verdict = Verdict::refuted;
  } else if (all && out.replies.size() >= 2) {
    out.verdict = Verdict::proved;
  }
  return out;
}

}  // namespace touchstone::smt
