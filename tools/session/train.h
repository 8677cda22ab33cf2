#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "batches.h"
#include "touchstone/audit/gate.h"
#include "touchstone/core/digest.h"
#include "touchstone/core/result.h"
#include "touchstone/interpreter/learning_rate.h"
#include "touchstone/interpreter/optimizer.h"
#include "touchstone/interpreter/training_graph.h"

namespace touchstone {

struct TrainingOptions {
  Optimizer optimizer;
  LearningRate learning_rate;
  std::optional<float> clip;  ///< greatest global norm of the gradients
  std::int64_t steps = 100;   ///< in all, those before a resumed checkpoint included
  std::int64_t seed = 0;      ///< of the order of examples
  unsigned threads = 0;       ///< 0: one per hardware thread; changes no bit
  std::optional<std::filesystem::path> checkpoint;
  std::int64_t checkpoint_every = 0;  ///< steps; 0: only after the last
  std::optional<std::filesystem::path> resume;
};

/// Called after each step with its number, from 0, and its loss before the step's change.
using StepObserver = std::function<void(std::int64_t step, float loss)>;

struct Trained {
  std::vector<Tensor> parameters;  ///< in the training graph's order
  Digest digest;                   ///< parameters_digest of them
  std::int64_t resumed_at = 0;     ///< steps that were taken before
  std::int64_t dropped = 0;        ///< examples that each epoch leaves out: its last, partial batch
};

/// SHA-256 over the name and the digest of each parameter, in order.
[[nodiscard]] Digest parameters_digest(const std::vector<std::string>& names,
                                       const std::vector<Tensor>& values);

/// That the run can begin and end: the checkpoint to resume is one of this run, and the one to
/// write can be written. Errors: those that `train` would meet, some only after its last step.
[[nodiscard]] Result<void> check_files(const TrainingGraph& training, const Examples& examples,
                                       const TrainingOptions& options);

/// Trains through an accepted plan of the training graph. Step t takes batch t mod n of epoch
/// t div n, n being the whole batches among the examples, in the order of `epoch_order`; computes
/// the loss and its gradients (tape.h); clips them; and applies the optimizer at the rate of step
/// t. What comes out depends on graph, parameters, data, settings and seed alone: neither on the
/// number of threads nor on where a run was interrupted and resumed.
///
/// Errors: a plan accepted for another graph, or for inference (rejected); a checkpoint of another
/// run (rejected) or past the last step (unreadable); a loss, a gradient, their norm where it is
/// clipped, or a parameter or moment after a step that is not finite (rejected), before a
/// checkpoint is written; more memory needed than there is (unavailable); those of the kernels and
/// of writing files.
[[nodiscard]] Result<Trained> train(const AcceptedPlan& accepted, const TrainingGraph& training,
                                    const Examples& examples, const TrainingOptions& options,
                                    const StepObserver& observe = {});

}  // namespace touchstone
