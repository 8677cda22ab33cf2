#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "touchstone/audit/accepted.h"
#include "touchstone/audit/ledger.h"
#include "touchstone/audit/signature.h"
#include "touchstone/audit/verdict.h"
#include "touchstone/core/result.h"

namespace touchstone {

/// By what a reader judges ledgers.
struct LedgerTrust {
  std::optional<std::filesystem::path> keys;      ///< pinned keys
  std::optional<std::filesystem::path> accepted;  ///< last accepted checkpoints
};

/// Ledgers with what the reader holds of each.
struct LedgersRead {
  std::vector<Ledger> ledgers;
  std::vector<LedgerStanding> standings;  ///< of each ledger
  std::vector<ReadInput> inputs;          ///< ledgers, checkpoints, keys and accepted states
};

/// Errors: those of reading them; a ledger that does not agree with its checkpoint or does not
/// extend the state accepted last (rejected).
[[nodiscard]] Result<LedgersRead> read_ledgers(const std::vector<std::filesystem::path>& files,
                                               const LedgerTrust& trust, const std::string& at,
                                               LedgerContents contents = LedgerContents::all);

/// Advances the reader's accepted states to those of the pinned ledgers. Errors: those of `accept`.
[[nodiscard]] Result<void> advance_accepted(std::span<const Ledger> ledgers,
                                            std::span<const LedgerStanding> standings,
                                            const LedgerTrust& trust);

/// The key in this file, if one is named. Errors: those of `SigningKey::read`.
[[nodiscard]] Result<std::optional<SigningKey>> read_signing_key(
    const std::optional<std::filesystem::path>& file);

}  // namespace touchstone
