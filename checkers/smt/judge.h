#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "solver.h"
#include "touchstone/core/digest.h"
#include "touchstone/core/result.h"

namespace touchstone::smt {

enum class Verdict : std::uint8_t { proved, refuted, unknown };

struct Judgement {
  Verdict verdict = Verdict::unknown;
  std::vector<Reply> replies;  ///< one of each solver, with its version
};

/// Asks several solvers and believes them where they agree: a question's statement is proved where
/// at least two solvers are asked and all say that its negation is unsatisfiable, refuted where one
/// says satisfiable and none unsatisfiable, and unknown otherwise. Remembers its judgements by the
/// digest of the question's text.
class Judge {
 public:
  explicit Judge(std::vector<Solver> solvers);

  /// Errors (defect): one solver says satisfiable and another unsatisfiable, so one of them is
  /// wrong and nothing follows.
  [[nodiscard]] Result<Judgement> judge(const std::string& smt_lib);

  [[nodiscard]] const std::vector<Solver>& solvers() const { return solvers_; }

 private:
  [[nodiscard]] Result<Judgement> asked(const std::string& smt_lib) const;

  std::vector<Solver> solvers_;
  std::map<Digest, Judgement> known_;
};

}  // namespace touchstone::smt
