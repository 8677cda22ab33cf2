#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "prove.h"
#include "session.h"
#include "touchstone/contract/evidence.h"
#include "touchstone/core/digest.h"
#include "touchstone/core/result.h"

/// Repeating what a ledger says, from nothing: every answer is derived in this process, and only
/// then compared with the recorded one.
namespace touchstone {

/// How an entry compares with what was derived now.
enum class RecheckStanding : std::uint8_t {
  confirmed,     ///< the same in everything but date and repeating command; a refutation included
  differs,       ///< this build says something else of the same artifact, meaning and checker
  stale,         ///< made for another artifact, meaning, checker or loaded file: not comparable
  undecided,     ///< no answer within the budget, or the entry itself holds none
  unrepeatable,  ///< nothing here could repeat it, or something it takes was not given
};
[[nodiscard]] std::string_view name_of(RecheckStanding standing);

struct RecheckItem {
  std::filesystem::path ledger;
  std::size_t entry = 0;  ///< position among those of its ledger, from 1
  Digest leaf;            ///< leaf hash of its line
  Evidence recorded;
  RecheckStanding standing{};
  std::string text;  ///< what was found, or what is missing; one line
};

struct RecheckRequest {
  std::vector<std::filesystem::path> ledgers;
  std::optional<std::string> capsule;  ///< entries about this one alone
  /// Of kernels outside the registry: entries about "user.NAME" are repeated from these.
  std::vector<std::filesystem::path> manifests;
  std::filesystem::path kernels;  ///< the native kernels' PTX; empty: what this build holds
  std::int64_t budget = VerifyRequest().budget;         ///< of each entry, in element accesses
  std::uint64_t kernel_budget = ProveRequest().budget;  ///< of each launch of a manifest's kernel
  unsigned threads = 0;                                 ///< 0: one per hardware thread
  /// Called when another checker has answered, never from two threads at once.
  std::function<void(std::size_t done, std::size_t all)> progress = {};
};

/// A plain value.
struct Recheck {
  std::vector<RecheckItem> items;  ///< in the order of the ledgers; at least one
  std::size_t left_out = 0;        ///< entries about other capsules than the one asked for
  std::uint64_t pruned = 0;        ///< lines whose bodies were dropped, of whatever capsule

  [[nodiscard]] std::size_t count(RecheckStanding standing) const;
};

/// Entries that ask the same are answered once. Errors: those of reading ledgers, manifests and
/// kernels, a ledger that does not agree with its checkpoint included (rejected); nothing to
/// recheck (unreadable). Linear in entries, beside the checkers' own work.
[[nodiscard]] Result<Recheck> recheck(const RecheckRequest& request);

}  // namespace touchstone
