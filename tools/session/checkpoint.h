#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "touchstone/core/digest.h"
#include "touchstone/core/result.h"
#include "touchstone/core/tensor.h"
#include "touchstone/format/safetensors.h"
#include "touchstone/interpreter/optimizer.h"
#include "touchstone/interpreter/training_graph.h"

namespace touchstone {

/// Settings by name, as text: what a checkpoint must have been made with to be resumed.
using Configuration = std::vector<std::pair<std::string, std::string>>;

/// What a training run is a run of. Two runs of equal identity pass through the same bits.
struct RunIdentity {
  Digest model;  ///< of the training graph and the parameters' first values
  Digest data;   ///< of the examples
  Configuration configuration;
};

/// A run between two steps: all that the rest of it depends on.
struct TrainingState {
  std::vector<Tensor> parameters;
  OptimizerState optimizer;
};

/// A safetensors file of the parameters, as "parameter/NAME", and of what the optimizer remembers
/// of each, as "moment1/NAME" and "moment2/NAME". Its metadata are format and version, the steps
/// taken, the digests of model, data and state (the steps and all tensors), every setting as
/// "configuration/NAME", and the digest of the settings together.
[[nodiscard]] std::string write_checkpoint(const TrainingState& state, const RunIdentity& run,
                                           const std::vector<std::string>& parameters);

/// The state in a checkpoint of this very run. `training` names the parameters and their types.
/// Errors: unreadable for a file that is no checkpoint, or does not hold what it must or as it was
/// written: other steps or tensors than its digest is of, metadata of other names; rejected for
/// one of another model, other data or other settings, with the first that differs.
[[nodiscard]] Result<TrainingState> read_checkpoint(std::string_view bytes, const RunIdentity& run,
                                                    const TrainingGraph& training,
                                                    const Optimizer& optimizer);

}  // namespace touchstone
