#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "touchstone/core/result.h"
#include "touchstone/interpreter/training_graph.h"
#include "touchstone/session/batches.h"

namespace touchstone::cli {

/// The bytes of a file: read from disk, or carried by this program.
using FileReader = std::function<Result<std::string>(const std::filesystem::path&)>;

/// Where examples come from, as the command line says it.
struct TrainingFiles {
  std::vector<std::string> data;             ///< "FILE" or "NAME=FILE": .npy or .csv
  std::optional<std::string> target;         ///< .npy
  std::optional<std::string> target_column;  ///< of a .csv: a name or a number from 1
};

struct ReadExamples {
  Examples examples;
  /// Of each .csv file a sentence: which names its first line gives, and which column is the
  /// target.
  std::vector<std::string> tables;
};

/// The examples of a training graph whose last data input is the target, if `has_target`.
///
/// A .npy file holds one input's examples along its leading axis. A .csv file holds the only
/// input's: a line for each example, its columns row-major, beside them the target's column, by
/// default the last, unless --target names a file. The target may lack axes of length 1 that the
/// model has, or have more of them.
///
/// Errors: those of reading, with the file named; a column, an input or a target that is missing or
/// given twice, a column's name that stands for several, an element that is not finite or no class,
/// with its place in the file (unreadable); those of Examples::create.
[[nodiscard]] Result<ReadExamples> read_examples(const TrainingGraph& training,
                                                 const BatchPlan& plan, bool has_target,
                                                 const TrainingFiles& files,
                                                 const FileReader& read);

}  // namespace touchstone::cli
