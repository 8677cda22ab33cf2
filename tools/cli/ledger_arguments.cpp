#include "ledger_arguments.h"

#include <CLI/CLI.hpp>

#include "gate_arguments.h"
#include "subcommand.h"
#include "touchstone/core/timestamp.h"

namespace touchstone::cli {

namespace {

void add_check(CLI::App& group, AuditCheckOptions& options) {
  CLI::App* app = add_command(
      group, "check", "Whether a ledger agrees with its checkpoint, and who signed it",
      "  touchstone audit check ledger.jsonl\n"
      "  touchstone audit check ledger.jsonl --keys keys.json --accepted accepted.json --accept\n"
      "  touchstone audit check ledger.jsonl --extends old.checkpoint\n"
      "  touchstone audit check ledger.jsonl --inclusion 3\n");
  CLI::Option* const ledger = app->add_option("ledger", options.ledger, "The ledger")->required();
  CLI::Option* const keys = add_ledger_trust(app, options.keys, options.accepted, ledger);
  app->add_flag("--accept", options.accept,
                "Accept this state of a ledger that a pinned key signed: from now on it may only "
                "grow");
  app->add_option("--extends", options.extends,
                  "Prove that the ledger begins with the entries of this checkpoint")
      ->type_name("FILE");
  app->add_option("--inclusion", options.inclusion, "Prove that this line, from 1, is in it")
      ->check(CLI::PositiveNumber);
  add_time(app, options.at, "Time for which the pins' expiry is decided")->needs(keys);
  add_json(app, options.json);
}

void add_append(CLI::App& group, AuditAppendOptions& options) {
  CLI::App* app = add_command(group, "append", "Append statements to a ledger, or begin one",
                              "  touchstone audit append ledger.jsonl statements.jsonl\n"
                              "  touchstone audit append ledger.jsonl - --key key.pem < s.jsonl\n");
  app->add_option("ledger", options.ledger, "The ledger")->required();
  app->add_option("statements", options.statements,
                  "Files of statements, one a line; - is standard input, read to its end first, at "
                  "most 256 MiB")
      ->required();
  add_signing_key(app, options.key);
  add_json(app, options.json);
}

void add_sign(CLI::App& group, AuditSignOptions& options) {
  CLI::App* app = add_command(group, "sign", "Sign a ledger's checkpoint with an Ed25519 key",
                              "  openssl genpkey -algorithm ed25519 -out key.pem\n"
                              "  touchstone audit sign ledger.jsonl --key key.pem\n");
  app->add_option("ledger", options.ledger, "The ledger")->required();
  add_path(app, "--key", options.key, "Private key in PEM")->required();
  add_json(app, options.json);
}

void add_merge(CLI::App& group, AuditMergeOptions& options) {
  CLI::App* app =
      add_command(group, "merge", "The entries of both of two ledgers",
                  "  touchstone audit merge ours.jsonl theirs.jsonl -o ours.jsonl\n"
                  "  touchstone audit merge a.jsonl b.jsonl -o c.jsonl --key key.pem\n");
  app->add_option("ours", options.ours, "A ledger: the result begins with it")->required();
  app->add_option("theirs", options.theirs, "Another; what the first lacks of it follows")
      ->required();
  app->add_option("-o,--output", options.output, "The ledger to write; may be one of the two")
      ->required();
  add_signing_key(app, options.key);
  add_json(app, options.json);
}

void add_prune(CLI::App& group, AuditPruneOptions& options) {
  CLI::App* app = add_command(group, "prune", "Drop the bodies of old entries; their hashes stay",
                              "  touchstone audit prune ledger.jsonl\n"
                              "  touchstone audit prune ledger.jsonl --before 2026-01-31\n");
  app->add_option("ledger", options.ledger, "The ledger")->required();
  app->add_option_function<std::string>(
         "--before",
         [&options](const std::string& text) {
           options.before = timestamp_of(text);
           if (!options.before) throw CLI::ValidationError("--before", "'" + text + "' is no date");
         },
         "Also entries dated before this; default: only those that a later entry repeats")
      ->type_name("DATE");
  add_json(app, options.json);
}

void add_diff(CLI::App& group, AuditDiffOptions& options) {
  CLI::App* app = add_command(group, "diff", "Which entries one of two ledgers has alone",
                              "  touchstone audit diff old.jsonl new.jsonl\n");
  app->add_option("a", options.a, "A ledger")->required();
  app->add_option("b", options.b, "Another")->required();
  add_json(app, options.json);
}

}  // namespace

CLI::Option* add_ledger_trust(CLI::App* app, std::optional<std::filesystem::path>& keys,
                              std::optional<std::filesystem::path>& accepted, CLI::Option* ledger) {
  CLI::Option* const out =
      add_path(app, "--keys", keys,
               "Keys that you pin, and for what: of the ledgers named, those that they sign count");
  add_path(app, "--accepted", accepted,
           "States of ledgers that you accepted last, kept up to date: a ledger named that was "
           "rolled back or rewritten since is refused, also without --keys")
      ->needs(ledger);
  return out->needs(ledger);
}

CLI::Option* add_signing_key(CLI::App* app, std::optional<std::filesystem::path>& key) {
  return add_path(app, "--key", key, "Private Ed25519 key in PEM that signs the ledger written");
}

void add_ledger_commands(CLI::App& group, LedgerOptions& options) {
  add_check(group, options.check);
  add_append(group, options.append);
  add_sign(group, options.sign);
  add_merge(group, options.merge);
  add_prune(group, options.prune);
  add_diff(group, options.diff);
}

std::optional<Command> chosen_ledger_command(std::string_view subcommand,
                                             const LedgerOptions& options) {
  if (subcommand == "check") return options.check;
  if (subcommand == "append") return options.append;
  if (subcommand == "sign") return options.sign;
  if (subcommand == "merge") return options.merge;
  if (subcommand == "prune") return options.prune;
  if (subcommand == "diff") return options.diff;
  return std::nullopt;
}

}  // namespace touchstone::cli
