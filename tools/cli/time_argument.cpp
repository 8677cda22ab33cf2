#include "time_argument.h"

#include <CLI/CLI.hpp>

#include "touchstone/core/timestamp.h"

namespace touchstone::cli {

void add_time(CLI::App* app, std::string& at, const char* what) {
  app->add_option_function<std::string>(
         "--at",
         [&](const std::string& text) {
           const auto time = timestamp_of(text);
           if (!time) {
             throw CLI::ValidationError("--at", "'" + text +
                                                    "' is neither a date (2026-01-31) nor a time "
                                                    "in UTC (2026-01-31T02:00:00Z)");
           }
           at = *time;
         },
         std::string(what) + "; default: now")
      ->type_name("DATE");
}

}  // namespace touchstone::cli
