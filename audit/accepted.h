#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ledger.h"
#include "merkle_proof.h"
#include "pinned_keys.h"
#include "touchstone/core/digest.h"
#include "touchstone/core/result.h"
#include "verdict.h"

namespace touchstone {

/// The state of a log that a reader accepted last.
struct AcceptedState {
  TreeHead head;
  std::uint64_t counter_evidence = 0;  ///< entries of it that are counter-evidence
  std::string time;                    ///< of its checkpoint
  bool operator==(const AcceptedState&) const = default;
};

/// A reader's file of accepted states (accepted.schema.json). A log is known by the leaf hash of
/// its first entry.
struct AcceptedCheckpoints {
  std::filesystem::path file;
  Digest digest;  ///< of the file
  std::map<Digest, AcceptedState> logs;
};

/// In the order of the logs; deterministic.
[[nodiscard]] std::string text_of(const AcceptedCheckpoints& accepted);
/// Errors (unreadable): anything that the schema does not allow; a log twice.
[[nodiscard]] Result<AcceptedCheckpoints> parse_accepted(std::string_view text);
/// The same from a file. Errors: those of reading it, too.
[[nodiscard]] Result<AcceptedCheckpoints> read_accepted(const std::filesystem::path& file);

/// What a reader holds of a ledger.
struct LedgerStanding {
  Origin origin = Origin::unsigned_ledger;
  std::string signer;  ///< the pinned key's name; empty if none
  std::string why;     ///< why it is not better, in one sentence; empty of a pinned ledger
};

/// Which origin the entries of a ledger have for a reader with these keys and accepted states;
/// `at` decides whether a pin has expired. Errors (rejected): a known log that does not extend the
/// state accepted last, because entries were taken back or edited, whoever signed it.
[[nodiscard]] Result<LedgerStanding> standing_of(const Ledger& ledger, const PinnedKeys& keys,
                                                 const AcceptedCheckpoints& accepted,
                                                 std::string_view at);

/// Whether the log is new to the reader or extends the state accepted last, with all its
/// counter-evidence in sight, and why it does not (rejected). Whoever signs a ledger anew could
/// otherwise take the body of a failing case away.
[[nodiscard]] Result<void> check_extends(const Ledger& ledger, const AcceptedCheckpoints& accepted);

/// Writes the ledgers' states into the reader's file, which is begun if it does not exist and left
/// alone if nothing changes. Of several states of one log, in any order, the longest is kept. Read
/// and written under a lock of its folder. Errors: those of reading, of `check_extends` for each
/// and of writing; two states of one log of which neither extends the other (rejected).
[[nodiscard]] Result<void> accept(const std::filesystem::path& file,
                                  std::span<const Ledger* const> ledgers);

}  // namespace touchstone
