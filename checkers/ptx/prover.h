#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "defect.h"
#include "launch.h"
#include "machine.h"
#include "program.h"
#include "touchstone/core/tensor.h"
#include "touchstone/op/attributes.h"
#include "touchstone/op/vocabulary.h"

namespace touchstone::ptx {

/// What a kernel is to compute: an operation at concrete types. Buffers 0 … n − 1 are the operands,
/// buffer n the result, all dense and row-major.
struct Meant {
  Op op{};
  Attributes attributes;             ///< complete
  std::vector<TensorType> operands;  ///< float32
  TensorType result;
};

/// Two terms over free words, whose equality for all values is asked of solvers: SMT-LIB 2.6 text
/// that is unsatisfiable exactly where they are equal.
struct Lemma {
  std::string text;  ///< what it says, for people: "max.f32(x, +0) = select(less(+0, x), x, +0)"
  std::string smt_lib;
};

/// What the judges of a lemma say. `proved` needs two of them.
enum class LemmaAnswer : std::uint8_t { proved, refuted, unknown };
using LemmaJudge = std::function<LemmaAnswer(const Lemma&)>;

/// An input at which the kernel's result is not the definition's, confirmed by running both.
struct Counterexample {
  std::vector<std::vector<std::uint32_t>> operands;  ///< binary32 bits of every element
  std::int64_t element = 0;                          ///< of the result, row-major
  std::uint32_t kernel_bits = 0;
  std::uint32_t expected_bits = 0;
};

enum class Verdict : std::uint8_t { proved, refuted, undecided };

struct ProofLimits {
  MachineLimits machine;
  int refutation_runs = 64;  ///< concrete runs on inputs rich in special values
  int lemmas = 64;           ///< distinct questions put to solvers
};

struct Proof {
  Verdict verdict = Verdict::undecided;
  /// Refuted by what the machine saw; `wrong_value` comes with a counterexample.
  std::vector<Defect> defects;
  std::optional<Counterexample> counterexample;
  std::string reason;         ///< of undecided: what stops it, with its place
  std::string open_term;      ///< the smallest pair of terms left open, printed
  std::vector<Lemma> lemmas;  ///< that the proof rests on, beside structure
  std::int64_t elements = 0;  ///< of the result, each compared
  std::uint64_t terms = 0;
  std::uint64_t lane_instructions = 0;
};

/// Whether the launch computes the definition, bit for bit and for every input (NaN being one
/// value), without races, stray accesses or divergence, writing each element of the result by one
/// thread. Errors: those of `execute`.
[[nodiscard]] Result<Proof> prove(const Program& program, const Launch& launch, const Meant& meant,
                                  const LemmaJudge& judge, const ProofLimits& limits);

/// The same against another kernel on the same buffers. Its own defects refute nothing about the
/// first: they are an error (rejected).
[[nodiscard]] Result<Proof> prove_equal(const Program& program, const Launch& launch,
                                        const Program& reference, const Launch& reference_launch,
                                        const std::vector<Buffer>& buffers, const LemmaJudge& judge,
                                        const ProofLimits& limits);

}  // namespace touchstone::ptx
