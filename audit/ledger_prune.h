#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "ledger_writer.h"

namespace touchstone {

struct PrunedLedger {
  RecordedLedger ledger;
  std::uint64_t dropped = 0;  ///< bodies, now
  std::uint64_t pruned = 0;   ///< lines without a body, in all
};

/// Drops the bodies of entries that a later entry repeats (equal in all but date, command and
/// detail) and of those dated before `before`, a timestamp. Their leaf hashes stay, so size, root
/// and signatures do. Counter-evidence keeps its body always. Memory O(n) digests. Errors: those of
/// `read_ledger` and of writing.
[[nodiscard]] Result<PrunedLedger> prune_ledger(const std::filesystem::path& file,
                                                const std::optional<std::string>& before,
                                                const LedgerWriting& how = {});

}  // namespace touchstone
