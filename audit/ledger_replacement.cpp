#include "ledger_replacement.h"

#include <system_error>

namespace touchstone {

namespace fs = std::filesystem;

Result<LedgerReplacement> LedgerReplacement::of(const fs::path& file, const LedgerWriting& how) {
  fs::path real = real_path(file);
  std::error_code ignored;
  const fs::file_status status = fs::status(real, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    return unreadable({}, "a ledger is a regular file", "name another").in_file(file.string());
  }
  auto lock = FolderLock::around(real, FolderLock::Mode::exclusive);
  if (!lock) return lock.error();
  if (how.after_step) how.after_step(WriteStep::locked);
  auto lines = ReplacementFile::of(real);
  if (!lines) return lines.error();
  LedgerReplacement out(std::move(real), std::move(*lock), std::move(*lines), how);
  if (fs::exists(out.real_, ignored) || fs::exists(checkpoint_path(out.real_), ignored)) {
    auto before = read_checkpoint_of(out.real_);
    if (!before) return before.error();
    out.before_ = std::move(*before);
  }
  return out;
}

Result<void> LedgerReplacement::append_line(std::string_view line) {
  if (auto written = lines_.append(line); !written) return written;
  return lines_.append("\n");
}

Result<void> LedgerReplacement::commit(const std::optional<Checkpoint>& old,
                                       const Checkpoint& next) {
  if (auto flushed = lines_.flush(); !flushed) return flushed;
  done(WriteStep::copied);
  // A ledger that is begun was an empty one.
  Checkpoint current = old.value_or(checkpoint_of({}, next.time, nullptr));
  if (current.version == 1) current.version = 2;
  const fs::path checkpoint = checkpoint_path(real_);
  if (auto written = write_file(checkpoint, text_of({current, next})); !written) return written;
  done(WriteStep::announced);
  if (auto taken = lines_.take_place(); !taken) return taken;
  done(WriteStep::replaced);
  if (auto written = write_file(checkpoint, text_of({next, std::nullopt})); !written) {
    return written;
  }
  done(WriteStep::settled);
  return {};
}

Checkpoint checkpoint_of(const LedgerTotals& totals, const std::string& time,
                         const SigningKey* key) {
  Checkpoint out{totals.tree.size(), totals.tree.root(), time, totals.counter_evidence, 2, {}};
  if (key != nullptr) out.sign(*key);
  return out;
}

std::optional<Diagnostic> unfit_key(const Checkpoint& old, const LedgerWriting& how) {
  if (how.key == nullptr) {
    if (old.signatures.empty()) return std::nullopt;
    return rejected({}, "the ledger is signed, and without a key its signature would be lost",
                    "give --key, or record into another ledger and merge");
  }
  if (old.size == 0 || old.is_signed_by(how.key->public_key())) return std::nullopt;
  return rejected({},
                  "the state that stands there is not signed by this key, which would vouch for "
                  "entries of whoever wrote them",
                  "look at it, then touchstone audit sign; or record into another ledger");
}

}  // namespace touchstone
