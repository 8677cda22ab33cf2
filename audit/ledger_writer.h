#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "ledger.h"
#include "signature.h"
#include "touchstone/contract/evidence.h"
#include "touchstone/core/result.h"
#include "touchstone/host/file.h"

/// Ledgers are changed under a lock of their folder, and so that a process which ends at any moment
/// leaves the old ledger or the new one: a copy is written beside it, the checkpoint announces the
/// new state beside the old one, the copy takes the ledger's name, and the checkpoint drops the old
/// state.
namespace touchstone {

/// What has just been done, for tests that stop there.
enum class WriteStep : std::uint8_t {
  locked,
  copied,     ///< the new ledger is on the disk, under another name
  announced,  ///< the checkpoint tells both states
  replaced,   ///< the new ledger has its name
  settled,    ///< the checkpoint tells the new state alone
};

struct LedgerWriting {
  const SigningKey* key = nullptr;  ///< signs the new state
  std::function<void(WriteStep)> after_step;
};

/// A ledger as it is after writing.
struct RecordedLedger {
  std::filesystem::path file;
  Checkpoint checkpoint;
};

/// Appends the evidence; begins a ledger where there is none. `time` is the new checkpoint's.
/// Constant memory. Errors: those of `read_ledger` and of writing; a signed ledger and no key, or a
/// key that has not signed what stands there (rejected).
[[nodiscard]] Result<RecordedLedger> append_to_ledger(const std::filesystem::path& file,
                                                      std::span<const Evidence> evidence,
                                                      const std::string& time,
                                                      const LedgerWriting& how = {});

/// Gives a text piece by piece.
using TextSource = std::function<Result<void>(const PieceVisitor&)>;

/// Appends the lines of a text, each a statement of ours. Errors: those of `append_to_ledger`; of
/// the source; a line that is none (unreadable).
[[nodiscard]] Result<RecordedLedger> append_lines(const std::filesystem::path& file,
                                                  const TextSource& statements,
                                                  const std::string& time,
                                                  const LedgerWriting& how = {});

/// Signs the ledger's checkpoint beside whatever signatures it has. Errors: those of `read_ledger`
/// and of writing.
[[nodiscard]] Result<RecordedLedger> sign_ledger(const std::filesystem::path& file,
                                                 const SigningKey& key);

}  // namespace touchstone
