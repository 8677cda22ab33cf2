#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace touchstone::cli {

/// Adds a subcommand whose help ends with these examples (a line each, indented by two) and the
/// exit statuses.
[[nodiscard]] CLI::App* add_command(CLI::App& parent, const char* name, const char* what,
                                    const char* examples);

void add_json(CLI::App* app, bool& json);

/// Options that take the path of a file, or several. Paths are taken as texts: reading a path from
/// a stream would stop at a blank.
CLI::Option* add_path(CLI::App* app, const char* name, std::filesystem::path& into,
                      const char* what);
CLI::Option* add_path(CLI::App* app, const char* name, std::optional<std::filesystem::path>& into,
                      const char* what);
CLI::Option* add_paths(CLI::App* app, const char* name, std::vector<std::filesystem::path>& into,
                       const char* what);

}  // namespace touchstone::cli
