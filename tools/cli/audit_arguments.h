#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command_line.h"
#include "ledger_arguments.h"

namespace CLI {
class App;
}

namespace touchstone::cli {

/// Options of every `audit` subcommand as CLI11 fills them.
struct AuditOptions {
  LedgerOptions ledger;
  AuditReportOptions report;
  AuditRecheckOptions recheck;
  AuditExplainOptions explain;
};

/// `shapes` gets the texts that bindings_of reads.
void add_audit(CLI::App& root, AuditOptions& options, std::vector<std::string>& shapes);

/// The options of the subcommand that was chosen.
[[nodiscard]] Command chosen_audit(std::string_view subcommand, const AuditOptions& options,
                                   Bindings bindings);

}  // namespace touchstone::cli
