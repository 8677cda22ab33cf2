#include "ledger_writer.h"

#include <utility>

#include "ledger_replacement.h"
#include "statement.h"
#include "touchstone/core/timestamp.h"

namespace touchstone {

namespace {

/// Copies the ledger's own lines. Returns the state that they agree with.
Result<std::optional<Checkpoint>> copy_old(const LedgerReplacement& replacement, LedgerScan& scan) {
  if (!replacement.before()) return std::optional<Checkpoint>();
  auto old = scan_ledger(replacement.real(), *replacement.before(), scan);
  if (!old) return old.error();
  return std::optional<Checkpoint>(std::move(*old));
}

Result<void> feed_text(const TextSource& source, LedgerScan& scan) {
  if (auto fed = source([&](std::string_view piece) { return scan.feed(piece); }); !fed) return fed;
  return scan.end_of_text();
}

}  // namespace

Result<RecordedLedger> append_lines(const std::filesystem::path& file, const TextSource& statements,
                                    const std::string& time, const LedgerWriting& how) {
  if (!is_timestamp(time)) {
    return unreadable({}, "'" + printable(time) + "' is no time",
                      "for example 2026-01-31T02:00:00Z");
  }
  auto replacement = LedgerReplacement::of(file, how);
  if (!replacement) return replacement.error();
  bool own = true;
  LedgerScan scan([&](LedgerLine& line) -> Result<void> {
    if (!own && !line.evidence) return unreadable({}, "a pruned line is no statement");
    return replacement->append_line(line.text);
  });
  const auto old = copy_old(*replacement, scan);
  if (!old) return old.error();
  if (*old) {
    if (auto refused = unfit_key(**old, how)) return refused->in_file(file.string());
  }
  own = false;
  const std::uint64_t before = scan.totals().tree.size();
  if (auto fed = feed_text(statements, scan); !fed) return fed.error();
  if (*old && scan.totals().tree.size() == before) return RecordedLedger{file, **old};
  const Checkpoint next = checkpoint_of(scan.totals(), time, how.key);
  if (auto written = replacement->commit(*old, next); !written) return written.error();
  return RecordedLedger{file, next};
}

Result<RecordedLedger> append_to_ledger(const std::filesystem::path& file,
                                        std::span<const Evidence> evidence, const std::string& time,
                                        const LedgerWriting& how) {
  const TextSource statements = [&](const PieceVisitor& visit) -> Result<void> {
    for (const Evidence& entry : evidence) {
      if (auto taken = visit(statement_of(entry) + "\n"); !taken) return taken;
    }
    return {};
  };
  return append_lines(file, statements, time, how);
}

Result<RecordedLedger> sign_ledger(const std::filesystem::path& file, const SigningKey& key) {
  const std::filesystem::path real = real_path(file);
  const auto lock = FolderLock::around(real, FolderLock::Mode::exclusive);
  if (!lock) return lock.error();
  const auto before = read_checkpoint_of(real);
  if (!before) return before.error();
  LedgerScan scan([](LedgerLine&) { return Result<void>(); });
  auto checkpoint = scan_ledger(real, *before, scan);
  if (!checkpoint) return checkpoint.error();
  checkpoint->version = 2;
  checkpoint->sign(key);
  const CheckpointFile signed_file{*checkpoint, std::nullopt};
  if (auto written = write_file(checkpoint_path(real), text_of(signed_file)); !written) {
    return written.error();
  }
  return RecordedLedger{file, std::move(*checkpoint)};
}

}  // namespace touchstone
