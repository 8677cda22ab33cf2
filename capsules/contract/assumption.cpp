#include "assumption.h"

#include <array>

namespace touchstone {

namespace {

constexpr std::array<Assumption, 15> all{{
    {AssumptionId::defs, "A-DEFS", "The definitions mean what their names say.",
     "Each definition is a few lines that read like its formula, and node outputs of real models "
     "agree with an independent binary64 computation within rounding bounds.",
     "Nothing: some statement of what is wanted has to be read and believed."},
    {AssumptionId::import, "A-IMPORT",
     "The graph that was judged is the one the model file describes.",
     "The reader refuses everything it does not understand, node outputs are recomputed from the "
     "same file by an independent program, and imported models give the same bits.",
     "A second reader, written independently, that builds the same graph."},
    {AssumptionId::exec, "A-EXEC",
     "Execution passes each kernel the buffers, shapes and attributes that the plan names.",
     "One short evaluator does it for every model, and its node outputs are recomputed "
     "independently.",
     "A proof about the evaluator."},
    {AssumptionId::checker, "A-CHECKER", "Our own checkers are sound and were built correctly.",
     "Each writes down its argument and is tested on faulty definitions and miscompiled kernels "
     "that it must refuse.",
     "Checkers verified in a proof assistant."},
    {AssumptionId::cxx, "A-CXX",
     "The C++ compiler translated the kernels faithfully beyond the vectors of the self-check.",
     "Two compilers at several levels give the same digests, and every verdict's self-check "
     "compares "
     "the compiled kernels with integer-only arithmetic.",
     "Translation validation of the compiled kernels."},
    {AssumptionId::cpu, "A-CPU",
     "The processor computes IEEE 754 binary32 and binary64 arithmetic as specified.",
     "The self-check compares it with integer-only arithmetic on special and seeded values in the "
     "process that gives the verdict.",
     "Exhaustive or formal verification of the processor's arithmetic units."},
    {AssumptionId::mpfr, "A-MPFR",
     "MPFR rounds elementary functions, and the cosines and sines of Fourier transforms, "
     "correctly.",
     "MPFR is the standard library for correctly rounded functions, with published algorithms and "
     "proofs.",
     "Algorithms of our own, compared with MPFR on all 2^32 inputs."},
    {AssumptionId::smt, "A-SMT",
     "A question that two SMT solvers call unsatisfiable is unsatisfiable.",
     "The two share no code, and an answer that only one of them gives does not count.",
     "Proofs by the solvers, checked by a small program of ours."},
    {AssumptionId::ptxas, "A-PTXAS",
     "The PTX assembler, or the driver's compiler in its place, keeps the meaning of the PTX that "
     "was judged.",
     "Every rounding is explicit in it, so that the PTX ISA leaves no choice of results, and every "
     "CUDA program relies on the same compiler.",
     "Validation of the machine code that it makes; replay on a GPU narrows it."},
    {AssumptionId::gpu, "A-GPU", "The GPU and its driver execute machine code as specified.",
     "The PTX ISA fixes the result of every instruction that the kernels use, and every CUDA "
     "program "
     "relies on the same hardware.",
     "Nothing removes it; replay on a GPU narrows it."},
    {AssumptionId::signer, "A-SIGNER",
     "The holders of pinned keys recorded what their checkers found, and nobody else can sign.",
     "Each entry names the command that repeats it, the log shows edits, removals and rollbacks, "
     "and "
     "neither Ed25519 nor SHA-256 is broken.",
     "Deriving the evidence anew, or audit recheck."},
    {AssumptionId::ledger, "A-LEDGER", "Nobody forged the unsigned ledger that evidence came from.",
     "Its checkpoint shows accidental edits; nothing shows deliberate ones.",
     "A signed checkpoint, or deriving the evidence anew."},
    {AssumptionId::cublas, "A-CUBLAS", "cuBLAS computes what its documentation says.",
     "It is widely used; its summation orders are not documented.", "Kernels of our own."},
    {AssumptionId::cufft, "A-CUFFT", "cuFFT computes what its documentation says.",
     "It is widely used; no error bound is published.", "Kernels of our own."},
    {AssumptionId::libtorch, "A-LIBTORCH", "LibTorch computes what its documentation says.",
     "It is widely used; its results vary with version and machine.", "Kernels of our own."},
}};

}  // namespace

std::span<const Assumption> assumptions() { return all; }

const Assumption& assumption(AssumptionId id) { return all[static_cast<std::size_t>(id)]; }

std::optional<AssumptionId> assumption_named(std::string_view name) {
  for (const Assumption& candidate : all) {
    if (candidate.name == name) return candidate.id;
  }
  return std::nullopt;
}

}  // namespace touchstone
