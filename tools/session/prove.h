#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "touchstone/audit/ledger_writer.h"
#include "touchstone/contract/evidence.h"
#include "touchstone/core/result.h"
#include "touchstone/ptx/prover.h"

/// Proving one kernel, a user's own or one of this build's, against a definition or another kernel.
namespace touchstone {

/// Called when another launch has been judged, never from two threads at once.
using ProveProgress = std::function<void(std::size_t done, std::size_t all)>;

struct ProveRequest {
  std::filesystem::path manifest;                  ///< of a kernel outside the registry
  std::optional<std::filesystem::path> reference;  ///< a manifest or PTX: the kernel to agree with
  std::string capsule;                             ///< instead of a manifest: one of the registry
  /// Of a capsule: the shapes of its operands, once for each case. Empty: a family around the edges
  /// of its tiles.
  std::vector<std::vector<Shape>> shapes;
  std::string attributes;         ///< of a capsule: of its operation, in JSON; empty: defaults
  std::filesystem::path kernels;  ///< of a capsule: read its PTX here; empty: what this build holds
  std::optional<std::filesystem::path> record;       ///< append the evidence to this ledger
  std::optional<std::filesystem::path> signing_key;  ///< signs what `record` appends
  std::string at;  ///< a timestamp: dates the evidence; empty: now
  /// Instructions that the threads of each launch may execute together.
  std::uint64_t budget = ptx::MachineLimits().lane_instructions;
  unsigned threads = 0;  ///< 0: one per hardware thread
  ProveProgress progress;
};

/// One launch that was judged.
struct ProvedCase {
  std::string artifact;  ///< as evidence names it: "sm_80/add.ptx", or a user's kernel's target
  std::string target;    ///< of the PTX: "sm_80"
  std::vector<TensorType> operands;
  TensorType result;
  ptx::Launch launch;
  ptx::Proof proof;
  std::shared_ptr<const ptx::Module> module;
  std::shared_ptr<const std::string> text;  ///< the PTX
};

/// What was found of one kernel: a plain value.
struct KernelProof {
  std::string capsule;        ///< "user.NAME", or a capsule of the registry
  std::string code;           ///< the kernel's file, as given
  std::string against;        ///< what it was compared with: "relu", or another kernel's file
  bool definition = true;     ///< whether that is a definition
  Digest artifact;            ///< of what executes
  Attributes attributes;      ///< of the operation
  std::string preconditions;  ///< stated by the kernel's author, checked by nobody
  bool has_judges = false;    ///< whether lemmas could be put to solvers
  std::string judges;         ///< these solvers, or why there are none
  std::vector<ProvedCase> cases;
  std::vector<Evidence> evidence;          ///< none where it was compared with another kernel
  std::vector<AssumptionId> assumptions;   ///< that the answer rests on
  std::optional<RecordedLedger> recorded;  ///< as it is after recording

  /// Refuted if any case is; proved if all are, and there is one.
  [[nodiscard]] ptx::Verdict verdict() const;
};

/// Judges every case. A refutation and an undecided case are answers. Errors: those of reading
/// manifest, code and ledger; what PTX has and the prover lacks (unavailable); a capsule that no
/// prover here is about (unavailable).
[[nodiscard]] Result<KernelProof> prove(const ProveRequest& request);

}  // namespace touchstone
