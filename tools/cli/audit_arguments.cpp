#include "audit_arguments.h"

#include <CLI/CLI.hpp>

#include "gate_arguments.h"
#include "subcommand.h"

namespace touchstone::cli {

namespace {

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
  add_path(app, "--kernels", r.kernels, "Read the native kernels' PTX from this folder")
      ->type_name("FOLDER");
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

void add_report(CLI::App& group, AuditReportOptions& options, std::vector<std::string>& shapes) {
  CLI::App* app = add_command(
      group, "report", "What a verdict claims, by which evidence, and what it asks to be trusted",
      "  touchstone audit report model.json -o report.html\n"
      "  touchstone audit report --shape batch_size=1 model.onnx -o report.md\n"
      "  touchstone audit report model.json --at 2026-01-31 -o report.json\n"
      "  touchstone audit report model.json --since accepted.json -o report.html\n"
      "  touchstone audit report --registry -o touchstone.html\n");
  VerifyRequest& question = options.request.question;
  add_gate_options(app, question, shapes);
  app->add_flag("--registry", options.request.registry,
                "Report on every capsule of this build, and not on a model");
  app->add_option("-o,--output", options.output,
                  "Where the report goes; its form is that of the extension: .html, .md or .json")
      ->required();
  add_path(app, "--since", options.request.since, "Say what changed since this report, .json");
  add_training(app, question);
  app->add_option("--loss", options.loss,
                  "With --training: the loss that train appends: cross_entropy, mse or own")
      ->capture_default_str();
  app->add_option("--class-axis", question.class_axis, "Axis of the output that holds the classes")
      ->capture_default_str();
  add_json(app, options.json);
}

void add_explain(CLI::App& group, AuditExplainOptions& options, std::vector<std::string>& shapes) {
  CLI::App* app =
      add_command(group, "explain", "What an assumption, a capsule or a node of a model rests on",
                  "  touchstone audit explain A-CPU\n"
                  "  touchstone audit explain reference.matmul\n"
                  "  touchstone audit explain --model model.json matmul_3\n");
  app->add_option("subject", options.subjects,
                  "Assumptions, such as A-CPU, capsules, or with --model nodes; none: all "
                  "assumptions");
  add_gate_options(app, options.request, shapes, "--model");
  add_training(app, options.request);
  add_json(app, options.json);
}

}  // namespace

void add_audit(CLI::App& root, AuditOptions& options, std::vector<std::string>& shapes) {
  CLI::App* group = add_command(root, "audit", "Look at recorded evidence and assumptions",
                                "  touchstone audit check ledger.jsonl\n"
                                "  touchstone audit merge ours.jsonl theirs.jsonl -o ours.jsonl\n"
                                "  touchstone audit recheck ledger.jsonl\n"
                                "  touchstone audit report model.json -o report.html\n"
                                "  touchstone audit explain A-CPU\n");
  group->require_subcommand(1);
  add_ledger_commands(*group, options.ledger);
  add_recheck(*group, options.recheck);
  add_report(*group, options.report, shapes);
  add_explain(*group, options.explain, shapes);
}

Command chosen_audit(std::string_view subcommand, const AuditOptions& options, Bindings bindings) {
  if (auto command = chosen_ledger_command(subcommand, options.ledger)) return *std::move(command);
  if (subcommand == "recheck") return options.recheck;
  if (subcommand == "report") {
    AuditReportOptions out = options.report;
    out.request.question.bindings = std::move(bindings);
    return out;
  }
  AuditExplainOptions out = options.explain;
  out.request.bindings = std::move(bindings);
  return out;
}

}  // namespace touchstone::cli
