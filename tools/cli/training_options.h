#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "touchstone/core/result.h"
#include "touchstone/interpreter/training_graph.h"
#include "touchstone/session/train.h"

namespace touchstone::cli {

/// Settings of training as the command line gives them; numbers stay texts until they are read as
/// binary32, so that every machine reads the same.
struct TrainingTexts {
  std::string optimizer = "sgd";
  std::optional<std::string> learning_rate;  ///< default 0.01 for sgd, 0.001 for adam and adamw
  std::string momentum = "0";
  bool nesterov = false;
  std::string weight_decay = "0";
  std::optional<std::string> clip;
  std::string schedule = "constant";  ///< constant, cosine[:STEPS], steps:STEPS:FACTOR
  std::int64_t warmup = 0;
  std::int64_t steps = 100;
  std::int64_t seed = 0;
  std::optional<std::string> checkpoint;
  std::int64_t checkpoint_every = 0;
  std::optional<std::string> resume;
};

/// Errors (unreadable): a text that is no number, or one out of its range, with the option named.
[[nodiscard]] Result<TrainingOptions> read_training_options(const TrainingTexts& texts);

/// "own", "cross_entropy" or "mse". Errors (unreadable): another.
[[nodiscard]] Result<Loss> loss_named(const std::string& name);

}  // namespace touchstone::cli
