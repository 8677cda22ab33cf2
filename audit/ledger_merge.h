#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "ledger_writer.h"

namespace touchstone {

struct MergedLedger {
  RecordedLedger ledger;
  std::uint64_t common = 0;  ///< entries of their common beginning
  std::uint64_t ours = 0;    ///< that ours has after it
  std::uint64_t theirs = 0;  ///< that ours lacked
};

/// Writes to `out_file` the entries of ours, then those of theirs that ours lacks, in order: the
/// union, so that nothing either holds is hidden. A body that one has pruned and the other has is
/// there. The bytes follow from the two ledgers alone; the checkpoint's time is the later of
/// theirs. `out_file` may be either ledger; any other ledger of that name is refused. If one of the
/// two has everything, its checkpoint stays, signatures included; if both have, a signed one, with
/// the other's signatures where they are over the same text. Memory O(n) digests and the lines that
/// ours lacks. Errors: those of `read_ledger` and of writing; `out_file` is signed and would be
/// without any signature, or ours is not signed by the key (rejected).
[[nodiscard]] Result<MergedLedger> merge_ledgers(const std::filesystem::path& our_file,
                                                 const std::filesystem::path& their_file,
                                                 const std::filesystem::path& out_file,
                                                 const LedgerWriting& how = {});

struct LedgerDifference {
  Ledger a;  ///< leaves alone
  Ledger b;
  std::uint64_t common = 0;           ///< entries of their common beginning
  std::vector<std::uint64_t> only_a;  ///< lines, from 1, whose entries b has nowhere
  std::vector<std::uint64_t> only_b;
  bool b_extends_a = false;
  bool a_extends_b = false;
};

/// Compares two ledgers by their leaf hashes: a pruned entry is the entry. Errors: those of
/// `read_ledger`.
[[nodiscard]] Result<LedgerDifference> difference_of(const std::filesystem::path& a,
                                                     const std::filesystem::path& b);

}  // namespace touchstone
