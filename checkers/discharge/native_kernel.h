#pragma once

#include <cstdint>
#include <span>

#include "kernel_evidence.h"
#include "lemma_judges.h"
#include "touchstone/native_cuda/capsules.h"
#include "touchstone/native_cuda/ptx_files.h"

namespace touchstone {

/// What proving native CUDA kernels takes beside the class.
struct NativeProver {
  std::span<const native_cuda::PtxFile> files;  ///< that the capsules were made of
  std::vector<PtxDifference> differences;       ///< of those files from the committed ones
  LemmaJudges judges;
};

/// How much proving a class's kernels takes, in element accesses of the budget's kind (5 ns each),
/// as far as that can be foreseen: a proof takes longer than an enumeration. The greatest integer
/// where it does not fit.
[[nodiscard]] std::int64_t foreseen_proof(const NodeClass& node);

/// Decides a class of provider native_cuda: its kernel's PTX for every target at the class's own
/// launch, or, of a view, that the definition gives each element of the operand in its place.
/// `budget` is in accesses, and nothing is tried that is foreseen to take more.
[[nodiscard]] KernelFinding prove_native_kernel(const NodeClass& node, const NativeProver& prover,
                                                std::int64_t budget);

}  // namespace touchstone
