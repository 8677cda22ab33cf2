#include "audit_arguments.h"

#include <CLI/CLI.hpp>

#include "subcommand.h"

namespace touchstone::cli {

namespace {

/// Paths are taken as texts: reading a path from a stream would stop at a blank.
CLI::Option* add_paths(CLI::App* app, const char* name, std::vector<std::filesystem::path>& into,
                       const char* what) {
  return app->add_option_function<std::vector<std::string>>(
      name, [&into](const std::vector<std::string>& all) { into.assign(all.begin(), all.end()); },
      what);
}

void add_recheck(CLI::App& group, AuditRecheckOptions& options) {
  CLI::App* app =
      add_command(group, "recheck", "Derive a ledger's evidence again, from nothing, and compare",
                  "  touchstone audit recheck ledger.jsonl\n"
                  "  touchstone audit recheck ledger.jsonl --capsule reference.linear\n"
                  "  touchstone audit recheck proofs.jsonl --manifest kernel.json\n");
  RecheckRequest& r = options.request;
  add_paths(app, "ledger", r.ledgers, "The ledgers")->required();
  app->add_option("--capsule", r.capsule, "Entries about this capsule alone");
  add_paths(app, "--manifest", r.manifests,
            "Manifest of a kernel outside the registry that entries are about; repeatable")
      ->allow_extra_args(false);
  app->add_option_function<std::string>(
      "--kernels", [&r](const std::string& text) { r.kernels = text; },
      "Read the native kernels' PTX from this folder");
  app->add_option("--budget", r.budget,
                  "Accesses that the check of one entry may enumerate, about 5 ns each; proving a "
                  "kernel counts as more")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app->add_option("--kernel-budget", r.kernel_budget,
                  "Instructions that the threads of one launch of a manifest's kernel may execute "
                  "together")
      ->capture_default_str();
  app->add_option("--threads", r.threads, "Threads; 0: one per hardware thread")
      ->capture_default_str();
  add_json(app, options.json);
}

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
                                "  touchstone audit recheck ledger.jsonl\n"
                                "  touchstone audit explain A-CPU\n");
  group->require_subcommand(1);
  add_ledger_commands(*group, options.ledger);
  add_recheck(*group, options.recheck);
  add_explain(*group, options.explain);
}

Command chosen_audit(std::string_view subcommand, const AuditOptions& options) {
  if (auto command = chosen_ledger_command(subcommand, options.ledger)) return *std::move(command);
  if (subcommand == "recheck") return options.recheck;
  return options.explain;
}

}  // namespace touchstone::cli
