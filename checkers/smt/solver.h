#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "touchstone/core/result.h"

/// SMT solvers as separate programs: what they are asked is SMT-LIB 2.6 text, what they say is read
/// strictly.
namespace touchstone::smt {

enum class Answer : std::uint8_t { unsatisfiable, satisfiable, unknown };
[[nodiscard]] std::string_view name_of(Answer answer);

/// Budgets in each solver's own deterministic unit, so that an answer does not depend on the
/// machine's speed, and a time that ends what the budgets do not.
struct SolverLimits {
  std::uint64_t z3_resources = 400'000'000;
  std::uint64_t cvc5_resources = 20'000'000;
  std::chrono::milliseconds time{300'000};
};

struct Solver {
  std::string name;     ///< "z3"
  std::string version;  ///< "4.8.12"
  std::filesystem::path program;
  std::vector<std::string> arguments;  ///< before the file's name
  /// Further ones for questions in a logic of bit-vectors and floating-point numbers alone.
  std::vector<std::string> bit_arguments;
  std::chrono::milliseconds time{};

  [[nodiscard]] std::string title() const { return name + " " + version; }
};

/// Z3 and cvc5, which share no code for floating-point arithmetic. Errors: unavailable where either
/// is not installed or does not say its version.
[[nodiscard]] Result<std::vector<Solver>> installed_solvers(const SolverLimits& limits);

struct Reply {
  std::string solver;  ///< its title
  Answer answer{};
  std::string detail;  ///< of unknown: why, where more is known than that the budget ended
};

/// One question, text that ends with its only (check-sat). An answer counts only where it is the
/// whole output and the program ended with status 0; anything else is unknown.
[[nodiscard]] Reply ask(const Solver& solver, const std::string& smt_lib);

/// Values of bit-vector constants of at most 64 bits, in the order of `names`, in a model of a
/// satisfiable question. Errors: undecided where the solver gives none.
[[nodiscard]] Result<std::vector<std::uint64_t>> model(const Solver& solver,
                                                       const std::string& smt_lib,
                                                       const std::vector<std::string>& names);

}  // namespace touchstone::smt
