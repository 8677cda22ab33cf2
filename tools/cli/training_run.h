#pragma once

#include "command_line.h"
#include "touchstone/interpreter/graph.h"
#include "touchstone/interpreter/training_graph.h"
#include "training_data.h"

namespace touchstone::cli {

/// A model, and what to train it on.
struct TrainingJob {
  Graph model;
  TrainingChoice choice;
  TrainingFiles files;
  FileReader read;
  std::string next;  ///< what to try next; nothing if empty
};

/// Makes the training graph, reads the examples, verifies for training, trains, and writes what was
/// asked for. Prints each step of that as it is done, or all of it as JSON at the end. Returns the
/// exit status.
int carry_out(const TrainingJob& job, const TrainingRun& run);

}  // namespace touchstone::cli
