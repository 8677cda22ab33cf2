#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "touchstone/contract/evidence.h"
#include "touchstone/plan/planner.h"
#include "waiver.h"

namespace touchstone {

/// Who produced a piece of evidence. Decided by whoever reads it, never read from a file.
enum class Origin : std::uint8_t {
  derived_now,
  pinned_ledger,      ///< under a checkpoint that a pinned key signed and that extends the last
                      ///< one this reader accepted
  unaccepted_ledger,  ///< signed by a pinned key, but this reader has accepted no state of it yet
  unpinned_ledger,    ///< signed, but not by a key that the reader pins for such statements
  unsigned_ledger,
};
/// "derived now", "a ledger signed by a pinned key", …
[[nodiscard]] std::string_view name_of(Origin origin);

struct SourcedEvidence {
  Evidence evidence;
  Origin origin{};
  /// Leaf hash (merkle.h) of the ledger's line that it was read from, in whatever version and
  /// spelling that line is; absent if it was read from none.
  std::optional<Digest> leaf = {};
  std::string ledger = {};  ///< name of that ledger's file, without its folder
};

/// How one obligation fared.
enum class Standing : std::uint8_t {
  served,        ///< by admissible evidence
  missing,       ///< no evidence for it at all
  inadmissible,  ///< there is some, and each piece is refused with a reason
  contradicted,  ///< a checker found it false
  waived,        ///< not served, and a waiver that the profile takes lets it pass
};
[[nodiscard]] std::string_view name_of(Standing standing);

struct ObligationResult {
  PlannedObligation obligation;
  Standing standing{};
  std::optional<std::size_t> evidence;  ///< index of what served or contradicted it, waived or not
  std::vector<std::string> refused;     ///< why evidence that might have served did not
  std::optional<std::size_t> waiver;    ///< index of the waiver that lets it pass
  std::string unwaived;                 ///< why a waiver for it does not let it pass; may be empty
};

/// A waiver that was given and let nothing pass.
struct IdleWaiver {
  Waiver waiver;
  std::string why;
};

/// Why a model is rejected, once per kind of failure.
struct Reason {
  std::string subject;  ///< "matmul by reference.matmul, value", "softmax"
  std::string text;
  std::int64_t nodes = 0;
};

/// Something the verdict was made from, by its digest.
struct ReadInput {
  std::string what;  ///< "model", "profile", "ledger", "checkpoint", "pinned keys", "loaded file"
  std::string name;  ///< of the file, without its folder
  Digest digest;     ///< SHA-256; of a ledger, the Merkle root of its checkpoint
  bool operator==(const ReadInput&) const = default;
};

/// What the gate decided, and everything it rests on: a plain value.
struct Verdict {
  bool accepted = false;
  bool bit_exact = false;  ///< accepted, and every node bit_exact for every input
  std::vector<ObligationResult> obligations;
  std::vector<SourcedEvidence> evidence;  ///< that served or contradicted something, or failed
  /// Every known failing case of the plan's capsules, at whatever shapes, made of their artifacts
  /// and for the meanings in force: indices into `evidence`, each finding once.
  std::vector<std::size_t> counter_evidence;
  std::vector<Waiver> waivers;  ///< that let something pass
  std::vector<IdleWaiver> idle_waivers;
  std::vector<AssumptionId> assumptions;  ///< that the serving evidence rests on
  std::vector<Reason> reasons;            ///< why not; empty when accepted
  std::vector<ReadInput> read;            ///< everything the decision was made from
  std::string at;                         ///< the time for which expiry was decided
  std::int64_t self_check_vectors = 0;
  std::int64_t self_check_equal = 0;
  /// That of the weakest obligation; unsupported where one is waived.
  Trust trust = Trust::unsupported;
};

}  // namespace touchstone
