#include "lemma_judges.h"

#include <chrono>
#include <memory>
#include <mutex>

#include "touchstone/smt/judge.h"

namespace touchstone {

namespace {

/// The judge remembers what it was asked, so it answers one thread at a time.
struct SharedJudge {
  explicit SharedJudge(std::vector<smt::Solver> solvers) : judge(std::move(solvers)) {}
  std::mutex asking;
  smt::Judge judge;
  int unanswered = 0;
};

ptx::LemmaAnswer answer_to(const ptx::Lemma& lemma, SharedJudge& shared) {
  const std::lock_guard lock(shared.asking);
  // Where solvers have given up so often they will again, at half a minute each.
  constexpr int enough = 4;
  if (shared.unanswered >= enough) return ptx::LemmaAnswer::unknown;
  const auto judgement = shared.judge.judge(lemma.smt_lib);
  // Solvers that contradict each other leave the question open.
  if (!judgement) return ptx::LemmaAnswer::unknown;
  switch (judgement->verdict) {
    case smt::Verdict::proved: return ptx::LemmaAnswer::proved;
    case smt::Verdict::refuted: return ptx::LemmaAnswer::refuted;
    case smt::Verdict::unknown: ++shared.unanswered; break;
  }
  return ptx::LemmaAnswer::unknown;
}

}  // namespace

LemmaJudges installed_judges() {
  // Whoever waits for an answer waits half a minute for a question, however slow the machine.
  smt::SolverLimits limits;
  limits.time = std::chrono::seconds(30);
  auto solvers = smt::installed_solvers(limits);
  if (!solvers) {
    return {[](const ptx::Lemma&) { return ptx::LemmaAnswer::unknown; }, false,
            solvers.error().text()};
  }
  LemmaJudges out;
  out.present = true;
  for (const smt::Solver& solver : *solvers) {
    out.names += (out.names.empty() ? "" : ", ") + solver.title();
  }
  const auto shared = std::make_shared<SharedJudge>(std::move(*solvers));
  out.judge = [shared](const ptx::Lemma& lemma) { return answer_to(lemma, *shared); };
  return out;
}

}  // namespace touchstone
