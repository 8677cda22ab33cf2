#pragma once

#include <string>
#include <vector>

#include "touchstone/core/result.h"
#include "touchstone/session/session.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

/// The options that commands share which ask the gate. Each adds options to `app` that fill what
/// it is given, which must outlive the parsing.
namespace touchstone::cli {

/// `shapes` gets the texts that bindings_of reads.
void add_shapes(CLI::App* app, std::vector<std::string>& shapes);
void add_training(CLI::App* app, VerifyRequest& request);
void add_profile(CLI::App* app, VerifyRequest& request);
void add_threads(CLI::App* app, VerifyRequest& request);

/// --at, a date or a time in UTC, which becomes a timestamp. What is neither is an error of usage.
/// Returns the option.
CLI::Option* add_time(CLI::App* app, std::string& at, const char* what);

/// Model, profile and shapes: all that choosing capsules takes. Returns the model's option, not yet
/// required; `model` is its name, a positional one by default.
CLI::Option* add_plan_options(CLI::App* app, VerifyRequest& request,
                              std::vector<std::string>& shapes, const char* model = "model");

/// These, and where evidence comes from. The same is returned.
CLI::Option* add_gate_options(CLI::App* app, VerifyRequest& request,
                              std::vector<std::string>& shapes, const char* model = "model");

/// The lengths of symbolic dimensions. Errors (unreadable): a text that is not NAME=N.
[[nodiscard]] Result<Bindings> bindings_of(const std::vector<std::string>& shapes);

}  // namespace touchstone::cli
