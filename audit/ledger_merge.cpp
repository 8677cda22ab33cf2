#include "ledger_merge.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "ledger_replacement.h"
#include "touchstone/host/folder_lock.h"

namespace touchstone {

namespace {

namespace fs = std::filesystem;

/// The lines of a ledger that another one needs.
struct Needed {
  std::vector<std::string> lines;        ///< that it lacks, in order
  std::map<Digest, std::string> bodies;  ///< that it has pruned
};

/// Reads a ledger that agrees with its checkpoint, and gives each line to `visit`.
Result<Checkpoint> visit_ledger(const fs::path& file, const LedgerScan::Visitor& visit) {
  const auto checkpoint = read_checkpoint_of(file);
  if (!checkpoint) return checkpoint.error();
  LedgerScan scan(visit);
  return scan_ledger(file, *checkpoint, scan);
}

struct Outline {
  Checkpoint checkpoint;
  std::vector<Digest> leaves;
  std::set<Digest> all;
  std::set<Digest> pruned;
};

Result<Outline> outline_of(const fs::path& file) {
  Outline out;
  auto checkpoint = visit_ledger(file, [&](LedgerLine& line) -> Result<void> {
    out.leaves.push_back(line.leaf);
    out.all.insert(line.leaf);
    if (!line.evidence) out.pruned.insert(line.leaf);
    return {};
  });
  if (!checkpoint) return checkpoint.error();
  out.checkpoint = std::move(*checkpoint);
  return out;
}

std::uint64_t common_beginning(const std::vector<Digest>& a, const std::vector<Digest>& b) {
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  return static_cast<std::uint64_t>(end - a.begin());
}

/// Of `theirs`, and in `seen` how far it follows ours.
Result<Checkpoint> gather(const fs::path& theirs, const Outline& ours, Needed& needed,
                          std::vector<Digest>& leaves) {
  std::set<Digest> taken;
  return visit_ledger(theirs, [&](LedgerLine& line) -> Result<void> {
    leaves.push_back(line.leaf);
    if (!ours.all.contains(line.leaf)) {
      if (taken.insert(line.leaf).second) needed.lines.emplace_back(line.text);
    } else if (line.evidence && ours.pruned.contains(line.leaf)) {
      needed.bodies.emplace(line.leaf, line.text);
    }
    return {};
  });
}

/// The merged lines, through a scan that adds them up.
Result<void> write_lines(const fs::path& ours, const Needed& needed, LedgerScan& scan) {
  auto copied = visit_ledger(ours, [&](LedgerLine& line) -> Result<void> {
    const auto body = needed.bodies.find(line.leaf);
    return scan.feed((body == needed.bodies.end() ? std::string(line.text) : body->second) + "\n");
  });
  if (!copied) return copied.error();
  for (const std::string& line : needed.lines) {
    if (auto fed = scan.feed(line + "\n"); !fed) return fed;
  }
  return scan.end_of_text();
}

/// The state of a ledger that is there, so that it can be replaced; `out` may only be one of the
/// two.
Result<std::optional<Checkpoint>> replaced_state(const LedgerReplacement& out, const fs::path& ours,
                                                 const Checkpoint& our_state,
                                                 const fs::path& theirs,
                                                 const Checkpoint& their_state) {
  if (!out.before()) return std::optional<Checkpoint>();
  if (same_file(out.real(), ours)) return std::optional(our_state);
  if (same_file(out.real(), theirs)) return std::optional(their_state);
  return unreadable({}, "there is another ledger already", "name a new file, or one of the two")
      .in_file(out.real().string());
}

/// The checkpoint of the merged lines. A ledger that has them all keeps its own, signatures
/// included; where both do, a signed one, then the later one. Signatures of both stay where both
/// are over the same text.
Checkpoint merged_checkpoint(const LedgerTotals& totals, const Checkpoint& ours,
                             const Checkpoint& theirs, const SigningKey* key) {
  Checkpoint out = checkpoint_of(totals, std::max(ours.time, theirs.time), nullptr);
  const auto has_all = [&](const Checkpoint& one) {
    return one.version == out.version && one.head() == out.head() &&
           one.counter_evidence == out.counter_evidence;
  };
  const auto rank = [](const Checkpoint& one) {
    return std::pair(!one.signatures.empty(), std::string_view(one.time));
  };
  const bool ours_has = has_all(ours);
  const bool theirs_has = has_all(theirs);
  if (ours_has && theirs_has) {
    const bool swapped = rank(ours) < rank(theirs);
    out = swapped ? theirs : ours;
    out.take_signatures(swapped ? ours : theirs);
  } else if (ours_has || theirs_has) {
    out = ours_has ? ours : theirs;
  }
  if (key != nullptr) out.sign(*key);
  return out;
}

/// Locks the folders of ledgers that are only read; that of the one written is locked already.
Result<std::vector<FolderLock>> read_locks(const fs::path& written,
                                           std::initializer_list<fs::path> read) {
  std::vector<FolderLock> out;
  std::set<fs::path> folders;
  const auto folder_of = [](const fs::path& file) {
    std::error_code ignored;
    return fs::weakly_canonical(file.has_parent_path() ? file.parent_path() : fs::path("."),
                                ignored);
  };
  folders.insert(folder_of(written));
  for (const fs::path& file : read) {
    if (!folders.insert(folder_of(file)).second) continue;
    auto lock = FolderLock::around(file, FolderLock::Mode::shared);
    if (!lock) return lock.error();
    out.push_back(std::move(*lock));
  }
  return out;
}

}  // namespace

Result<MergedLedger> merge_ledgers(const fs::path& our_file, const fs::path& their_file,
                                   const fs::path& out_file, const LedgerWriting& how) {
  const fs::path ours = real_path(our_file);
  const fs::path theirs = real_path(their_file);
  auto out = LedgerReplacement::of(out_file, how);
  if (!out) return out.error();
  const auto locks = read_locks(out->real(), {ours, theirs});
  if (!locks) return locks.error();
  auto mine = outline_of(ours);
  if (!mine) return mine.error();
  Needed needed;
  std::vector<Digest> their_leaves;
  const auto their_state = gather(theirs, *mine, needed, their_leaves);
  if (!their_state) return their_state.error();
  const auto old = replaced_state(*out, ours, mine->checkpoint, theirs, *their_state);
  if (!old) return old.error();

  LedgerScan scan([&](LedgerLine& line) { return out->append_line(line.text); }, 1);
  if (auto written = write_lines(ours, needed, scan); !written) return written.error();
  const Checkpoint next = merged_checkpoint(scan.totals(), mine->checkpoint, *their_state, how.key);
  if (*old && (how.key != nullptr || next.signatures.empty())) {
    if (auto refused = unfit_key(**old, how)) return refused->in_file(out_file.string());
  }
  if (how.key != nullptr) {
    if (auto refused = unfit_key(mine->checkpoint, how)) return refused->in_file(our_file.string());
  }
  if (auto committed = out->commit(*old, next); !committed) return committed.error();
  const std::uint64_t common = common_beginning(mine->leaves, their_leaves);
  return MergedLedger{{out_file, next},
                      common,
                      mine->leaves.size() - common,
                      static_cast<std::uint64_t>(needed.lines.size())};
}

Result<LedgerDifference> difference_of(const fs::path& a_file, const fs::path& b_file) {
  auto a = read_ledger(a_file, LedgerContents::leaves);
  if (!a) return a.error();
  auto b = read_ledger(b_file, LedgerContents::leaves);
  if (!b) return b.error();
  LedgerDifference out;
  out.common = common_beginning(a->leaves, b->leaves);
  const auto missing_from = [&](const std::vector<Digest>& other,
                                const std::vector<Digest>& leaves) {
    const std::set<Digest> has(other.begin(), other.end());
    std::vector<std::uint64_t> lines;
    for (std::uint64_t i = out.common; i < leaves.size(); ++i) {
      if (!has.contains(leaves[i])) lines.push_back(i + 1);
    }
    return lines;
  };
  out.only_a = missing_from(b->leaves, a->leaves);
  out.only_b = missing_from(a->leaves, b->leaves);
  out.b_extends_a = out.common == a->leaves.size();
  out.a_extends_b = out.common == b->leaves.size();
  out.a = std::move(*a);
  out.b = std::move(*b);
  return out;
}

}  // namespace touchstone
