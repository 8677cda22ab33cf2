#pragma once

namespace CLI {
class App;
}

namespace touchstone::cli {

/// Adds a subcommand whose help ends with these examples (a line each, indented by two) and the
/// exit statuses.
[[nodiscard]] CLI::App* add_command(CLI::App& parent, const char* name, const char* what,
                                    const char* examples);

void add_json(CLI::App* app, bool& json);

}  // namespace touchstone::cli
