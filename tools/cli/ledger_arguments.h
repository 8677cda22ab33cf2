#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "command_line.h"
#include "ledger_options.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace touchstone::cli {

/// `--keys` and `--accepted`: by what the reader judges ledgers. Without `ledger`, the option that
/// names them, they are an error of usage: they would do nothing. Returns `--keys`.
CLI::Option* add_ledger_trust(CLI::App* app, std::optional<std::filesystem::path>& keys,
                              std::optional<std::filesystem::path>& accepted, CLI::Option* ledger);

/// `--key`: what signs the ledger that is written. Returns it.
CLI::Option* add_signing_key(CLI::App* app, std::optional<std::filesystem::path>& key);

void add_ledger_commands(CLI::App& group, LedgerOptions& options);

/// The options of the subcommand that was chosen, if it is one of these.
[[nodiscard]] std::optional<Command> chosen_ledger_command(std::string_view subcommand,
                                                           const LedgerOptions& options);

}  // namespace touchstone::cli
