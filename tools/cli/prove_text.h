#pragma once

#include <string>

#include "touchstone/session/prove.h"

namespace touchstone::cli {

/// The answer for people: what was asked, each launch with its verdict, and then the scope and
/// assumptions of a proof, the defect or the input that refutes, or what was left open.
[[nodiscard]] std::string proof_text(const KernelProof& proof);

/// "proved", "refuted", "undecided"
[[nodiscard]] std::string_view name_of(ptx::Verdict verdict);

/// The line of the PTX at this place, without blanks around it; empty where there is none.
[[nodiscard]] std::string line_at(const ProvedCase& proved, const ptx::Place& place);

}  // namespace touchstone::cli
