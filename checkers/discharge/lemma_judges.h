#pragma once

#include <string>

#include "touchstone/ptx/prover.h"

namespace touchstone {

/// Who answers the prover's questions about small terms.
struct LemmaJudges {
  ptx::LemmaJudge judge;  ///< may be asked from several threads; one waits for another
  bool present = false;
  std::string names;  ///< "z3 4.8.12, cvc5 1.0.3", or why there are none
};

/// The solvers of this machine, which are asked once for each question. Where they are missing,
/// every answer is unknown, so that proofs without lemmas go on and the others stay undecided.
[[nodiscard]] LemmaJudges installed_judges();

}  // namespace touchstone
