#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ledger_options.h"
#include "touchstone/core/result.h"
#include "touchstone/session/prove.h"
#include "touchstone/session/recheck.h"
#include "touchstone/session/report.h"
#include "touchstone/session/session.h"
#include "training_data.h"
#include "training_options.h"

namespace touchstone::cli {

struct VerifyOptions {
  VerifyRequest request;
  std::string loss = "own";
  bool json = false;
  bool nodes = false;
  bool show_backend = false;
};

struct RunOptions {
  VerifyRequest request;
  std::vector<std::string> inputs;  ///< "FILE" or "NAME=FILE"
  std::optional<std::string> output;
  std::optional<std::string> trace;
  bool json = false;
  bool show_backend = false;
};

struct ImportOptions {
  std::string model;
  Bindings bindings;
  std::string output;
  bool json = false;
};

/// What both commands that train take.
struct TrainingRun {
  VerifyRequest request;
  TrainingTexts settings;
  std::optional<std::string> output;  ///< model.json to write
  bool json = false;
  bool show_backend = false;
};

struct TrainOptions {
  TrainingRun run;
  TrainingFiles files;
  std::string loss = "own";
  std::int64_t class_axis = -1;
  std::vector<std::string> frozen;
};

struct QuickstartOptions {
  std::string example;  ///< "mlp", "cnn" or "transformer"
  TrainingRun run;
};

struct ProveOptions {
  ProveRequest request;
  std::vector<std::string> shapes;        ///< "64x128,128x64": the operands of one case
  std::optional<std::string> save_input;  ///< file for the input that refutes
  bool json = false;
};

struct CapsulesListOptions {
  bool json = false;
};
struct CapsulesShowOptions {
  std::string name;
  bool json = false;
};
struct CapsulesWhyOptions {
  VerifyRequest request;
  bool json = false;
};
struct CapsulesCheckOptions {
  std::string sources;
  bool json = false;
};

struct AuditRecheckOptions {
  RecheckRequest request;
  bool json = false;
};
struct AuditReportOptions {
  ReportRequest request;  ///< without the program's version
  std::string loss = "own";
  std::string output;
  bool json = false;
};
struct AuditExplainOptions {
  std::vector<std::string> subjects;  ///< all assumptions if empty
  VerifyRequest request;              ///< the model whose nodes may be asked about; none if empty
  bool json = false;
};

struct DoctorOptions {
  bool json = false;
};

using Command =
    std::variant<VerifyOptions, RunOptions, TrainOptions, QuickstartOptions, ImportOptions,
                 ProveOptions, CapsulesListOptions, CapsulesShowOptions, CapsulesWhyOptions,
                 CapsulesCheckOptions, AuditCheckOptions, AuditAppendOptions, AuditSignOptions,
                 AuditMergeOptions, AuditPruneOptions, AuditDiffOptions, AuditRecheckOptions,
                 AuditReportOptions, AuditExplainOptions, DoctorOptions>;

/// What the parser has to say instead of a command: text for standard output (help, version).
struct Answer {
  std::string text;
};

/// Reads the arguments after the program's name. Errors (unreadable): usage, with a hint.
[[nodiscard]] Result<std::variant<Command, Answer>> parse_command_line(
    const std::vector<std::string>& arguments);

}  // namespace touchstone::cli
