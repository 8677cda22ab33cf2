#include "solver.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "touchstone/host/program.h"
#include "touchstone/host/scratch_file.h"

namespace touchstone::smt {

namespace {

constexpr std::chrono::milliseconds version_time{10'000};

/// Z3's own strategy for these logics does not find that two multipliers are one; sharing and
/// rewriting of the circuit does.
constexpr std::string_view z3_bit_tactic =
    "(then simplify fpa2bv simplify max-bv-sharing ackermannize_bv simplify bit-blast aig "
    "sat-preprocess sat)";

bool is_of_bits(std::string_view question) {
  for (const std::string_view logic :
       {"(set-logic QF_BVFP)", "(set-logic QF_FP)", "(set-logic QF_BV)"}) {
    if (question.find(logic) != std::string_view::npos) return true;
  }
  return false;
}

/// The word after "version" in what a program says of itself.
std::optional<std::string> version_in(std::string_view text) {
  constexpr std::string_view before = "version ";
  const std::size_t at = text.find(before);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = text.substr(at + before.size());
  const std::string_view version = rest.substr(0, rest.find_first_of(" \n"));
  if (version.empty()) return std::nullopt;
  return printable(version);
}

Result<Solver> installed(const std::string& name, std::vector<std::string> arguments,
                         std::chrono::milliseconds time) {
  const auto program = find_program(name);
  if (!program) {
    return unavailable({}, "the solver " + name + " is not installed", "apt-get install z3 cvc5");
  }
  const std::vector<std::string> asked{"--version"};
  auto said = run_program(*program, asked, version_time);
  if (!said) return said.error();
  auto version = version_in(*said);
  if (!version) {
    return unavailable({}, printable(program->native()) + " does not say its version",
                       "apt-get install z3 cvc5");
  }
  return Solver{name, std::move(*version), *program, std::move(arguments), {}, time};
}

/// What the solver says of a text.
Result<std::string> said_of(const Solver& solver, const std::string& text) {
  const auto file = ScratchFile::holding(text);
  if (!file) return file.error();
  std::vector<std::string> arguments = solver.arguments;
  if (is_of_bits(text)) {
    arguments.insert(arguments.end(), solver.bit_arguments.begin(), solver.bit_arguments.end());
  }
  arguments.push_back(file->path().native());
  return run_program(solver.program, arguments, solver.time);
}

/// The number after "#x" or "#b" at the start of the text, which is moved beyond it.
std::optional<std::uint64_t> literal(std::string_view& text) {
  if (text.size() < 2 || text[0] != '#' || (text[1] != 'x' && text[1] != 'b')) return std::nullopt;
  const int base = text[1] == 'x' ? 16 : 2;
  text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

bool skip(std::string_view& text, std::string_view expected) {
  text.remove_prefix(std::min(text.find_first_not_of(" \n"), text.size()));
  if (text.substr(0, expected.size()) != expected) return false;
  text.remove_prefix(expected.size());
  return true;
}

/// "sat ((a #x00000000) (b #b1…))"
std::optional<std::vector<std::uint64_t>> values_in(std::string_view text,
                                                    const std::vector<std::string>& names) {
  std::vector<std::uint64_t> values;
  if (!skip(text, "sat\n") || !skip(text, "(")) return std::nullopt;
  for (const std::string& name : names) {
    if (!skip(text, "(") || !skip(text, name) || !skip(text, "")) return std::nullopt;
    const auto value = literal(text);
    if (!value || !skip(text, ")")) return std::nullopt;
    values.push_back(*value);
  }
  if (!skip(text, ")") || !skip(text, "") || !text.empty()) return std::nullopt;
  return values;
}

}  // namespace

std::string_view name_of(Answer answer) {
  switch (answer) {
    case Answer::unsatisfiable: return "unsat";
    case Answer::satisfiable: return "sat";
    case Answer::unknown: break;
  }
  return "unknown";
}

Result<std::vector<Solver>> installed_solvers(const SolverLimits& limits) {
  auto z3 =
      installed("z3", {"-smt2", "rlimit=" + std::to_string(limits.z3_resources)}, limits.time);
  if (!z3) return z3.error();
  z3->bit_arguments.push_back("tactic.default_tactic=" + std::string(z3_bit_tactic));
  auto cvc5 = installed(
      "cvc5", {"--lang=smt2", "--rlimit=" + std::to_string(limits.cvc5_resources)}, limits.time);
  if (!cvc5) return cvc5.error();
  return std::vector<Solver>{std::move(*z3), std::move(*cvc5)};
}

Reply ask(const Solver& solver, const std::string& smt_lib) {
  const auto said = said_of(solver, smt_lib);
  Reply reply{solver.title(), Answer::unknown, {}};
  if (!said) {
    reply.detail = said.error().text();
  } else if (*said == "unsat\n") {
    reply.answer = Answer::unsatisfiable;
  } else if (*said == "sat\n") {
    reply.answer = Answer::satisfiable;
  } else if (*said != "unknown\n") {
    reply.detail = "it said: " + printable(*said);
  }
  return reply;
}

Result<std::vector<std::uint64_t>> model(const Solver& solver, const std::string& smt_lib,
                                         const std::vector<std::string>& names) {
  std::string text = "(set-option :produce-models true)\n" + smt_lib + "(get-value (";
  for (const std::string& name : names) text += name + " ";
  const auto said = said_of(solver, text + "))\n");
  if (!said) return said.error();
  if (auto values = values_in(*said, names)) return *values;
  Diagnostic none{Failure::undecided, {}, {}, {}, {}};
  none.reason = solver.title() + " gives no model; it said: " + printable(*said);
  return none;
}

}  // namespace touchstone::smt
