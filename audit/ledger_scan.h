#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "merkle.h"
#include "touchstone/contract/evidence.h"
#include "touchstone/core/result.h"

namespace touchstone {

/// One line of a ledger: a statement, or the leaf hash of one whose body was dropped.
struct LedgerLine {
  std::string_view text;
  Digest leaf;
  std::optional<Evidence> evidence;  ///< absent if pruned
  std::string_view predicate_type;   ///< one of statement.h's; empty if pruned
};

/// The line that stands in the place of a dropped body: {"pruned":"…"}
[[nodiscard]] std::string pruned_line(const Digest& leaf);

/// What the lines of a ledger come to.
struct LedgerTotals {
  MerkleTree tree;
  std::uint64_t pruned = 0;
  std::uint64_t counter_evidence = 0;  ///< outcome `failed`
  std::set<std::string_view> predicate_types;
};

/// Reads a ledger piece by piece, in memory for a few lines and O(log n) digests. Lines are parsed
/// strictly, in parallel, and visited in order. Errors: a line that is no statement of ours, is too
/// long or is cut short (unreadable, with its number in the text); the visitor's.
class LedgerScan {
 public:
  using Visitor = std::function<Result<void>(LedgerLine&)>;

  explicit LedgerScan(Visitor visit, unsigned threads = 0);

  [[nodiscard]] Result<void> feed(std::string_view piece);
  /// Says that what was fed ends here; more may follow, from a new line on.
  [[nodiscard]] Result<void> end_of_text();
  /// Of the lines visited so far.
  [[nodiscard]] const LedgerTotals& totals() const { return totals_; }

 private:
  [[nodiscard]] Result<void> take_batch();
  [[nodiscard]] Result<void> take(LedgerLine& line);
  /// The number of the line after those visited, in its text.
  [[nodiscard]] std::uint64_t next_line() const { return totals_.tree.size() - before_text_ + 1; }

  Visitor visit_;
  unsigned threads_;
  LedgerTotals totals_;
  std::uint64_t before_text_ = 0;  ///< lines of the texts before this one
  std::string rest_;               ///< of the last piece, without its newline yet
  std::vector<std::string_view> batch_;
};

}  // namespace touchstone
