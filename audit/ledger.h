#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "touchstone/contract/evidence.h"
#include "touchstone/core/result.h"

namespace touchstone {

/// The size and Merkle root of a ledger, kept beside it in FILE.checkpoint
/// (checkpoint.schema.json). Unsigned, it shows accidental edits only.
struct Checkpoint {
  std::uint64_t size = 0;
  Digest root;
  std::string time;  ///< UTC, ISO 8601
};

/// A file of JSON Lines, one statement each, that agrees with its checkpoint.
struct Ledger {
  std::filesystem::path file;
  std::vector<Evidence> entries;
  Checkpoint checkpoint;
};

/// The ledger of this text under this checkpoint's text; `file` only names it.
/// Errors: a malformed text or checkpoint, or a line that is no statement of ours
/// (unreadable, with the line); a ledger that does not agree with its checkpoint, because lines
/// were added, removed, reordered or edited since (rejected).
[[nodiscard]] Result<Ledger> parse_ledger(const std::filesystem::path& file, std::string_view text,
                                          std::string_view checkpoint);

/// The same from FILE and FILE.checkpoint. Errors: those of reading them, too (unreadable).
[[nodiscard]] Result<Ledger> read_ledger(const std::filesystem::path& file);

/// Appends the evidence and moves the checkpoint; begins a ledger where there is none. The file is
/// replaced as a whole before its checkpoint is. Errors: those of `read_ledger` and of writing.
[[nodiscard]] Result<Ledger> append_to_ledger(const std::filesystem::path& file,
                                              std::span<const Evidence> evidence,
                                              const std::string& time);

}  // namespace touchstone
