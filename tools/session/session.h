#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "touchstone/audit/accepted.h"
#include "touchstone/audit/gate.h"
#include "touchstone/audit/ledger.h"
#include "touchstone/audit/ledger_writer.h"
#include "touchstone/core/result.h"
#include "touchstone/interpreter/evaluate.h"
#include "touchstone/interpreter/graph.h"
#include "touchstone/interpreter/training_graph.h"
#include "touchstone/plan/planner.h"
#include "touchstone/reference/kernels.h"

/// The product as a library: read a model, plan it, gather evidence, gate, execute.
namespace touchstone {

using Bindings = std::vector<std::pair<std::string, std::int64_t>>;

/// Reads a model by its extension: .onnx, or .json for model.json. `bindings` gives each symbolic
/// dimension its length. Errors: those of the readers, with the file named.
[[nodiscard]] Result<Graph> read_model(const std::filesystem::path& file, const Bindings& bindings);

/// Every capsule of this build.
[[nodiscard]] std::shared_ptr<const Registry> built_in_registry();

/// Where evidence may come from.
enum class EvidenceMode : std::uint8_t {
  automatic,  ///< derive what ledgers do not serve
  recorded,   ///< ledgers alone; only the self-check runs
  derive,     ///< ignore ledgers
};
/// "auto", "recorded", "derive"
[[nodiscard]] std::string_view name_of(EvidenceMode mode);

struct VerifyRequest {
  std::filesystem::path model;
  Bindings bindings;
  std::string profile = "strict";     ///< a name, or the file of one's own (profile_file.h)
  std::optional<std::string> device;  ///< default: the profile's
  Demand demand = Demand::inference;
  /// Of training: what `train` appends to the model as it is read from its file.
  Loss loss = Loss::own;
  std::int64_t class_axis = -1;
  EvidenceMode mode = EvidenceMode::automatic;
  std::vector<std::filesystem::path> ledgers;
  std::optional<std::filesystem::path> keys;      ///< the reader's pinned keys
  std::optional<std::filesystem::path> accepted;  ///< the reader's last accepted checkpoints
  /// Whether those advance to the states that this verification reads. Not for what is to give the
  /// same bytes when it is asked again.
  bool advance_accepted = true;
  std::optional<std::filesystem::path> waivers;
  std::optional<std::filesystem::path> signing_key;  ///< signs what `record` appends
  std::string at;      ///< a timestamp: decides expiry, and dates what is derived; empty: now
  std::string repeat;  ///< the command that repeats what is derived; empty: verify of this model
  std::optional<std::filesystem::path> record;  ///< append what was derived to this ledger
  /// Read the native kernels' PTX from this folder instead ("sm_80/add.ptx" and so on). What is not
  /// the PTX of this build refutes the capsules that it is part of.
  std::filesystem::path kernels;
  unsigned threads = 0;  ///< 0: one per hardware thread
  /// Element accesses that the index checks may enumerate together, about 5 ns each on one thread.
  std::int64_t budget = std::int64_t{1} << 31U;
};

/// One verdict, with what it is about. Plain values; nothing refers to files any more.
struct Verification {
  Plan plan;
  EvidenceMode mode{};
  std::string at;         ///< the time for which it was given
  bool at_given = false;  ///< whether the question names that time; otherwise it was now
  GateResult gated;
  std::vector<Ledger> ledgers;             ///< that were read; their entries went to the gate
  std::vector<LedgerStanding> standings;   ///< of each of them
  std::optional<RecordedLedger> recorded;  ///< as it is after recording
  std::vector<std::string> replaced;  ///< per obligation: why recorded evidence did not serve and
                                      ///< evidence was derived instead; empty where that is not so
};

/// The profile that a request names, built in or of a file. Errors: those of naming, reading and
/// parsing it; a device that contradicts it.
[[nodiscard]] Result<Profile> profile_of(const VerifyRequest& request);

/// Reads the model, makes the training graph of a loss that is not its own, and chooses a capsule
/// for every node, without looking at evidence.
[[nodiscard]] Result<Plan> plan(const VerifyRequest& request);

/// Errors are about the question (unreadable, unavailable), or a ledger that does not agree with
/// its checkpoint (rejected); a model without admissible evidence is a rejecting verdict, not an
/// error.
[[nodiscard]] Result<Verification> verify(const VerifyRequest& request);

/// The same from a graph already in memory.
[[nodiscard]] Result<Verification> verify(std::shared_ptr<const Graph> graph,
                                          const VerifyRequest& request);

/// Whether anything in this build runs kernels on the device that is asked for, before anything is
/// proved for it. Errors: those of naming profile and device; a device that nothing here drives
/// (unavailable).
[[nodiscard]] Result<void> check_device_runs(const VerifyRequest& request);

/// Runs an accepted plan. Errors: inputs of other types; more memory needed than there is.
[[nodiscard]] Result<std::vector<Tensor>> run(const AcceptedPlan& accepted,
                                              std::span<const Tensor> inputs, unsigned threads,
                                              const NodeObserver& observe = {});

}  // namespace touchstone
