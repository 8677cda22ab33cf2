#include "subcommand.h"

#include <CLI/CLI.hpp>

namespace touchstone::cli {

CLI::App* add_command(CLI::App& parent, const char* name, const char* what, const char* examples) {
  CLI::App* out = parent.add_subcommand(name, what);
  out->footer(
      std::string("Examples:\n") + examples +
      "\nExit status: 0 accepted, proved or done; 1 rejected, refuted, training that diverged, or "
      "a\n"
      "ledger that does not agree; 2 the command or a file is not valid; 3 real, but not supported "
      "or\nnot found here; 4 undecided within the budget (prove, recheck); 70 a bug of ours.");
  return out;
}

void add_json(CLI::App* app, bool& json) { app->add_flag("--json", json, "Answer in JSON"); }

}  // namespace touchstone::cli
