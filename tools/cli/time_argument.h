#pragma once

#include <string>

namespace CLI {
class App;
}

namespace touchstone::cli {

/// Adds --at, a date or a time in UTC, which becomes a timestamp. What is neither ends in an error
/// of usage. `at` must outlive the parsing.
void add_time(CLI::App* app, std::string& at, const char* what);

}  // namespace touchstone::cli
