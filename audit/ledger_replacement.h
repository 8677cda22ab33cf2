#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "ledger_writer.h"
#include "touchstone/host/folder_lock.h"
#include "touchstone/host/replacement_file.h"

namespace touchstone {

/// The new form of one ledger while it is written. The folder stays locked.
class LedgerReplacement {
 public:
  /// Locks the folder and reads the checkpoint, if there is a ledger. Errors: those of locking,
  /// reading and writing; the path is no regular file (unreadable).
  [[nodiscard]] static Result<LedgerReplacement> of(const std::filesystem::path& file,
                                                    const LedgerWriting& how);

  [[nodiscard]] const std::filesystem::path& real() const { return real_; }
  /// As it is on the disk; absent: there is no ledger yet.
  [[nodiscard]] const std::optional<CheckpointFile>& before() const { return before_; }

  [[nodiscard]] Result<void> append_line(std::string_view line);

  /// Lets the lines written take the ledger's place. `old` is the state that the ledger's lines
  /// were found in.
  [[nodiscard]] Result<void> commit(const std::optional<Checkpoint>& old, const Checkpoint& next);

 private:
  LedgerReplacement(std::filesystem::path real, FolderLock lock, ReplacementFile lines,
                    const LedgerWriting& how)
      : real_(std::move(real)), lock_(std::move(lock)), lines_(std::move(lines)), how_(how) {}
  void done(WriteStep step) const {
    if (how_.after_step) how_.after_step(step);
  }

  std::filesystem::path real_;
  FolderLock lock_;
  ReplacementFile lines_;
  LedgerWriting how_;
  std::optional<CheckpointFile> before_;
};

/// The checkpoint of these lines, signed where there is a key.
[[nodiscard]] Checkpoint checkpoint_of(const LedgerTotals& totals, const std::string& time,
                                       const SigningKey* key);

/// Why a ledger under this checkpoint may not be changed so: without a key it would lose its
/// signatures; and a key vouches for the whole new state, so it must have signed the old one.
[[nodiscard]] std::optional<Diagnostic> unfit_key(const Checkpoint& old, const LedgerWriting& how);

}  // namespace touchstone
