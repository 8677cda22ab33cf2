#include "subcommand.h"

#include <CLI/CLI.hpp>

namespace touchstone::cli {

namespace {

template <class Path>
CLI::Option* add_any_path(CLI::App* app, const char* name, Path& into, const char* what) {
  return app
      ->add_option_function<std::string>(
          name, [&into](const std::string& text) { into = text; }, what)
      ->type_name("FILE");
}

}  // namespace

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

CLI::Option* add_path(CLI::App* app, const char* name, std::filesystem::path& into,
                      const char* what) {
  return add_any_path(app, name, into, what);
}

CLI::Option* add_path(CLI::App* app, const char* name, std::optional<std::filesystem::path>& into,
                      const char* what) {
  return add_any_path(app, name, into, what);
}

CLI::Option* add_paths(CLI::App* app, const char* name, std::vector<std::filesystem::path>& into,
                       const char* what) {
  return app
      ->add_option_function<std::vector<std::string>>(
          name,
          [&into](const std::vector<std::string>& all) { into.assign(all.begin(), all.end()); },
          what)
      ->type_name("FILE");
}

}  // namespace touchstone::cli
