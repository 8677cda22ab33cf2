#include "gate_arguments.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <map>

#include "ledger_arguments.h"
#include "subcommand.h"
#include "touchstone/core/timestamp.h"

namespace touchstone::cli {

namespace {

std::map<std::string, EvidenceMode> modes() {
  std::map<std::string, EvidenceMode> out;
  for (const EvidenceMode mode :
       {EvidenceMode::automatic, EvidenceMode::recorded, EvidenceMode::derive}) {
    out.emplace(name_of(mode), mode);
  }
  return out;
}

}  // namespace

void add_shapes(CLI::App* app, std::vector<std::string>& shapes) {
  app->add_option("--shape", shapes, "Length of a symbolic dimension, NAME=N; repeatable")
      ->type_name("NAME=N")
      ->allow_extra_args(false);
}

void add_training(CLI::App* app, VerifyRequest& request) {
  app->add_flag_function(
      "--training", [&](std::int64_t) { request.demand = Demand::training; },
      "Ask for the gradients of differentiable operations too");
}

void add_profile(CLI::App* app, VerifyRequest& request) {
  app->add_option("--profile", request.profile,
                  "strict (proofs and checkers; the reference by identity) or checked_cpu (tests, "
                  "replays and "
                  "unsigned ledgers too), or the file of your own (.json)")
      ->capture_default_str();
  app->add_option("--device", request.device, "Device to verify for; default: the profile's");
}

void add_threads(CLI::App* app, VerifyRequest& request) {
  app->add_option("--threads", request.threads, "Threads; 0: one per hardware thread")
      ->capture_default_str();
}

CLI::Option* add_time(CLI::App* app, std::string& at, const char* what) {
  return app
      ->add_option_function<std::string>(
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

CLI::Option* add_plan_options(CLI::App* app, VerifyRequest& request,
                              std::vector<std::string>& shapes, const char* model) {
  CLI::Option* out = add_path(app, model, request.model, "Model: .onnx or .json");
  add_profile(app, request);
  add_shapes(app, shapes);
  return out;
}

CLI::Option* add_gate_options(CLI::App* app, VerifyRequest& request,
                              std::vector<std::string>& shapes, const char* model) {
  CLI::Option* out = add_plan_options(app, request, shapes, model);
  app->add_option_function<std::string>(
         "--evidence", [&](const std::string& mode) { request.mode = modes().at(mode); },
         "auto: ledgers, and derive the rest; recorded: ledgers alone; derive: no ledger")
      ->check(CLI::IsMember(modes()))
      ->default_str("auto")
      ->type_name("MODE");
  CLI::Option* const ledger =
      add_paths(app, "--ledger", request.ledgers, "Ledger of recorded evidence; repeatable")
          ->allow_extra_args(false);
  add_ledger_trust(app, request.keys, request.accepted, ledger);
  add_path(app, "--waivers", request.waivers,
           "Waivers: what may pass without evidence, who answers for it, and until when");
  add_time(app, request.at, "For which what expires is decided, and with which evidence is dated");
  add_threads(app, request);
  add_path(app, "--kernels", request.kernels, "Read the native kernels' PTX from this folder")
      ->type_name("FOLDER");
  app->add_option("--budget", request.budget,
                  "Accesses that index checks may enumerate together, about 5 ns each; proving a "
                  "kernel counts as more")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  return out;
}

Result<Bindings> bindings_of(const std::vector<std::string>& shapes) {
  Bindings out;
  for (const std::string& shape : shapes) {
    const auto equals = shape.find('=');
    std::int64_t value = 0;
    const char* const end = shape.data() + shape.size();
    const char* const digits = equals == std::string::npos ? end : shape.data() + equals + 1;
    const auto [stopped, error] = std::from_chars(digits, end, value);
    if (equals == 0 || digits == end || stopped != end || error != std::errc{} || value < 0) {
      return unreadable("--shape " + printable(shape), "expected NAME=N with N at least 0",
                        "for example --shape batch_size=1");
    }
    out.emplace_back(shape.substr(0, equals), value);
  }
  return out;
}

}  // namespace touchstone::cli
