#pragma once

#include <string_view>

#include "command_line.h"
#include "ledger_arguments.h"

namespace CLI {
class App;
}

namespace touchstone::cli {

/// Options of every `audit` subcommand as CLI11 fills them.
struct AuditOptions {
  LedgerOptions ledger;
  AuditRecheckOptions recheck;
  AuditExplainOptions explain;
};

void add_audit(CLI::App& root, AuditOptions& options);

/// The options of the subcommand that was chosen.
[[nodiscard]] Command chosen_audit(std::string_view subcommand, const AuditOptions& options);

}  // namespace touchstone::cli
