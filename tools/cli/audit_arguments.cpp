#include "audit_arguments.h"

#include <CLI/CLI.hpp>

#include "subcommand.h"

namespace touchstone::cli {

namespace {

void add_explain(CLI::App& group, AuditExplainOptions& options) {
  CLI::App* app = add_command(group, "explain", "What an assumption says and what would remove it",
                              "  touchstone audit explain A-CPU\n");
  app->add_option("assumption", options.subjects, "Identifiers, such as A-CPU; none: all of them");
  add_json(app, options.json);
}

}  // namespace

void add_audit(CLI::App& root, AuditOptions& options) {
  CLI::App* group = add_command(root, "audit", "Look at recorded evidence and assumptions",
                                "  touchstone audit check ledger.jsonl\n"
                                "  touchstone audit merge ours.jsonl theirs.jsonl -o ours.jsonl\n"
                                "  touchstone audit explain A-CPU\n");
  group->require_subcommand(1);
  add_ledger_commands(*group, options.ledger);
  add_explain(*group, options.explain);
}

Command chosen_audit(std::string_view subcommand, const AuditOptions& options) {
  if (auto command = chosen_ledger_command(subcommand, options.ledger)) return *std::move(command);
  return options.explain;
}

}  // namespace touchstone::cli
