#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace touchstone::cli {

struct AuditCheckOptions {
  std::string ledger;
  std::optional<std::filesystem::path> keys;
  std::optional<std::filesystem::path> accepted;
  bool accept = false;
  std::optional<std::string> extends;      ///< an older checkpoint
  std::optional<std::uint64_t> inclusion;  ///< line, from 1
  std::string at;                          ///< a timestamp; empty: now
  bool json = false;
};
struct AuditAppendOptions {
  std::string ledger;
  std::vector<std::string> statements;  ///< files; "-" is standard input
  std::optional<std::filesystem::path> key;
  bool json = false;
};
struct AuditSignOptions {
  std::string ledger;
  std::filesystem::path key;
  bool json = false;
};
struct AuditMergeOptions {
  std::string ours;
  std::string theirs;
  std::string output;
  std::optional<std::filesystem::path> key;
  bool json = false;
};
struct AuditPruneOptions {
  std::string ledger;
  std::optional<std::string> before;  ///< a timestamp
  bool json = false;
};
struct AuditDiffOptions {
  std::string a;
  std::string b;
  bool json = false;
};

/// Options of every subcommand about ledgers as CLI11 fills them.
struct LedgerOptions {
  AuditCheckOptions check;
  AuditAppendOptions append;
  AuditSignOptions sign;
  AuditMergeOptions merge;
  AuditPruneOptions prune;
  AuditDiffOptions diff;
};

}  // namespace touchstone::cli
