#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "touchstone/contract/evidence.h"
#include "touchstone/plan/planner.h"

namespace touchstone {

/// Who produced a piece of evidence. Decided by whoever reads it, never read from a file.
enum class Origin : std::uint8_t { derived_now, unsigned_ledger };

struct SourcedEvidence {
  Evidence evidence;
  Origin origin{};
};

/// How one obligation fared.
enum class Standing : std::uint8_t {
  served,        ///< by admissible evidence
  missing,       ///< no evidence for it at all
  inadmissible,  ///< there is some, and each piece is refused with a reason
  contradicted,  ///< a checker found it false
};
[[nodiscard]] std::string_view name_of(Standing standing);

struct ObligationResult {
  PlannedObligation obligation;
  Standing standing{};
  std::optional<std::size_t> evidence;  ///< index of what served or contradicted it
  std::vector<std::string> refused;     ///< why evidence that might have served did not
};

/// Why a model is rejected, once per kind of failure.
struct Reason {
  std::string subject;  ///< "matmul by reference.matmul, value", "softmax"
  std::string text;
  std::int64_t nodes = 0;
};

/// What the gate decided, and everything it rests on: a plain value.
struct Verdict {
  bool accepted = false;
  bool bit_exact = false;  ///< accepted, and every node bit_exact for every input
  std::vector<ObligationResult> obligations;
  std::vector<SourcedEvidence> evidence;  ///< that served or contradicted something
  std::vector<AssumptionId> assumptions;  ///< that the serving evidence rests on
  std::vector<Reason> reasons;            ///< why not; empty when accepted
  std::int64_t self_check_vectors = 0;
  std::int64_t self_check_equal = 0;
  Trust trust = Trust::unsupported;  ///< that of the weakest obligation
};

}  // namespace touchstone
