#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "checkpoint.h"
#include "ledger_scan.h"
#include "touchstone/contract/evidence.h"
#include "touchstone/core/result.h"

namespace touchstone {

/// A file of JSON Lines, one statement each or the leaf hash of a pruned one, that agrees with its
/// checkpoint.
struct Ledger {
  std::filesystem::path file;
  std::vector<Evidence> entries;  ///< those with a body, in order
  Checkpoint checkpoint;
  std::vector<std::uint64_t> lines;          ///< per entry: its line, from 1
  std::vector<Digest> leaves;                ///< of every line
  std::vector<std::string> predicate_types;  ///< that the statements name, each once
  std::uint64_t pruned = 0;                  ///< lines without a body
  std::vector<std::uint64_t> failing_lines;  ///< that hold counter-evidence, from 1, ascending
};

enum class LedgerContents {
  all,
  leaves,  ///< every line is read as strictly, and no entry kept
};

/// The ledger of this text under this checkpoint's text; `file` only names it.
/// Errors: a malformed text or checkpoint, or a line that is no statement of ours (unreadable, with
/// the line); a ledger that does not agree with its checkpoint, because lines were added, removed,
/// reordered or edited since, or counter-evidence was pruned (rejected); a signature that does not
/// verify (rejected).
[[nodiscard]] Result<Ledger> parse_ledger(const std::filesystem::path& file, std::string_view text,
                                          std::string_view checkpoint);

/// The same from FILE and FILE.checkpoint, while nobody appends. Errors: those of reading them, too
/// (unreadable).
[[nodiscard]] Result<Ledger> read_ledger(const std::filesystem::path& file,
                                         LedgerContents contents = LedgerContents::all);

/// FILE.checkpoint of a ledger at its real path (file.h): it stands beside the file behind links.
/// Errors: missing or malformed.
[[nodiscard]] Result<CheckpointFile> read_checkpoint_of(const std::filesystem::path& real);

/// Feeds a real ledger's lines to a new scan and returns the one of the file's checkpoints that
/// they agree with, counter-evidence counted also where its version does not tell it. A ledger that
/// is being begun has a checkpoint of size 0 and no file yet. Errors: those of reading and of the
/// scan; lines that agree with neither checkpoint (rejected).
[[nodiscard]] Result<Checkpoint> scan_ledger(const std::filesystem::path& real,
                                             const CheckpointFile& checkpoint, LedgerScan& scan);

}  // namespace touchstone
