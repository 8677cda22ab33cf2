#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "command_line.h"
#include "ledger_options.h"

namespace CLI {
class App;
}

namespace touchstone::cli {

/// `--keys` and `--accepted`: by what the reader judges ledgers.
void add_ledger_trust(CLI::App* app, std::optional<std::filesystem::path>& keys,
                      std::optional<std::filesystem::path>& accepted);

/// `--key`: what signs the ledger that is written.
void add_signing_key(CLI::App* app, std::optional<std::filesystem::path>& key);

void add_ledger_commands(CLI::App& group, LedgerOptions& options);

/// The options of the subcommand that was chosen, if it is one of these.
[[nodiscard]] std::optional<Command> chosen_ledger_command(std::string_view subcommand,
                                                           const LedgerOptions& options);

}  // namespace touchstone::cli
