#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "counterexample_search.h"
#include "prover.h"

namespace touchstone::ptx {

/// What a kernel's outputs are to be.
struct Aim {
  std::vector<OutputWord> outputs;
  OutputName name;
  std::string other;  ///< what it is compared with, for reports: "the definition"
  /// Terms of the outputs in this arena, or why there are none.
  std::function<std::optional<std::string>(Symbols&, std::vector<TermId>&)> terms;
  ExpectedBits expected;
  bool is_definition = true;  ///< its terms leave nothing open
};

/// Decides whether a launch reaches its aim. Errors: those of `execute`.
[[nodiscard]] Result<Proof> decide(const KernelRuns& runs, const Aim& aim, Symbols& symbols,
                                   const LemmaJudge& judge, const ProofLimits& limits);

}  // namespace touchstone::ptx
