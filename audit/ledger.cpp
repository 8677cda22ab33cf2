#include "ledger.h"

#include <system_error>

#include "touchstone/format/json.h"
#include "touchstone/host/file.h"
#include "touchstone/host/folder_lock.h"

namespace touchstone {

namespace {

namespace fs = std::filesystem;

std::optional<Diagnostic> disagreement(const LedgerTotals& totals, const Checkpoint& checkpoint) {
  if (totals.tree.size() != checkpoint.size) {
    return rejected({},
                    "the ledger has " + std::to_string(totals.tree.size()) +
                        " entries, its checkpoint was made over " + std::to_string(checkpoint.size),
                    "entries were added or removed since");
  }
  if (totals.tree.root() != checkpoint.root) {
    return rejected({},
                    "the ledger's Merkle root " + totals.tree.root().brief() +
                        " is not its checkpoint's " + checkpoint.root.brief(),
                    "an entry was edited or moved since the checkpoint was made");
  }
  if (checkpoint.version == 1 && totals.pruned != 0) {
    return rejected({}, "a ledger with pruned entries has a checkpoint of version 2",
                    "prune with touchstone audit prune");
  }
  if (checkpoint.version != 1 && totals.counter_evidence != checkpoint.counter_evidence) {
    return rejected({},
                    "the ledger shows " + std::to_string(totals.counter_evidence) +
                        " pieces of counter-evidence, its checkpoint counts " +
                        std::to_string(checkpoint.counter_evidence),
                    "counter-evidence is never pruned");
  }
  return std::nullopt;
}

/// Fills a ledger from a scan.
class Collector {
 public:
  Collector(const fs::path& file, LedgerContents contents) : contents_(contents) {
    ledger_.file = file;
  }

  Result<void> take(LedgerLine& line) {
    ledger_.leaves.push_back(line.leaf);
    if (line.evidence && line.evidence->outcome == Outcome::failed) {
      ledger_.failing_lines.push_back(ledger_.leaves.size());
    }
    if (!line.evidence || contents_ == LedgerContents::leaves) return {};
    ledger_.entries.push_back(*std::move(line.evidence));
    ledger_.lines.push_back(ledger_.leaves.size());
    return {};
  }

  Ledger finish(const LedgerTotals& totals, Checkpoint agreed) {
    ledger_.checkpoint = std::move(agreed);
    ledger_.pruned = totals.pruned;
    ledger_.predicate_types.assign(totals.predicate_types.begin(), totals.predicate_types.end());
    return std::move(ledger_);
  }

 private:
  LedgerContents contents_;
  Ledger ledger_;
};

/// The one of the file's checkpoints that the lines agree with.
Result<Checkpoint> agreed_checkpoint(const LedgerTotals& totals, const CheckpointFile& file) {
  auto wrong = disagreement(totals, file.current);
  if (wrong && (!file.next || disagreement(totals, *file.next))) return *std::move(wrong);
  Checkpoint out = wrong ? *file.next : file.current;
  out.counter_evidence = totals.counter_evidence;
  return out;
}

/// Feeds the file's lines. A ledger that is being begun has a checkpoint of size 0 and no file yet.
Result<void> scan_lines(const fs::path& real, const CheckpointFile& checkpoint, LedgerScan& scan) {
  std::error_code ignored;
  if (!fs::exists(real, ignored)) {
    if (checkpoint.next && checkpoint.current.size == 0) return {};
    return rejected({}, "the ledger is gone, but its checkpoint is still there",
                    "restore it, or remove the checkpoint to begin a new one");
  }
  auto read = read_in_pieces(real, [&](std::string_view piece) { return scan.feed(piece); });
  return read ? scan.end_of_text() : read;
}

}  // namespace

Result<CheckpointFile> read_checkpoint_of(const fs::path& real) {
  const fs::path path = checkpoint_path(real);
  const auto text = read_file(path, small_document.bytes);
  if (!text) {
    return unreadable({}, "the ledger has no readable checkpoint beside it",
                      "put " + path.filename().string() + " beside it, or record into a new ledger")
        .in_file(real.string());
  }
  auto out = parse_checkpoint(*text);
  if (!out) return out.error().in_file(path.string());
  return out;
}

Result<Checkpoint> scan_ledger(const fs::path& real, const CheckpointFile& checkpoint,
                               LedgerScan& scan) {
  if (auto read = scan_lines(real, checkpoint, scan); !read) {
    return read.error().in_file(real.string());
  }
  auto agreed = agreed_checkpoint(scan.totals(), checkpoint);
  if (!agreed) return agreed.error().in_file(real.string());
  return agreed;
}

Result<Ledger> parse_ledger(const fs::path& file, std::string_view text,
                            std::string_view checkpoint_text) {
  const auto checkpoint = parse_checkpoint(checkpoint_text);
  if (!checkpoint) return checkpoint.error().in_file(checkpoint_path(file).string());
  Collector collector(file, LedgerContents::all);
  LedgerScan scan([&](LedgerLine& line) { return collector.take(line); });
  auto read = scan.feed(text);
  if (read) read = scan.end_of_text();
  if (!read) return read.error().in_file(file.string());
  auto agreed = agreed_checkpoint(scan.totals(), *checkpoint);
  if (!agreed) return agreed.error().in_file(file.string());
  return collector.finish(scan.totals(), std::move(*agreed));
}

Result<Ledger> read_ledger(const fs::path& file, LedgerContents contents) {
  const fs::path real = real_path(file);
  std::error_code ignored;
  if (!fs::exists(real, ignored) && !fs::exists(checkpoint_path(real), ignored)) {
    return unreadable({}, "there is no such ledger", "check the path and its spelling")
        .in_file(file.string());
  }
  const auto lock = FolderLock::around(real, FolderLock::Mode::shared);
  if (!lock) return lock.error();
  const auto checkpoint = read_checkpoint_of(real);
  if (!checkpoint) return checkpoint.error();
  Collector collector(file, contents);
  LedgerScan scan([&](LedgerLine& line) { return collector.take(line); });
  auto agreed = scan_ledger(real, *checkpoint, scan);
  if (!agreed) return agreed.error();
  return collector.finish(scan.totals(), std::move(*agreed));
}

}  // namespace touchstone
