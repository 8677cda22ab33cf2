#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assumption.h"
#include "claim.h"
#include "touchstone/core/digest.h"
#include "touchstone/core/tensor.h"
#include "touchstone/op/attributes.h"

namespace touchstone {

enum class EvidenceKind : std::uint8_t {
  theorem,   ///< an obligation accepted by two of three judges
  checker,   ///< a decision procedure with a written soundness argument accepted it
  identity,  ///< the kernel is the definition's own reading, beside a passing self-check
  replay,
  fuzz,
  test,
  guard,
  trusted,  ///< an external boundary, with its reason
  missing,  ///< nothing
};
[[nodiscard]] std::string_view name_of(EvidenceKind kind);
[[nodiscard]] std::optional<EvidenceKind> evidence_kind_named(std::string_view name);

/// What the checker found. Only `passed` supports a claim; `failed` is counter-evidence and
/// outweighs any support; the others support nothing.
enum class Outcome : std::uint8_t {
  passed,
  failed,
  undecided,  ///< the checker's answer was unknown, or a budget of work ended before it
  timeout,    ///< its time ended before the answer
  skipped,    ///< it did not run
};
[[nodiscard]] std::string_view name_of(Outcome outcome);
[[nodiscard]] std::optional<Outcome> outcome_named(std::string_view name);

/// For which uses of an operation the evidence speaks: these attributes, and either exactly these
/// operand types or every operand type that the operation accepts with float32 values.
struct Scope {
  Attributes attributes;
  std::optional<std::vector<TensorType>> operands;

  [[nodiscard]] bool covers(const Attributes& used, std::span<const TensorType> types) const;
  /// "axis=1; float32 [2,3]" or "axis=1; any shapes"
  [[nodiscard]] std::string text() const;
  bool operator==(const Scope&) const = default;
};

struct CheckerName {
  std::string name;
  std::string version;
  bool operator==(const CheckerName&) const = default;
};

/// What one checker of this build can conclude. Evidence of the kinds that prove counts only when
/// some checker here concludes such things.
struct CheckerAbility {
  CheckerName checker;
  EvidenceKind kind{};
  Obligation obligation{};
  bool any_shapes = false;  ///< whether it concludes for all shapes at once
};

/// A result, not a name: what was run, on what, over which scope, and how to run it again.
struct Evidence {
  Claim claim;
  EvidenceKind kind = EvidenceKind::missing;
  Outcome outcome = Outcome::undecided;
  Scope scope;
  Digest artifact;                    ///< of the capsule's artifact
  Digest meaning;                     ///< of the definition at the scope's attributes
  std::optional<Digest> loaded_file;  ///< of the file that holds the code; identity needs it
  CheckerName checker;
  std::int64_t cases = 0;  ///< tuples of shapes, vectors, runs: what the checker decided one by one
  std::int64_t discarded = 0;  ///< cases that were drawn and thrown away undecided
  /// Of a claim within a bound: how far the worst case stayed inside it, in the bound's own unit;
  /// negative outside. NaN where the measurement was.
  std::optional<double> margin;
  std::vector<AssumptionId> assumptions;
  std::string date;                    ///< UTC, as timestamp.h writes it
  std::optional<std::string> expires;  ///< the same: when it no longer counts; absent: never
  std::string repeat;                  ///< the command that repeats it
  std::string detail;                  ///< one line; the counterexample when failed

  bool operator==(const Evidence&) const = default;
};

/// How far a claim is to be trusted, weakest first.
enum class Trust : std::uint8_t { unsupported, external, fuzzed, checked, identity, proved };
[[nodiscard]] std::string_view name_of(Trust trust);

/// Trust follows from the evidence alone: unsupported unless it passed on at least one case.
[[nodiscard]] Trust trust_of(const Evidence& evidence);
/// That of the weakest; unsupported for none.
[[nodiscard]] Trust weakest_trust(std::span<const Evidence> one_per_obligation);

}  // namespace touchstone
