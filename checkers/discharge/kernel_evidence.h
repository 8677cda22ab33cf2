#pragma once

#include <optional>
#include <string>
#include <vector>

#include "discharge.h"
#include "touchstone/ptx/prover.h"

namespace touchstone {

/// The proof of one launch of one artifact.
struct LaunchProof {
  std::string artifact;  ///< as people tell them apart: "sm_80"
  ptx::Proof proof;
  /// The first defect in words, with its place; empty where there is none.
  std::string defect;
  std::string launch = {};  ///< text_of(ptx::Launch), with its arguments
};

/// What is known of the kernel of one class, for all claims about it at once.
struct KernelFinding {
  std::vector<LaunchProof> proofs;   ///< one for each artifact; all must hold
  std::optional<std::string> fault;  ///< why the artifact is not the capsule's: refutes every claim
  std::optional<std::string> untried;    ///< why nothing was proved; undecided
  std::optional<std::string> no_kernel;  ///< why nothing executes and all claims hold: a view
  std::string judges;                    ///< of lemmas, with their versions
};

/// "data race", "out of bounds"
[[nodiscard]] std::string words_of(ptx::DefectKind kind);

/// "data race at line 41 (relu.cu:12): … (thread 0,0,0 of block 0,0,0; …)": a defect in one line.
[[nodiscard]] std::string text_of(const ptx::Defect& defect, const ptx::Module& module);

/// "grid 4x2, block 256, 1024 shared bytes": how many threads there are.
[[nodiscard]] std::string threads_text(const ptx::Launch& launch);

/// "scale(buffer 0, buffer 1 + 16, 3), grid 4x2, block 256": everything that one launch is.
[[nodiscard]] std::string text_of(const ptx::Launch& launch);

/// What the finding says of one claim: the machine's defects refute the shape contract, a wrong
/// value the value contract; what stands behind a defect is undecided. A proof shows all three
/// contracts: no access outside a buffer, one writer for each element, float32 words at their dense
/// row-major places, and the definition's bits. The detail names the launches, which scope and
/// artifact leave open.
[[nodiscard]] Evidence discharge(const NodeClass& node, const Claim& claim,
                                 const KernelFinding& finding, const DischargeContext& context);

}  // namespace touchstone
